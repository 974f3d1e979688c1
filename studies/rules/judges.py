"""Rules for the whole plan, for judges who are out, and for triads that are never counted."""

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

# The functions that were replaced go with those of `rules`, `ways_round` and `plan_and_page`.
DROP_LEAVING = """
DROP FUNCTION studies_judge_gone, studies_trial_silent CASCADE;
"""
