"""What the database keeps of the new columns, and a secret of its own for each study."""

from django.db import migrations

# One default was given to all studies that there were.
SECRETS = """
    UPDATE studies_study SET secret = replace(gen_random_uuid() || '' || gen_random_uuid(), '-', '')
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

# The functions that were replaced go with those of 0002 and 0003.
DROP_PLAN_AND_PAGE = """
DROP FUNCTION studies_trial_excluded CASCADE;
DROP TRIGGER answer_said_once ON studies_answer;
DROP TRIGGER judge_out_for_good ON studies_judge;
"""

IMMUTABLE = """
CREATE TRIGGER studies_image_immutable BEFORE UPDATE ON studies_image FOR EACH ROW
    WHEN ((OLD."study_id", OLD."name", OLD."content", OLD."content_type", OLD."sha256",
         OLD."width", OLD."height")
        IS DISTINCT FROM
        (NEW."study_id", NEW."name", NEW."content", NEW."content_type", NEW."sha256",
         NEW."width", NEW."height"))
    EXECUTE FUNCTION studies_refuse('study_id, name, content, content_type, sha256, width, height never change');
CREATE TRIGGER studies_readingrecord_immutable BEFORE UPDATE ON studies_readingrecord FOR EACH ROW
    WHEN ((OLD."answer_id", OLD."chosen_ms", OLD."confirmed_ms", OLD."visible_ms", OLD."choices",
         OLD."device", OLD."width", OLD."masked", OLD."stays")
        IS DISTINCT FROM
        (NEW."answer_id", NEW."chosen_ms", NEW."confirmed_ms", NEW."visible_ms", NEW."choices",
         NEW."device", NEW."width", NEW."masked", NEW."stays"))
    EXECUTE FUNCTION studies_refuse('answer_id, chosen_ms, confirmed_ms, visible_ms, choices, device, width, masked, stays never change');
"""

DROP_IMMUTABLE = """
DROP TRIGGER studies_image_immutable ON studies_image;
DROP TRIGGER studies_readingrecord_immutable ON studies_readingrecord;
"""


class Migration(migrations.Migration):
    dependencies = [("studies", "0006_the_judges_side_and_the_workbench")]

    operations = [
        migrations.RunSQL(SECRETS, migrations.RunSQL.noop),
        migrations.RunSQL(PLAN_AND_PAGE, DROP_PLAN_AND_PAGE),
        migrations.RunSQL(IMMUTABLE, DROP_IMMUTABLE),
    ]
