"""Beside the result of a rating study stands how the RankME paper would rank its systems."""

from django.db import migrations, models

from studies.values.json_values import FiniteJSONEncoder


class Migration(migrations.Migration):
    dependencies = [("analysis", "0006_times_by_the_databases_clock")]

    operations = [
        migrations.AddField(
            "result",
            "paper_ranking",
            models.JSONField(null=True, blank=True, encoder=FiniteJSONEncoder),
        )
    ]
