"""Numbers given after a choice, where the plan asks for them, and the rules that keep them.

One step at a time, each for itself: no judge waits for two tables that the migration holds.
"""

import django.db.models.deletion
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
         OLD.questionnaire, OLD.follow_up, OLD.translations, OLD.privacy_contact, OLD.withdrawal_until,
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
         NEW.questionnaire, NEW.follow_up, NEW.translations, NEW.privacy_contact, NEW.withdrawal_until,
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
BEFORE = FROZEN.replace(" OLD.follow_up,", "").replace(" NEW.follow_up,", "")
RATINGS = """
-- A number is one that the plan asks for: of a text of the triad by one of the plan's criteria, or
-- of the difference. An answer that was withdrawn gets none.
CREATE FUNCTION studies_rating_fits() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    rated record;
BEGIN
    SELECT s.follow_up, x.kind, x.state, ARRAY[t.first_id, t.second_id, t.third_id] AS texts
        INTO rated FROM studies_answer a JOIN studies_trial x ON x.id = a.trial_id
        JOIN studies_triad t ON t.id = x.triad_id JOIN studies_study s ON s.id = x.study_id
        WHERE a.id = NEW.answer_id;
    IF (rated.state IN ('answered', 'surplus') AND rated.kind <> 'practice'
        AND CASE rated.follow_up ->> 'ask'
            WHEN 'degree' THEN NEW.criterion = 'degree' AND NEW.sample_id IS NULL
                AND NEW.value <= 100
            WHEN 'magnitude' THEN NEW.criterion = 'difference' AND NEW.sample_id IS NULL
                AND NEW.value >= 1
            WHEN 'rate' THEN NEW.sample_id = ANY (rated.texts) AND NEW.value >= 1
                AND EXISTS (SELECT FROM jsonb_array_elements(rated.follow_up -> 'criteria') c
                    WHERE c ->> 'key' = NEW.criterion)
        END) IS NOT TRUE THEN
        RAISE EXCEPTION 'answer % is not rated so by its plan', NEW.answer_id
            USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER rating_fits BEFORE INSERT ON studies_rating
    FOR EACH ROW EXECUTE FUNCTION studies_rating_fits();

CREATE TRIGGER rating_immutable BEFORE UPDATE ON studies_rating FOR EACH ROW
    EXECUTE FUNCTION studies_refuse('a rating never changes');

CREATE FUNCTION studies_rating_kept() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF studies_erasing((SELECT study_id FROM studies_answer WHERE id = OLD.answer_id)) THEN
        RETURN OLD;
    END IF;
    RAISE EXCEPTION 'rating % is kept: ratings are never deleted', OLD.id
        USING ERRCODE = 'integrity_constraint_violation';
END $$;
CREATE TRIGGER rating_kept BEFORE DELETE ON studies_rating
    FOR EACH ROW EXECUTE FUNCTION studies_rating_kept();

CREATE TRIGGER studies_rating_not_emptied BEFORE TRUNCATE ON studies_rating
    FOR EACH STATEMENT EXECUTE FUNCTION studies_not_emptied();
"""
NO_RATINGS = """
DROP TRIGGER studies_rating_not_emptied ON studies_rating;
DROP TRIGGER rating_kept ON studies_rating;
DROP TRIGGER rating_immutable ON studies_rating;
DROP TRIGGER rating_fits ON studies_rating;
DROP FUNCTION studies_rating_kept();
DROP FUNCTION studies_rating_fits();
"""
ANSWERS = """
-- An answer comes with all numbers that the plan asks for: each answer, or one of a judge who has
-- made the last evaluation. Looked at when the transaction ends.
CREATE FUNCTION studies_answer_rated() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    plan record;
    judge bigint;
    found_ratings integer;
BEGIN
    SELECT follow_up ->> 'when' AS moment, evaluations_per_judge AS evaluations,
            CASE follow_up ->> 'ask' WHEN 'rate'
                THEN 3 * jsonb_array_length(follow_up -> 'criteria') ELSE 1 END AS numbers
        INTO plan FROM studies_study WHERE id = NEW.study_id AND follow_up <> '{}';
    IF NOT FOUND THEN
        RETURN NULL;
    END IF;
    IF plan.moment = 'each' THEN
        SELECT count(*) INTO found_ratings FROM studies_rating WHERE answer_id = NEW.id;
    ELSE
        SELECT judge_id INTO judge FROM studies_trial WHERE id = NEW.trial_id;
        IF (SELECT count(*) FROM studies_trial WHERE judge_id = judge AND kind = 'main'
                AND state IN ('answered', 'surplus', 'withdrawn', 'excluded')) < plan.evaluations
        THEN
            RETURN NULL;
        END IF;
        SELECT count(*) INTO found_ratings FROM studies_rating r
            JOIN studies_answer a ON a.id = r.answer_id
            JOIN studies_trial x ON x.id = a.trial_id WHERE x.judge_id = judge;
    END IF;
    IF found_ratings <> plan.numbers THEN
        RAISE EXCEPTION 'answer % has % of % ratings', NEW.id, found_ratings, plan.numbers
            USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER answer_rated AFTER INSERT ON studies_answer
    DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (NEW.kind <> 'practice')
    EXECUTE FUNCTION studies_answer_rated();
"""
NO_ANSWERS = """
DROP TRIGGER answer_rated ON studies_answer;
DROP FUNCTION studies_answer_rated();
"""


class Migration(migrations.Migration):
    atomic = False
    dependencies = [("studies", "0035_times_by_the_databases_clock")]

    operations = [
        migrations.AddField(
            "study",
            "follow_up",
            models.JSONField(
                blank=True,
                db_default=models.Value({}, models.JSONField()),
                default=dict,
                verbose_name="ratings after a choice",
            ),
        ),
        migrations.RunSQL(FROZEN, BEFORE),
        migrations.CreateModel(
            name="Rating",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("criterion", models.CharField(max_length=30)),
                ("value", models.PositiveIntegerField()),
                (
                    "answer",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="ratings",
                        to="studies.answer",
                    ),
                ),
                (
                    "sample",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="studies.sample",
                    ),
                ),
            ],
            options={
                "ordering": ["pk"],
                "constraints": [
                    models.UniqueConstraint(
                        fields=("answer", "sample", "criterion"),
                        name="rating_once",
                        nulls_distinct=False,
                    ),
                    models.CheckConstraint(condition=Q(value__lte=999_999), name="rating_value"),
                ],
            },
        ),
        migrations.RunSQL(RATINGS, NO_RATINGS),
        migrations.RunSQL(ANSWERS, NO_ANSWERS),
    ]
