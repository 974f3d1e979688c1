"""Answers carry copies of what they are counted by: of trial, triad and judge."""

from typing import Any

import django.db.models.deletion
from django.db import migrations, models

# Set with `correct`, from the same rows.
COPIES = """
CREATE OR REPLACE FUNCTION studies_answer_correct() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    trial_state text;
BEGIN
    SELECT NEW.chosen_position = t.odd_position, x.state, x.study_id, x.kind, x.mode, t."order",
            t.number, t.first_held_at, j.link_id
        INTO NEW.correct, trial_state, NEW.study_id, NEW.kind, NEW.mode, NEW."order",
            NEW.number, NEW.first_held_at, NEW.link_id
        FROM studies_trial x JOIN studies_triad t ON t.id = x.triad_id
        JOIN studies_judge j ON j.id = x.judge_id WHERE x.id = NEW.trial_id;
    IF trial_state NOT IN ('answered', 'surplus') THEN
        RAISE EXCEPTION 'trial % is %: it has no answer', NEW.trial_id, trial_state
            USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN NEW;
END $$;
"""
WITHOUT_COPIES = """
CREATE OR REPLACE FUNCTION studies_answer_correct() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    trial_state text;
BEGIN
    SELECT NEW.chosen_position = t.odd_position, x.state INTO NEW.correct, trial_state
        FROM studies_trial x JOIN studies_triad t ON t.id = x.triad_id WHERE x.id = NEW.trial_id;
    IF trial_state NOT IN ('answered', 'surplus') THEN
        RAISE EXCEPTION 'trial % is %: it has no answer', NEW.trial_id, trial_state
            USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN NEW;
END $$;
"""


def key(to: str) -> "models.ForeignKey[Any, Any]":
    return models.ForeignKey(
        to,
        on_delete=django.db.models.deletion.PROTECT,
        db_constraint=False,
        db_index=False,
        editable=False,
        null=True,
        related_name="+",
    )


class Migration(migrations.Migration):
    dependencies = [("studies", "0025_years_of_dates")]

    operations = [
        migrations.AddField("answer", "study", key("studies.study")),
        migrations.AddField("answer", "link", key("studies.recruitmentlink")),
        migrations.AddField(
            "answer", "kind", models.CharField(editable=False, max_length=10, null=True)
        ),
        migrations.AddField(
            "answer", "mode", models.CharField(editable=False, max_length=5, null=True)
        ),
        migrations.AddField(
            "answer", "order", models.CharField(editable=False, max_length=3, null=True)
        ),
        migrations.AddField(
            "answer", "number", models.PositiveIntegerField(editable=False, null=True)
        ),
        migrations.AddField(
            "answer", "first_held_at", models.DateTimeField(editable=False, null=True)
        ),
        migrations.RunSQL(COPIES, WITHOUT_COPIES),
    ]
