"""Triggers of the tables, written once: what the database itself keeps.

Errors are integrity violations (SQLSTATE 23000), which Django raises as IntegrityError.
"""

from django.db.migrations import RunSQL

FUNCTIONS = """
-- Erasing a whole study is the only way in which frozen rows are deleted: `erase` names the study
-- in a setting of its transaction.
CREATE FUNCTION studies_erasing(study bigint) RETURNS boolean LANGUAGE sql STABLE AS $$
    SELECT coalesce(current_setting('triadsurvey.erasing', true), '') = study::text
$$;

CREATE FUNCTION studies_refuse() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION '% of % is not allowed: %', TG_OP, TG_TABLE_NAME, TG_ARGV[0]
        USING ERRCODE = 'integrity_constraint_violation';
END $$;

-- Texts of an open study are fixed. FOR SHARE waits for an opening that is under way.
CREATE FUNCTION studies_sample_fixed() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    sample studies_sample := coalesce(NEW, OLD);
    study_status text;
BEGIN
    IF sample.kind = 'main' OR (TG_OP = 'UPDATE' AND OLD.kind = 'main') THEN
        SELECT status INTO study_status FROM studies_study WHERE id = sample.study_id FOR SHARE;
        IF study_status <> 'draft' AND NOT studies_erasing(sample.study_id) THEN
            RAISE EXCEPTION 'the texts of study % are fixed: it is %', sample.study_id, study_status
                USING ERRCODE = 'integrity_constraint_violation';
        END IF;
    END IF;
    RETURN CASE TG_OP WHEN 'DELETE' THEN OLD ELSE NEW END;
END $$;

-- The plan of a study that has left draft is frozen; its number only grows; it never goes back.
CREATE FUNCTION studies_study_frozen() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'DELETE' THEN
        IF OLD.status <> 'draft' AND NOT studies_erasing(OLD.id) THEN
            RAISE EXCEPTION 'study % was opened; it can only be erased as a whole', OLD.id
                USING ERRCODE = 'integrity_constraint_violation';
        END IF;
        RETURN OLD;
    END IF;
    IF OLD.status <> 'draft' AND (
        (OLD.subject_a, OLD.subject_b, OLD.goal, OLD.method, OLD.alpha, OLD.beta, OLD.pd,
         OLD.evaluations_per_judge, OLD.pairing, OLD.hold_minutes, OLD.blind, OLD.language,
         OLD.question, OLD.instructions, OLD.consent_text, OLD.thanks_text, OLD.seed, OLD.is_test,
         OLD.plan_json, OLD.plan_sha256, OLD.accepted_warnings, OLD.code)
        IS DISTINCT FROM
        (NEW.subject_a, NEW.subject_b, NEW.goal, NEW.method, NEW.alpha, NEW.beta, NEW.pd,
         NEW.evaluations_per_judge, NEW.pairing, NEW.hold_minutes, NEW.blind, NEW.language,
         NEW.question, NEW.instructions, NEW.consent_text, NEW.thanks_text, NEW.seed, NEW.is_test,
         NEW.plan_json, NEW.plan_sha256, NEW.accepted_warnings, NEW.code)
        OR NEW.evaluations < OLD.evaluations
        OR NEW.status = 'draft'
    ) THEN
        RAISE EXCEPTION 'the plan of study % is frozen', OLD.id
            USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN NEW;
END $$;

-- The copies on a trial come from its judge, triad and study, whatever is inserted; a judge and
-- a triad of different studies, or of different modes, never meet.
CREATE FUNCTION studies_trial_copies() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    judge record;
BEGIN
    SELECT t.study_id, t.kind, t.mode, s.single INTO NEW.study_id, NEW.kind, NEW.mode, NEW.single
        FROM studies_triad t JOIN studies_study s ON s.id = t.study_id WHERE t.id = NEW.triad_id;
    SELECT study_id, mode INTO judge FROM studies_judge WHERE id = NEW.judge_id;
    IF (judge.study_id, judge.mode) IS DISTINCT FROM (NEW.study_id, NEW.mode) THEN
        RAISE EXCEPTION 'judge % and triad % do not belong together', NEW.judge_id, NEW.triad_id
            USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN NEW;
END $$;

-- A judge comes through a link of the same study and mode.
CREATE FUNCTION studies_judge_copies() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    SELECT study_id, mode, personal INTO NEW.study_id, NEW.mode, NEW.personal
        FROM studies_recruitmentlink WHERE id = NEW.link_id;
    RETURN NEW;
END $$;

-- Whether a choice is right is settled here alone.
CREATE FUNCTION studies_answer_correct() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    SELECT NEW.chosen_position = t.odd_position INTO NEW.correct
        FROM studies_trial x JOIN studies_triad t ON t.id = x.triad_id WHERE x.id = NEW.trial_id;
    RETURN NEW;
END $$;

CREATE FUNCTION studies_answer_kept() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF studies_erasing((SELECT study_id FROM studies_trial WHERE id = OLD.trial_id)) THEN
        RETURN OLD;
    END IF;
    RAISE EXCEPTION 'answer % is kept: answers are never deleted', OLD.id
        USING ERRCODE = 'integrity_constraint_violation';
END $$;

CREATE TRIGGER sample_fixed BEFORE INSERT OR UPDATE OR DELETE ON studies_sample
    FOR EACH ROW EXECUTE FUNCTION studies_sample_fixed();
CREATE TRIGGER study_frozen BEFORE UPDATE OR DELETE ON studies_study
    FOR EACH ROW EXECUTE FUNCTION studies_study_frozen();
CREATE TRIGGER trial_copies BEFORE INSERT ON studies_trial
    FOR EACH ROW EXECUTE FUNCTION studies_trial_copies();
CREATE TRIGGER judge_copies BEFORE INSERT ON studies_judge
    FOR EACH ROW EXECUTE FUNCTION studies_judge_copies();
CREATE TRIGGER answer_correct BEFORE INSERT ON studies_answer
    FOR EACH ROW EXECUTE FUNCTION studies_answer_correct();
CREATE TRIGGER answer_kept BEFORE DELETE ON studies_answer
    FOR EACH ROW EXECUTE FUNCTION studies_answer_kept();
CREATE TRIGGER event_kept BEFORE UPDATE OR DELETE ON studies_event
    FOR EACH ROW EXECUTE FUNCTION studies_refuse('the record of events is append-only');
"""

