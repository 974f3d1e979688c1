"""Shut the ways in which plain SQL could pass by the rules: see studies/database_rules.py."""

from django.db import migrations

from studies.rules import (
    EMPTYING,
    immutable,
    not_emptied,
    ways_round,
)

AMENDMENT = [
    "study_id", "kind", "old_evaluations", "new_evaluations", "after_looking", "who_id", "why",
    "at",
]  # fmt: skip


class Migration(migrations.Migration):
    dependencies = [("studies", "0002_rules_of_the_database")]

    operations = [
        ways_round(),
        immutable("studies_amendment", AMENDMENT),
        migrations.RunSQL(EMPTYING, "DROP FUNCTION studies_not_emptied CASCADE"),
        # Emptying judges, trials, triads, texts or studies needs CASCADE, which comes by answers.
        not_emptied("studies_answer"),
        not_emptied("studies_event"),
        not_emptied("studies_amendment"),
    ]
