"""When a result was computed and a verdict given is the database's time."""

from django.db import migrations, models
from django.db.models.functions import Now


class Migration(migrations.Migration):
    dependencies = [("analysis", "0005_finite_numbers")]

    operations = [
        migrations.AlterField(model, name, models.DateTimeField(db_default=Now(), editable=False))
        for model, name in (("result", "computed_at"), ("verdict", "given_at"))
    ]