DROP_FUNCTIONS = """
DROP FUNCTION studies_sample_fixed, studies_study_frozen, studies_trial_copies,
    studies_judge_copies, studies_answer_correct, studies_answer_kept, studies_refuse CASCADE;
DROP FUNCTION studies_erasing;
"""

# What plain SQL could still do past the rules above: each trigger shuts one way round.
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

# The two functions that were replaced go with those of `rules`.
DROP_WAYS_ROUND = """
DROP FUNCTION studies_trial_whole, studies_triad_taken, studies_triads_fit, studies_part_kept,
    studies_study_amended CASCADE;
DROP TRIGGER trial_state_final ON studies_trial;
DROP TRIGGER answer_number ON studies_answer;
"""

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
"""


# The whole plan with the page that judges see, and what is asked after a choice.
PLAN_AND_PAGE = """
-- The plan of a study that has left draft is frozen; its number only grows; it never goes back.
CREATE OR REPLACE FUNCTION studies_study_frozen() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'DELETE' THEN
        IF OLD.status <> 'draft' AND NOT studies_erasing(OLD.id) THEN
            RAISE EXCEPTION 'study % was opened; it can only be erased as a whole', OLD.id
                USING ERRCODE = 'integrity_constraint_violation';
        END IF;
        RETURN OLD;
    END IF;
    IF OLD.status <> 'draft' AND (
        (OLD.subject_a, OLD.subject_b, OLD.goal, OLD.method, OLD.alpha, OLD.beta, OLD.pd,
         OLD.evaluations_per_judge, OLD.pairing, OLD.hold_minutes, OLD.blind, OLD.language,
         OLD.question, OLD.instructions, OLD.consent_text, OLD.thanks_text, OLD.seed, OLD.is_test,
         OLD.plan_json, OLD.plan_sha256, OLD.accepted_warnings, OLD.code,
         OLD.least_seconds, OLD.most_failed_attention, OLD.primary_set, OLD.attention_at,
         OLD.practice_triads,
         OLD.presentation, OLD.progress_shown, OLD.asks_reason, OLD.asks_sureness,
         OLD.questionnaire, OLD.translations, OLD.privacy_contact, OLD.withdrawal_until,
         OLD.secret)
        IS DISTINCT FROM
        (NEW.subject_a, NEW.subject_b, NEW.goal, NEW.method, NEW.alpha, NEW.beta, NEW.pd,
         NEW.evaluations_per_judge, NEW.pairing, NEW.hold_minutes, NEW.blind, NEW.language,
         NEW.question, NEW.instructions, NEW.consent_text, NEW.thanks_text, NEW.seed, NEW.is_test,
         NEW.plan_json, NEW.plan_sha256, NEW.accepted_warnings, NEW.code,
         NEW.least_seconds, NEW.most_failed_attention, NEW.primary_set, NEW.attention_at,
         NEW.practice_triads,
         NEW.presentation, NEW.progress_shown, NEW.asks_reason, NEW.asks_sureness,
         NEW.questionnaire, NEW.translations, NEW.privacy_contact, NEW.withdrawal_until,
         NEW.secret)
        OR NEW.evaluations < OLD.evaluations
        OR NEW.status = 'draft'
    ) THEN
        RAISE EXCEPTION 'the plan of study % is frozen', OLD.id
            USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN NEW;
