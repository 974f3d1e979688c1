"""What is rated on a sheet: each of its texts by each of its criteria, as the plan says."""

from django.db import migrations

RULES = """
CREATE FUNCTION studies_sheet_rated(answer bigint, trial bigint) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
    missing bigint;
    unlike bigint;
BEGIN
    SELECT count(*) FILTER (WHERE r.id IS NULL),
            count(DISTINCT (t.place, c ->> 'key', r.value)) - count(DISTINCT (t.place, c ->> 'key'))
        INTO missing, unlike
        FROM studies_trial x JOIN studies_sheet h ON h.id = x.sheet_id
        JOIN studies_sheettext t ON t.sheet_id = h.id
        JOIN studies_ratingplan p ON p.study_id = h.study_id
        JOIN LATERAL jsonb_array_elements(p.criteria) c ON h.criterion IN ('', c ->> 'key')
        LEFT JOIN studies_rating r ON r.answer_id = answer AND r.sample_id = t.sample_id
            AND r.criterion = c ->> 'key'
        WHERE x.id = trial;
    IF missing > 0 OR unlike > 0 THEN
        RAISE EXCEPTION 'answer % lacks % ratings, and rates % identical texts unlike',
            answer, missing, unlike USING ERRCODE = 'integrity_constraint_violation';
    END IF;
END $$;

CREATE OR REPLACE FUNCTION studies_rating_fits() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    rated record;
BEGIN
    SELECT s.follow_up, x.kind, x.state, ARRAY[t.first_id, t.second_id, t.third_id] AS texts,
            h.id AS sheet, h.criterion, p.method, p.scale_points, (
                SELECT c ->> 'kind' FROM jsonb_array_elements(p.criteria) c
                WHERE c ->> 'key' = NEW.criterion
            ) AS given
        INTO rated FROM studies_answer a JOIN studies_trial x ON x.id = a.trial_id
        JOIN studies_study s ON s.id = x.study_id
        LEFT JOIN studies_triad t ON t.id = x.triad_id
        LEFT JOIN studies_sheet h ON h.id = x.sheet_id
        LEFT JOIN studies_ratingplan p ON p.study_id = s.id
        WHERE a.id = NEW.answer_id;
    IF rated.sheet IS NOT NULL THEN
        IF (rated.state IN ('answered', 'surplus') AND rated.criterion IN ('', NEW.criterion)
            AND EXISTS (SELECT FROM studies_sheettext t
                WHERE t.sheet_id = rated.sheet AND t.sample_id = NEW.sample_id)
            AND CASE rated.given
                WHEN 'number' THEN NEW.value >= 1
                    AND (rated.method <> 'likert' OR NEW.value <= rated.scale_points)
                WHEN 'ticks' THEN NEW.value <= 3
            END) IS NOT TRUE THEN
            RAISE EXCEPTION 'answer % is not rated so by its plan', NEW.answer_id
                USING ERRCODE = 'integrity_constraint_violation';
        END IF;
        RETURN NEW;
    END IF;
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

CREATE OR REPLACE FUNCTION studies_answer_rated() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    plan record;
    judge bigint;
    found_ratings integer;
BEGIN
    IF NEW."order" = '' THEN
        PERFORM studies_sheet_rated(NEW.id, NEW.trial_id);
        RETURN NULL;
    END IF;
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
"""
RULES_BEFORE = """
CREATE OR REPLACE FUNCTION studies_rating_fits() RETURNS trigger LANGUAGE plpgsql AS $$
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

CREATE OR REPLACE FUNCTION studies_answer_rated() RETURNS trigger LANGUAGE plpgsql AS $$
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

DROP FUNCTION studies_sheet_rated(bigint, bigint);
"""


class Migration(migrations.Migration):
    dependencies = [("studies", "0043_hard_triads_job")]

    operations = [migrations.RunSQL(RULES, RULES_BEFORE)]
