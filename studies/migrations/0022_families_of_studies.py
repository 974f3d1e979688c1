"""Families of studies: a name and a number, declared in the plan."""

from django.core.validators import MaxValueValidator, MinValueValidator
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
         OLD.practice_triads, OLD.family, OLD.family_size,
         OLD.presentation, OLD.progress_shown, OLD.asks_reason, OLD.asks_sureness,
         OLD.questionnaire, OLD.translations, OLD.privacy_contact, OLD.withdrawal_until,
         OLD.secret, OLD.texts_sha256)
        IS DISTINCT FROM
        (NEW.subject_a, NEW.subject_b, NEW.goal, NEW.method, NEW.alpha, NEW.beta, NEW.pd,
         NEW.evaluations_per_judge, NEW.protocol, NEW.pairing, NEW.hold_minutes, NEW.blind,
         NEW.language,
         NEW.question, NEW.instructions, NEW.consent_text, NEW.thanks_text, NEW.seed, NEW.is_test,
         NEW.plan_json, NEW.plan_sha256, NEW.accepted_warnings, NEW.code,
         NEW.least_seconds, NEW.most_failed_attention, NEW.primary_set, NEW.attention_at,
         NEW.practice_triads, NEW.family, NEW.family_size,
         NEW.presentation, NEW.progress_shown, NEW.asks_reason, NEW.asks_sureness,
         NEW.questionnaire, NEW.translations, NEW.privacy_contact, NEW.withdrawal_until,
         NEW.secret, NEW.texts_sha256)
        OR NEW.evaluations < OLD.evaluations
        OR NEW.status = 'draft'
    ) THEN
        RAISE EXCEPTION 'the plan of study % is frozen', OLD.id
            USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN NEW;
END $$;
"""
BEFORE = FROZEN.replace(", OLD.family, OLD.family_size", "").replace(
    ", NEW.family, NEW.family_size", ""
)


class Migration(migrations.Migration):
    dependencies = [("studies", "0021_consent_by_the_databases_clock")]

    operations = [
        migrations.AddField(
            "study",
            "family",
            models.CharField(
                blank=True,
                default="",
                help_text="Only where several studies answer one question together: its name.",
                max_length=100,
                verbose_name="family of studies",
            ),
        ),
        migrations.AddField(
            "study",
            "family_size",
            models.PositiveSmallIntegerField(
                blank=True,
                null=True,
                validators=[MinValueValidator(2), MaxValueValidator(100)],
                verbose_name="studies in the family",
            ),
        ),
        migrations.RunSQL(FROZEN, BEFORE),
        migrations.AddConstraint(
            "study",
            models.CheckConstraint(
                condition=Q(family="", family_size__isnull=True)
                | ~Q(family="") & Q(family_size__isnull=False, family_size__gte=2),
                name="study_family_has_a_size",
                violation_error_message="A family has a name and two studies or more.",
            ),
        ),
    ]