END $$;

-- Looked at when the transaction ends: an answered trial has its answer, and keeps its triad.
CREATE OR REPLACE FUNCTION studies_trial_whole() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    trial record;
BEGIN
    SELECT x.state, t.free_from, a.id AS answer INTO trial
        FROM studies_trial x JOIN studies_triad t ON t.id = x.triad_id
        LEFT JOIN studies_answer a ON a.trial_id = x.id WHERE x.id = NEW.id;
    IF trial.state IN ('answered', 'surplus', 'excluded') AND trial.answer IS NULL THEN
        RAISE EXCEPTION 'trial % is % and has no answer', NEW.id, trial.state
            USING ERRCODE = 'integrity_constraint_violation';
    ELSIF trial.state = 'answered' AND trial.free_from < 'infinity' THEN
        RAISE EXCEPTION 'triad % is answered and cannot be free', NEW.triad_id
            USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN NULL;
END $$;

DROP TRIGGER trial_whole ON studies_trial;
CREATE CONSTRAINT TRIGGER trial_whole AFTER INSERT OR UPDATE OF state ON studies_trial
    DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
    WHEN (NEW.state IN ('answered', 'surplus', 'excluded'))
    EXECUTE FUNCTION studies_trial_whole();

-- Only the plan's rule takes an answer out of the count, and only a judge whom it excludes.
DROP TRIGGER trial_state_final ON studies_trial;
CREATE TRIGGER trial_state_final BEFORE UPDATE ON studies_trial FOR EACH ROW
    WHEN (OLD.state <> NEW.state AND (OLD.state, NEW.state) NOT IN (
        ('held', 'answered'), ('held', 'surplus'), ('held', 'lapsed'), ('held', 'withdrawn'),
        ('lapsed', 'answered'), ('lapsed', 'surplus'), ('lapsed', 'held'),
        ('lapsed', 'withdrawn'), ('answered', 'withdrawn'), ('surplus', 'withdrawn'),
        ('answered', 'excluded'), ('excluded', 'withdrawn')
    ))
    EXECUTE FUNCTION studies_refuse('this state does not follow that one');

