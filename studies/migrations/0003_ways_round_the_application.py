"""Shut the ways in which plain SQL could pass by the rules of 0002."""

from django.db import migrations

WAYS_ROUND = """
-- Also where a text is moved to another study: neither may be open.
CREATE OR REPLACE FUNCTION studies_sample_fixed() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    touched record;
BEGIN
    FOR touched IN
        SELECT id, status FROM studies_study WHERE id = ANY (ARRAY[
            CASE WHEN OLD.kind = 'main' THEN OLD.study_id END,
            CASE WHEN NEW.kind = 'main' THEN NEW.study_id END
        ]) ORDER BY id FOR SHARE
    LOOP
        IF touched.status <> 'draft' AND NOT studies_erasing(touched.id) THEN
            RAISE EXCEPTION 'the texts of study % are fixed: it is %', touched.id, touched.status
                USING ERRCODE = 'integrity_constraint_violation';
        END IF;
    END LOOP;
    RETURN CASE TG_OP WHEN 'DELETE' THEN OLD ELSE NEW END;
END $$;

-- A trial that was not answered has no answer. With the indexes on a trial's state this is what
-- refuses a second answer of a judge who may give one.
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

-- Looked at when the transaction ends: an answered trial has its answer, and keeps its triad.
CREATE FUNCTION studies_trial_whole() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    trial record;
BEGIN
    SELECT x.state, t.free_from, a.id AS answer INTO trial
        FROM studies_trial x JOIN studies_triad t ON t.id = x.triad_id
        LEFT JOIN studies_answer a ON a.trial_id = x.id WHERE x.id = NEW.id;
    IF trial.state IN ('answered', 'surplus') AND trial.answer IS NULL THEN
        RAISE EXCEPTION 'trial % is % and has no answer', NEW.id, trial.state
            USING ERRCODE = 'integrity_constraint_violation';
    ELSIF trial.state = 'answered' AND trial.free_from < 'infinity' THEN
        RAISE EXCEPTION 'triad % is answered and cannot be free', NEW.triad_id
            USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN NULL;
END $$;

CREATE FUNCTION studies_triad_taken() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF EXISTS (SELECT 1 FROM studies_trial WHERE triad_id = NEW.id AND state = 'answered') THEN
        RAISE EXCEPTION 'triad % is answered and cannot be free', NEW.id
            USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN NEW;
END $$;

-- All triads of one INSERT at once: of a million, one look each would take minutes.
CREATE FUNCTION studies_triads_fit() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    misfit bigint;
BEGIN
    SELECT t.number INTO misfit FROM inserted t
        LEFT JOIN studies_sample a ON a.id = t.first_id
        LEFT JOIN studies_sample b ON b.id = t.second_id
        LEFT JOIN studies_sample c ON c.id = t.third_id
        WHERE (a.subject || b.subject || c.subject) IS DISTINCT FROM t."order"
            OR t.study_id <> a.study_id OR t.study_id <> b.study_id
            OR t.study_id <> c.study_id
            OR t.kind <> a.kind OR t.kind <> b.kind OR t.kind <> c.kind
            OR a.content_hash = b.content_hash OR b.content_hash = c.content_hash
            OR a.content_hash = c.content_hash
        LIMIT 1;
    IF FOUND THEN
        RAISE EXCEPTION 'triad number % does not fit its texts', misfit
            USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN NULL;
END $$;

-- What an opened study has given out, and to whom, is part of what happened.
CREATE FUNCTION studies_part_kept() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF studies_erasing(OLD.study_id) THEN
        RETURN OLD;
    END IF;
    RAISE EXCEPTION '% % is kept until its study is erased', TG_TABLE_NAME, OLD.id
        USING ERRCODE = 'integrity_constraint_violation';
END $$;

CREATE FUNCTION studies_study_amended() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF NEW.evaluations > OLD.evaluations AND NOT EXISTS (
        SELECT 1 FROM studies_amendment WHERE study_id = OLD.id
            AND old_evaluations = OLD.evaluations AND new_evaluations = NEW.evaluations
    ) THEN
        RAISE EXCEPTION 'the number of study % is raised by an amendment only', OLD.id
            USING ERRCODE = 'integrity_constraint_violation';
    ELSIF OLD.unsealed_at IS DISTINCT FROM NEW.unsealed_at AND OLD.unsealed_at IS NOT NULL THEN
        RAISE EXCEPTION 'study % was unsealed, which is not undone', OLD.id
            USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN NEW;
END $$;

CREATE TRIGGER study_amended BEFORE UPDATE ON studies_study
    FOR EACH ROW WHEN (OLD.status <> 'draft') EXECUTE FUNCTION studies_study_amended();
CREATE TRIGGER triads_fit AFTER INSERT ON studies_triad REFERENCING NEW TABLE AS inserted
    FOR EACH STATEMENT EXECUTE FUNCTION studies_triads_fit();
CREATE TRIGGER triad_taken BEFORE UPDATE ON studies_triad FOR EACH ROW
    WHEN (OLD.free_from = 'infinity' AND NEW.free_from < 'infinity')
    EXECUTE FUNCTION studies_triad_taken();
-- An answer once counted is counted until it is withdrawn; a surplus answer is never counted.
CREATE TRIGGER trial_state_final BEFORE UPDATE ON studies_trial FOR EACH ROW
    WHEN (OLD.state <> NEW.state AND (OLD.state, NEW.state) NOT IN (
        ('held', 'answered'), ('held', 'surplus'), ('held', 'lapsed'), ('held', 'withdrawn'),
        ('lapsed', 'answered'), ('lapsed', 'surplus'), ('lapsed', 'held'),
        ('lapsed', 'withdrawn'), ('answered', 'withdrawn'), ('surplus', 'withdrawn')
    ))
    EXECUTE FUNCTION studies_refuse('this state does not follow that one');
CREATE CONSTRAINT TRIGGER trial_whole AFTER INSERT OR UPDATE OF state ON studies_trial
    DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (NEW.state IN ('answered', 'surplus'))
    EXECUTE FUNCTION studies_trial_whole();
-- The order of the answers, by which a sequential verdict stands, is the order of their numbers.
CREATE TRIGGER answer_number BEFORE UPDATE ON studies_answer FOR EACH ROW
    WHEN (OLD.id <> NEW.id) EXECUTE FUNCTION studies_refuse('id never changes');
CREATE TRIGGER trial_kept BEFORE DELETE ON studies_trial
    FOR EACH ROW EXECUTE FUNCTION studies_part_kept();
CREATE TRIGGER judge_kept BEFORE DELETE ON studies_judge
    FOR EACH ROW EXECUTE FUNCTION studies_part_kept();
CREATE TRIGGER triad_kept BEFORE DELETE ON studies_triad
    FOR EACH ROW EXECUTE FUNCTION studies_part_kept();
CREATE TRIGGER amendment_kept BEFORE DELETE ON studies_amendment
    FOR EACH ROW EXECUTE FUNCTION studies_part_kept();
"""

