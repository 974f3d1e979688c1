"""What the database itself keeps: the functions and triggers that the tables began with."""

from django.db import migrations

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

IMMUTABLE = """
CREATE TRIGGER studies_triad_immutable BEFORE UPDATE ON studies_triad FOR EACH ROW
    WHEN ((OLD."study_id", OLD."number", OLD."block", OLD."kind", OLD."mode", OLD."order",
         OLD."odd_position", OLD."first_id", OLD."second_id", OLD."third_id")
        IS DISTINCT FROM
        (NEW."study_id", NEW."number", NEW."block", NEW."kind", NEW."mode", NEW."order",
         NEW."odd_position", NEW."first_id", NEW."second_id", NEW."third_id"))
    EXECUTE FUNCTION studies_refuse('study_id, number, block, kind, mode, order, odd_position, first_id, second_id, third_id never change');
CREATE TRIGGER studies_judge_immutable BEFORE UPDATE ON studies_judge FOR EACH ROW
    WHEN ((OLD."study_id", OLD."link_id", OLD."mode", OLD."personal", OLD."code")
        IS DISTINCT FROM
        (NEW."study_id", NEW."link_id", NEW."mode", NEW."personal", NEW."code"))
    EXECUTE FUNCTION studies_refuse('study_id, link_id, mode, personal, code never change');
CREATE TRIGGER studies_trial_immutable BEFORE UPDATE ON studies_trial FOR EACH ROW
    WHEN ((OLD."study_id", OLD."triad_id", OLD."judge_id", OLD."code", OLD."kind", OLD."mode",
         OLD."single")
        IS DISTINCT FROM
        (NEW."study_id", NEW."triad_id", NEW."judge_id", NEW."code", NEW."kind", NEW."mode",
         NEW."single"))
    EXECUTE FUNCTION studies_refuse('study_id, triad_id, judge_id, code, kind, mode, single never change');
CREATE TRIGGER studies_answer_immutable BEFORE UPDATE ON studies_answer FOR EACH ROW
    WHEN ((OLD."trial_id", OLD."chosen_position", OLD."correct", OLD."shown_at", OLD."answered_at")
        IS DISTINCT FROM
        (NEW."trial_id", NEW."chosen_position", NEW."correct", NEW."shown_at", NEW."answered_at"))
    EXECUTE FUNCTION studies_refuse('trial_id, chosen_position, correct, shown_at, answered_at never change');
CREATE TRIGGER studies_recruitmentlink_immutable BEFORE UPDATE ON studies_recruitmentlink FOR EACH ROW
    WHEN ((OLD."study_id", OLD."token", OLD."personal", OLD."mode")
        IS DISTINCT FROM
        (NEW."study_id", NEW."token", NEW."personal", NEW."mode"))
    EXECUTE FUNCTION studies_refuse('study_id, token, personal, mode never change');
"""

DROP_IMMUTABLE = """
DROP TRIGGER studies_triad_immutable ON studies_triad;
DROP TRIGGER studies_judge_immutable ON studies_judge;
DROP TRIGGER studies_trial_immutable ON studies_trial;
DROP TRIGGER studies_answer_immutable ON studies_answer;
DROP TRIGGER studies_recruitmentlink_immutable ON studies_recruitmentlink;
"""


class Migration(migrations.Migration):
    dependencies = [("studies", "0001_tables")]

    operations = [
        migrations.RunSQL(FUNCTIONS, DROP_FUNCTIONS),
        migrations.RunSQL(IMMUTABLE, DROP_IMMUTABLE),
    ]
