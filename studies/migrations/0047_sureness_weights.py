"""A plan may weight the levels of sureness otherwise than 0 to 3; the database keeps it."""

from django.db import migrations, models
from django.db.models import Q, Value

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
         OLD.questionnaire, OLD.follow_up, OLD.translations, OLD.privacy_contact,
         OLD.withdrawal_until, OLD.secret, OLD.texts_sha256, OLD.kind, OLD.more_subjects,
         OLD.b_imitates_a, OLD.sureness_weights)
        IS DISTINCT FROM
        (NEW.subject_a, NEW.subject_b, NEW.goal, NEW.method, NEW.alpha, NEW.beta, NEW.pd,
         NEW.evaluations_per_judge, NEW.protocol, NEW.pairing, NEW.hold_minutes, NEW.blind,
         NEW.language,
         NEW.question, NEW.instructions, NEW.consent_text, NEW.thanks_text, NEW.seed, NEW.is_test,
         NEW.plan_json, NEW.plan_sha256, NEW.accepted_warnings, NEW.code,
         NEW.least_seconds, NEW.most_failed_attention, NEW.primary_set, NEW.attention_at,
         NEW.practice_triads, NEW.family, NEW.family_size,
         NEW.presentation, NEW.progress_shown, NEW.asks_reason, NEW.asks_sureness,
         NEW.questionnaire, NEW.follow_up, NEW.translations, NEW.privacy_contact,
         NEW.withdrawal_until, NEW.secret, NEW.texts_sha256, NEW.kind, NEW.more_subjects,
         NEW.b_imitates_a, NEW.sureness_weights)
        OR NEW.evaluations < OLD.evaluations
        OR NEW.status = 'draft'
    ) THEN
        RAISE EXCEPTION 'the plan of study % is frozen', OLD.id
            USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN NEW;
END $$;
"""
BEFORE = FROZEN
for row in ("OLD", "NEW"):
    BEFORE = BEFORE.replace(f", {row}.sureness_weights", "")


class Migration(migrations.Migration):
    dependencies = [
        ("studies", "0046_conditions_of_texts"),
    ]

    operations = [
        migrations.AddField(
            model_name="study",
            name="sureness_weights",
            field=models.JSONField(
                blank=True,
                db_default=Value([], models.JSONField()),
                default=list,
                verbose_name="weights of sureness",
            ),
        ),
        migrations.AddConstraint(
            model_name="study",
            constraint=models.CheckConstraint(
                condition=Q(sureness_weights__contained_by=[0, 1, 2, 3])
                & (Q(sureness_weights=[]) | Q(sureness_weights__3__gt=0)),
                name="study_sureness_weights",
            ),
        ),
        migrations.RunSQL(FROZEN, BEFORE),
    ]
