"""A verdict is not removed by TRUNCATE, which passes row triggers by."""

from django.db import migrations

from studies.rules import not_emptied


class Migration(migrations.Migration):
    dependencies = [
        ("analysis", "0002_verdict_is_final"),
        ("studies", "0003_ways_round_the_application"),
    ]

    operations = [not_emptied("analysis_verdict")]
