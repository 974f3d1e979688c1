-- Ratings: numbers given with an answer, stored once, and kept.
-- To change a rule: edit it here and run its new text in a migration (docs/adr/0003).

-- A number is one that the plan asks for: of a text of the triad or sheet by one of the plan's
-- criteria, or of the difference. An answer that was withdrawn gets none.
CREATE FUNCTION studies_rating_fits() RETURNS trigger LANGUAGE plpgsql AS $$
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

-- A sheet is rated as a whole: each of its texts by each of its criteria, and identical texts, which
-- were shown once, alike.
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

-- An answer comes with all numbers that the plan asks for: each of a sheet; else each answer, or one of
-- a judge who has made the last evaluation, but for practice. Looked at when the transaction ends.
CREATE FUNCTION studies_answer_rated() RETURNS trigger LANGUAGE plpgsql AS $$
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
CREATE CONSTRAINT TRIGGER answer_rated AFTER INSERT ON studies_answer
    DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (NEW.kind <> 'practice' OR NEW."order" = '')
    EXECUTE FUNCTION studies_answer_rated();
