"""How often a recruitment link was opened."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("studies", "0040_companions_job")]

    operations = [
        migrations.AddField(
            "recruitmentlink",
            "opened",
            models.PositiveIntegerField(db_default=0, editable=False),
        ),
    ]
