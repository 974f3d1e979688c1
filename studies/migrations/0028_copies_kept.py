"""The copies of an answer are there and never change; by them a study's answers are found."""

from typing import Any

import django.db.models.deletion
from django.db import migrations, models

IMMUTABLE = """
DROP TRIGGER studies_answer_immutable ON studies_answer;
CREATE TRIGGER studies_answer_immutable BEFORE UPDATE ON studies_answer FOR EACH ROW
    WHEN ((OLD.trial_id, OLD.chosen_position, OLD.correct, OLD.shown_at, OLD.answered_at,
           OLD.study_id, OLD.link_id, OLD.kind, OLD.mode, OLD."order", OLD.number,
           OLD.first_held_at)
        IS DISTINCT FROM
          (NEW.trial_id, NEW.chosen_position, NEW.correct, NEW.shown_at, NEW.answered_at,
           NEW.study_id, NEW.link_id, NEW.kind, NEW.mode, NEW."order", NEW.number,
           NEW.first_held_at))
    EXECUTE FUNCTION studies_refuse(
        'trial_id, chosen_position, correct, shown_at, answered_at and the copies never change');
"""
AS_BEFORE = """
DROP TRIGGER studies_answer_immutable ON studies_answer;
CREATE TRIGGER studies_answer_immutable BEFORE UPDATE ON studies_answer FOR EACH ROW
    WHEN ((OLD.trial_id, OLD.chosen_position, OLD.correct, OLD.shown_at, OLD.answered_at)
        IS DISTINCT FROM
          (NEW.trial_id, NEW.chosen_position, NEW.correct, NEW.shown_at, NEW.answered_at))
    EXECUTE FUNCTION studies_refuse(
        'trial_id, chosen_position, correct, shown_at, answered_at never change');
"""


def key(to: str) -> "models.ForeignKey[Any, Any]":
    return models.ForeignKey(
        to,
        on_delete=django.db.models.deletion.PROTECT,
        db_constraint=False,
        db_index=False,
        editable=False,
        related_name="+",
    )


class Migration(migrations.Migration):
    dependencies = [("studies", "0027_copies_filled")]

    operations = [
        migrations.AlterField("answer", "study", key("studies.study")),
        migrations.AlterField("answer", "link", key("studies.recruitmentlink")),
        migrations.AlterField(
            "answer",
            "kind",
            models.CharField(
                choices=[
                    ("main", "main"),
                    ("practice", "practice"),
                    ("attention", "attention"),
                ],
                editable=False,
                max_length=10,
            ),
        ),
        migrations.AlterField(
            "answer",
            "mode",
            models.CharField(
                choices=[("live", "live"), ("pilot", "pilot")], editable=False, max_length=5
            ),
        ),
        migrations.AlterField("answer", "order", models.CharField(editable=False, max_length=3)),
        migrations.AlterField("answer", "number", models.PositiveIntegerField(editable=False)),
        migrations.AddIndex("answer", models.Index(fields=["study", "id"], name="answer_of_study")),
        migrations.RunSQL(IMMUTABLE, AS_BEFORE),
    ]
