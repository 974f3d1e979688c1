"""The directed triad: what judges are asked becomes part of the plan."""

from django.db import migrations, models
from django.db.models import Q

FROZEN = """
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
         OLD.evaluations_per_judge, OLD.protocol, OLD.pairing, OLD.hold_minutes, OLD.blind,
         OLD.language,
         OLD.question, OLD.instructions, OLD.consent_text, OLD.thanks_text, OLD.seed, OLD.is_test,
         OLD.plan_json, OLD.plan_sha256, OLD.accepted_warnings, OLD.code,
         OLD.least_seconds, OLD.most_failed_attention, OLD.primary_set, OLD.attention_at,
         OLD.practice_triads,
         OLD.presentation, OLD.progress_shown, OLD.asks_reason, OLD.asks_sureness,
         OLD.questionnaire, OLD.translations, OLD.privacy_contact, OLD.withdrawal_until,
         OLD.secret)
        IS DISTINCT FROM
        (NEW.subject_a, NEW.subject_b, NEW.goal, NEW.method, NEW.alpha, NEW.beta, NEW.pd,
         NEW.evaluations_per_judge, NEW.protocol, NEW.pairing, NEW.hold_minutes, NEW.blind,
         NEW.language,
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
"""
FROZEN_BEFORE = """
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
"""
FIT = """
CREATE OR REPLACE FUNCTION studies_triads_fit() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    misfit bigint;
BEGIN
    SELECT t.number INTO misfit FROM inserted t
        JOIN studies_study s ON s.id = t.study_id
        LEFT JOIN studies_sample a ON a.id = t.first_id
        LEFT JOIN studies_sample b ON b.id = t.second_id
        LEFT JOIN studies_sample c ON c.id = t.third_id
        WHERE (s.protocol = 'directed' AND t."order" NOT IN ('AAB', 'ABA', 'BAA'))
            OR (a.subject || b.subject || c.subject) IS DISTINCT FROM t."order"
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
"""
FIT_BEFORE = """
CREATE OR REPLACE FUNCTION studies_triads_fit() RETURNS trigger LANGUAGE plpgsql AS $$
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
"""
KEPT = """
CREATE FUNCTION studies_protocol_kept() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF EXISTS (SELECT 1 FROM studies_triad WHERE study_id = NEW.id) THEN
        RAISE EXCEPTION 'study % has triads of the other protocol', NEW.id
            USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER study_protocol_kept BEFORE UPDATE OF protocol ON studies_study FOR EACH ROW
    WHEN (OLD.protocol IS DISTINCT FROM NEW.protocol)
    EXECUTE FUNCTION studies_protocol_kept();
"""
DROP_KEPT = """
DROP TRIGGER study_protocol_kept ON studies_study;
DROP FUNCTION studies_protocol_kept();
"""


class Migration(migrations.Migration):
    dependencies = [("studies", "0014_first_hold_of_a_triad")]

    operations = [
        migrations.AddField(
            "study",
            "protocol",
            models.CharField(
                choices=[
                    ("triangle", "undirected (triangle)"),
                    ("directed", "directed (B is always the odd one)"),
                ],
                default="triangle",
                max_length=8,
                verbose_name="what judges are asked",
            ),
        ),
        migrations.AddConstraint(
            "study",
            models.CheckConstraint(
                condition=Q(protocol="triangle") | Q(protocol="directed", question__regex=r"\S"),
                name="study_directed_has_question",
                violation_error_message="A directed triad needs a question of its own.",
            ),
        ),
        migrations.RunSQL(FROZEN, FROZEN_BEFORE),
        migrations.RunSQL(FIT, FIT_BEFORE),
        migrations.RunSQL(KEPT, DROP_KEPT),
    ]
