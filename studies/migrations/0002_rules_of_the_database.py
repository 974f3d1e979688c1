"""What the database itself keeps: see studies/database_rules.py and docs/adr/."""

from django.db import migrations

from studies.rules import (
    immutable,
    rules,
)

TRIAD = [
    "study_id", "number", "block", "kind", "mode", "order", "odd_position",
    "first_id", "second_id", "third_id",
]  # fmt: skip


class Migration(migrations.Migration):
    dependencies = [("studies", "0001_tables")]

    operations = [
        rules(),
        immutable("studies_triad", TRIAD),
        immutable("studies_judge", ["study_id", "link_id", "mode", "personal", "code"]),
        immutable(
            "studies_trial",
            ["study_id", "triad_id", "judge_id", "code", "kind", "mode", "single"],
        ),
        immutable(
            "studies_answer",
            ["trial_id", "chosen_position", "correct", "shown_at", "answered_at"],
        ),
        immutable("studies_recruitmentlink", ["study_id", "token", "personal", "mode"]),
    ]
