"""What is left of a judge who withdraws, and triads that all judges share."""

from django.db import migrations, models
from django.db.models import Q

# Judges who withdraw, and triads of practice and attention, which all judges share.
LEAVING = """
-- All texts of an open study are fixed, those for practice and attention too.
CREATE OR REPLACE FUNCTION studies_sample_fixed() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    touched record;
BEGIN
    FOR touched IN
        SELECT id, status FROM studies_study WHERE id = ANY (ARRAY[OLD.study_id, NEW.study_id])
        ORDER BY id FOR SHARE
    LOOP
        IF touched.status <> 'draft' AND NOT studies_erasing(touched.id) THEN
            RAISE EXCEPTION 'the texts of study % are fixed: it is %', touched.id, touched.status
                USING ERRCODE = 'integrity_constraint_violation';
        END IF;
    END LOOP;
    RETURN CASE TG_OP WHEN 'DELETE' THEN OLD ELSE NEW END;
END $$;

-- Looked at when the transaction ends: an answered trial has its answer, and keeps its triad,
-- unless the triad is for practice or attention: many judges answer that.
CREATE OR REPLACE FUNCTION studies_trial_whole() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    trial record;
BEGIN
    SELECT x.state, x.kind, t.free_from, a.id AS answer INTO trial
        FROM studies_trial x JOIN studies_triad t ON t.id = x.triad_id
        LEFT JOIN studies_answer a ON a.trial_id = x.id WHERE x.id = NEW.id;
    IF trial.state IN ('answered', 'surplus', 'excluded') AND trial.answer IS NULL THEN
        RAISE EXCEPTION 'trial % is % and has no answer', NEW.id, trial.state
            USING ERRCODE = 'integrity_constraint_violation';
    ELSIF trial.state = 'answered' AND trial.kind = 'main' AND trial.free_from < 'infinity' THEN
        RAISE EXCEPTION 'triad % is answered and cannot be free', NEW.triad_id
            USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN NULL;
END $$;

-- The copies on a trial come from its judge, triad and study, whatever is inserted; a judge and
-- a triad of different studies, or of different modes, never meet; who withdrew gets no triad.
CREATE OR REPLACE FUNCTION studies_trial_copies() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    judge record;
BEGIN
    SELECT t.study_id, t.kind, t.mode, s.single INTO NEW.study_id, NEW.kind, NEW.mode, NEW.single
        FROM studies_triad t JOIN studies_study s ON s.id = t.study_id WHERE t.id = NEW.triad_id;
    SELECT study_id, mode, withdrawn_at INTO judge FROM studies_judge WHERE id = NEW.judge_id;
    IF (judge.study_id, judge.mode) IS DISTINCT FROM (NEW.study_id, NEW.mode) THEN
        RAISE EXCEPTION 'judge % and triad % do not belong together', NEW.judge_id, NEW.triad_id
            USING ERRCODE = 'integrity_constraint_violation';
    ELSIF judge.withdrawn_at IS NOT NULL THEN
        RAISE EXCEPTION 'judge % has withdrawn', NEW.judge_id
            USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN NEW;
END $$;

-- Looked at when the transaction ends: who withdraws leaves choices behind, and nothing else.
CREATE FUNCTION studies_judge_gone() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF EXISTS (
        SELECT 1 FROM studies_trial x LEFT JOIN studies_answer a ON a.trial_id = x.id
        LEFT JOIN studies_readingrecord r ON r.answer_id = a.id
        WHERE x.judge_id = NEW.id AND (
            x.state <> 'withdrawn' OR a.reason <> '' OR a.sureness <> '' OR r.id IS NOT NULL
        )
    ) THEN
        RAISE EXCEPTION 'judge % has withdrawn, and something is left that counts or tells', NEW.id
            USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER judge_gone AFTER UPDATE OF withdrawn_at ON studies_judge
    DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (NEW.withdrawn_at IS NOT NULL)
    EXECUTE FUNCTION studies_judge_gone();

-- Nothing more is said about a withdrawn trial, by whatever page was left open.
CREATE FUNCTION studies_trial_silent() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    withdrawn boolean;
BEGIN
    IF TG_TABLE_NAME = 'studies_answer' THEN
        SELECT state = 'withdrawn' INTO withdrawn FROM studies_trial WHERE id = NEW.trial_id;
    ELSE
        SELECT x.state = 'withdrawn' INTO withdrawn FROM studies_trial x
            JOIN studies_answer a ON a.trial_id = x.id WHERE a.id = NEW.answer_id;
    END IF;
    IF withdrawn THEN
        RAISE EXCEPTION 'this answer was withdrawn'
            USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER answer_silent BEFORE UPDATE ON studies_answer FOR EACH ROW
    WHEN (OLD.reason <> NEW.reason AND NEW.reason <> ''
        OR OLD.sureness <> NEW.sureness AND NEW.sureness <> '')
    EXECUTE FUNCTION studies_trial_silent();
CREATE TRIGGER reading_silent BEFORE INSERT ON studies_readingrecord
    FOR EACH ROW EXECUTE FUNCTION studies_trial_silent();
"""

# The functions that were replaced go with those of 0002, 0003 and 0007.
DROP_LEAVING = """
DROP FUNCTION studies_judge_gone, studies_trial_silent CASCADE;
"""


class Migration(migrations.Migration):
    dependencies = [("studies", "0008_texts_left_out")]

    operations = [
        migrations.AddField(
            model_name="trial",
            name="given_again",
            field=models.BooleanField(db_default=False),
        ),
        migrations.AddConstraint(
            model_name="judge",
            constraint=models.CheckConstraint(
                condition=Q(withdrawn_at__isnull=True)
                | Q(
                    browser_key="",
                    came_with={},
                    language="",
                    questionnaire={},
                    reads_whole=False,
                    same_browser_as__isnull=True,
                ),
                name="judge_withdrawn_is_blank",
            ),
        ),
        migrations.RunSQL(LEAVING, DROP_LEAVING),
    ]
