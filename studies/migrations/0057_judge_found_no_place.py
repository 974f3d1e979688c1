"""Whether a judge for whom there were no texts found no place at that moment, or the study full."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("studies", "0056_earlier_judges_turned_away")]

    operations = [
        migrations.AddField(
            model_name="judge",
            name="found_no_place",
            field=models.BooleanField(db_default=False, editable=False),
        ),
    ]
