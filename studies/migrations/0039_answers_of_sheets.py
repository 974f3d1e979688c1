"""Ratings choose no position, and none is right or wrong."""

from django.db import migrations, models

RULES = """
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
    IF NOT FOUND THEN
        SELECT NULL, x.state, x.study_id, x.kind, x.mode, '', h.number, h.first_held_at, j.link_id
            INTO NEW.correct, trial_state, NEW.study_id, NEW.kind, NEW.mode, NEW."order",
                NEW.number, NEW.first_held_at, NEW.link_id
            FROM studies_trial x JOIN studies_sheet h ON h.id = x.sheet_id
            JOIN studies_judge j ON j.id = x.judge_id WHERE x.id = NEW.trial_id;
    END IF;
    IF (NEW.chosen_position IS NULL) <> (NEW."order" = '') THEN
        RAISE EXCEPTION 'trial %: a position is chosen of triads, and of triads only', NEW.trial_id
            USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    IF trial_state NOT IN ('answered', 'surplus') THEN
        RAISE EXCEPTION 'trial % is %: it has no answer', NEW.trial_id, trial_state
            USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN NEW;
END $$;
"""
RULES_BEFORE = """
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


class Migration(migrations.Migration):
    dependencies = [("studies", "0038_trials_of_sheets")]

    operations = [
        migrations.AlterField(
            model_name="answer",
            name="chosen_position",
            field=models.PositiveSmallIntegerField(blank=True, null=True),
        ),
        migrations.AlterField(
            model_name="answer",
            name="correct",
            field=models.BooleanField(db_default=False, editable=False, null=True),
        ),
        migrations.RunSQL(RULES, RULES_BEFORE),
    ]