CREATE FUNCTION studies_trial_excluded() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF NOT EXISTS (
        SELECT 1 FROM studies_judge j JOIN studies_study s ON s.id = j.study_id
        WHERE j.id = NEW.judge_id AND j.excluded_at IS NOT NULL AND s.primary_set = 'kept'
    ) THEN
        RAISE EXCEPTION 'the judge of trial % is not excluded by the plan', NEW.id
            USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER trial_excluded BEFORE INSERT OR UPDATE OF state ON studies_trial
    FOR EACH ROW WHEN (NEW.state = 'excluded') EXECUTE FUNCTION studies_trial_excluded();

-- Why and how sure: said once, after the choice; blanked where a judge withdraws.
CREATE TRIGGER answer_said_once BEFORE UPDATE ON studies_answer FOR EACH ROW
    WHEN (OLD.reason <> '' AND NEW.reason NOT IN ('', OLD.reason)
        OR OLD.sureness <> '' AND NEW.sureness NOT IN ('', OLD.sureness)
        OR OLD.page_translated <> NEW.page_translated)
    EXECUTE FUNCTION studies_refuse('reason and sureness are set once');

-- Neither a withdrawal nor an exclusion is undone.
CREATE TRIGGER judge_out_for_good BEFORE UPDATE ON studies_judge FOR EACH ROW
    WHEN (OLD.withdrawn_at IS NOT NULL AND OLD.withdrawn_at IS DISTINCT FROM NEW.withdrawn_at
        OR OLD.excluded_at IS NOT NULL AND OLD.excluded_at IS DISTINCT FROM NEW.excluded_at)
    EXECUTE FUNCTION studies_refuse('withdrawn_at and excluded_at are set once');
"""

# The functions that were replaced go with those of `rules` and `ways_round`.
DROP_PLAN_AND_PAGE = """
DROP FUNCTION studies_trial_excluded CASCADE;
DROP TRIGGER answer_said_once ON studies_answer;
DROP TRIGGER judge_out_for_good ON studies_judge;
"""


def plan_and_page() -> RunSQL:
    """Rules for the columns of the judge's page, and for judges who are out."""
    return RunSQL(PLAN_AND_PAGE, DROP_PLAN_AND_PAGE)


def rules() -> RunSQL:
    """The functions and triggers of `studies`."""
    return RunSQL(FUNCTIONS, DROP_FUNCTIONS)


def ways_round() -> RunSQL:
    """Further rules, against what plain SQL could do past those of `rules`."""
    return RunSQL(WAYS_ROUND, DROP_WAYS_ROUND)


def not_emptied(table: str) -> RunSQL:
    """Refuse TRUNCATE, also where it comes by CASCADE from another table."""
    return RunSQL(
        f"""CREATE TRIGGER {table}_not_emptied BEFORE TRUNCATE ON {table}
            FOR EACH STATEMENT EXECUTE FUNCTION studies_not_emptied()""",
        f"DROP TRIGGER {table}_not_emptied ON {table}",
    )


def immutable(table: str, columns: list[str]) -> RunSQL:
    """Refuse any change of these columns of a table, by whichever way it comes."""
    old = ", ".join(f'OLD."{column}"' for column in columns)
    new = ", ".join(f'NEW."{column}"' for column in columns)
    return RunSQL(
        f"""CREATE TRIGGER {table}_immutable BEFORE UPDATE ON {table} FOR EACH ROW
            WHEN (({old}) IS DISTINCT FROM ({new}))
            EXECUTE FUNCTION studies_refuse('{", ".join(columns)} never change')""",
        f"DROP TRIGGER {table}_immutable ON {table}",
    )
