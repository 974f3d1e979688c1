"""When a judge consented is the database's time, as all other times are."""

from django.db import migrations, models
from django.db.models.functions import Now


class Migration(migrations.Migration):
    dependencies = [("studies", "0020_endings_of_the_full_and_last_page")]

    operations = [
        migrations.AlterField(
            "judge", "consented_at", models.DateTimeField(db_default=Now(), editable=False)
        ),
    ]