# The two functions that were replaced go with those of 0002.
DROP_WAYS_ROUND = """
DROP FUNCTION studies_trial_whole, studies_triad_taken, studies_triads_fit, studies_part_kept,
    studies_study_amended CASCADE;
DROP TRIGGER trial_state_final ON studies_trial;
DROP TRIGGER answer_number ON studies_answer;
"""

IMMUTABLE = """
CREATE TRIGGER studies_amendment_immutable BEFORE UPDATE ON studies_amendment FOR EACH ROW
    WHEN ((OLD."study_id", OLD."kind", OLD."old_evaluations", OLD."new_evaluations",
         OLD."after_looking", OLD."who_id", OLD."why", OLD."at")
        IS DISTINCT FROM
        (NEW."study_id", NEW."kind", NEW."old_evaluations", NEW."new_evaluations",
         NEW."after_looking", NEW."who_id", NEW."why", NEW."at"))
    EXECUTE FUNCTION studies_refuse('study_id, kind, old_evaluations, new_evaluations, after_looking, who_id, why, at never change');
"""

# Emptying judges, trials, triads, texts or studies needs CASCADE, which comes by answers.
EMPTYING = """
-- TRUNCATE passes row triggers by. Who owns the tables can allow it: SET triadsurvey.emptying = on.
CREATE FUNCTION studies_not_emptied() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF coalesce(current_setting('triadsurvey.emptying', true), '') <> 'on' THEN
        RAISE EXCEPTION 'TRUNCATE of % is not allowed', TG_TABLE_NAME
            USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN NULL;
END $$;

CREATE TRIGGER studies_answer_not_emptied BEFORE TRUNCATE ON studies_answer
    FOR EACH STATEMENT EXECUTE FUNCTION studies_not_emptied();

CREATE TRIGGER studies_event_not_emptied BEFORE TRUNCATE ON studies_event
    FOR EACH STATEMENT EXECUTE FUNCTION studies_not_emptied();

CREATE TRIGGER studies_amendment_not_emptied BEFORE TRUNCATE ON studies_amendment
    FOR EACH STATEMENT EXECUTE FUNCTION studies_not_emptied();
"""


class Migration(migrations.Migration):
    dependencies = [("studies", "0002_rules_of_the_database")]

    operations = [
        migrations.RunSQL(WAYS_ROUND, DROP_WAYS_ROUND),
        migrations.RunSQL(
            IMMUTABLE, "DROP TRIGGER studies_amendment_immutable ON studies_amendment"
        ),
        migrations.RunSQL(EMPTYING, "DROP FUNCTION studies_not_emptied CASCADE"),
    ]
