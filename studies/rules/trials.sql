-- Trials: which triad a judge gets, and which state follows which.
-- To change a rule: edit it here and run its new text in a migration (docs/adr/0003).

-- Copy study, kind, mode and `single` from triad or sheet and study, not from the statement: the partial
-- indexes of trials need them. A judge and a triad of different studies, or of different modes,
-- never meet; a judge who has withdrawn gets no triad. No judge is asked by two sheets to rate the
-- same texts by the same criterion: the judge's row is locked where a trial is given.
CREATE FUNCTION studies_trial_copies() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    judge record;
BEGIN
    IF NEW.sheet_id IS NULL THEN
        SELECT t.study_id, t.kind, t.mode, s.single
            INTO NEW.study_id, NEW.kind, NEW.mode, NEW.single
            FROM studies_triad t JOIN studies_study s ON s.id = t.study_id
            WHERE t.id = NEW.triad_id;
    ELSE
        SELECT h.study_id, h.kind, h.mode, s.single
            INTO NEW.study_id, NEW.kind, NEW.mode, NEW.single
            FROM studies_sheet h JOIN studies_study s ON s.id = h.study_id
            WHERE h.id = NEW.sheet_id;
        IF NEW.kind = 'main' AND EXISTS (
            SELECT FROM studies_trial x JOIN studies_sheet o ON o.id = x.sheet_id
                JOIN studies_sheet h ON h.id = NEW.sheet_id
            WHERE x.judge_id = NEW.judge_id AND x.kind = 'main' AND o.question = h.question
        ) THEN
            RAISE EXCEPTION 'judge % has had the question of sheet %', NEW.judge_id, NEW.sheet_id
                USING ERRCODE = 'integrity_constraint_violation';
        END IF;
    END IF;
    SELECT study_id, mode, withdrawn_at INTO judge FROM studies_judge WHERE id = NEW.judge_id;
    IF (judge.study_id, judge.mode) IS DISTINCT FROM (NEW.study_id, NEW.mode) THEN
        RAISE EXCEPTION 'judge % and triad % do not belong together', NEW.judge_id,
            coalesce(NEW.triad_id, NEW.sheet_id)
            USING ERRCODE = 'integrity_constraint_violation';
    ELSIF judge.withdrawn_at IS NOT NULL THEN
        RAISE EXCEPTION 'judge % has withdrawn', NEW.judge_id
            USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER trial_copies BEFORE INSERT ON studies_trial
    FOR EACH ROW EXECUTE FUNCTION studies_trial_copies();

CREATE TRIGGER studies_trial_immutable BEFORE UPDATE ON studies_trial FOR EACH ROW
    WHEN ((OLD.study_id, OLD.triad_id, OLD.sheet_id, OLD.judge_id,
           OLD.code, OLD.kind, OLD.mode, OLD.single)
        IS DISTINCT FROM
          (NEW.study_id, NEW.triad_id, NEW.sheet_id, NEW.judge_id,
           NEW.code, NEW.kind, NEW.mode, NEW.single))
    EXECUTE FUNCTION studies_refuse(
        'study_id, triad_id, sheet_id, judge_id, code, kind, mode, single never change');

-- A counted answer is counted until it is withdrawn or excluded; a surplus answer never is.
CREATE TRIGGER trial_state_final BEFORE UPDATE ON studies_trial FOR EACH ROW
    WHEN (OLD.state <> NEW.state AND (OLD.state, NEW.state) NOT IN (
        ('held', 'answered'), ('held', 'surplus'), ('held', 'lapsed'), ('held', 'withdrawn'),
        ('lapsed', 'answered'), ('lapsed', 'surplus'), ('lapsed', 'held'),
        ('lapsed', 'withdrawn'), ('answered', 'withdrawn'), ('surplus', 'withdrawn'),
        ('answered', 'excluded'), ('excluded', 'withdrawn')
    ))
    EXECUTE FUNCTION studies_refuse('this state does not follow that one');

-- Only the plan's rule takes an answer out of the count, and only of a judge whom it excludes.
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

-- An answered trial has its answer, and keeps its triad unless that is for practice or attention,
-- which many judges answer. Looked at when the transaction ends.
CREATE FUNCTION studies_trial_whole() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    trial record;
BEGIN
    SELECT x.state, x.kind, coalesce(t.free_from, h.free_from) AS free_from, a.id AS answer
        INTO trial
        FROM studies_trial x LEFT JOIN studies_triad t ON t.id = x.triad_id
        LEFT JOIN studies_sheet h ON h.id = x.sheet_id
        LEFT JOIN studies_answer a ON a.trial_id = x.id WHERE x.id = NEW.id;
    IF trial.state IN ('answered', 'surplus', 'excluded') AND trial.answer IS NULL THEN
        RAISE EXCEPTION 'trial % is % and has no answer', NEW.id, trial.state
            USING ERRCODE = 'integrity_constraint_violation';
    ELSIF trial.state = 'answered' AND trial.kind = 'main' AND trial.free_from < 'infinity' THEN
        RAISE EXCEPTION 'triad % is answered and cannot be free',
            coalesce(NEW.triad_id, NEW.sheet_id)
            USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER trial_whole AFTER INSERT OR UPDATE OF state ON studies_trial
    DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
    WHEN (NEW.state IN ('answered', 'surplus', 'excluded'))
    EXECUTE FUNCTION studies_trial_whole();

CREATE TRIGGER trial_kept BEFORE DELETE ON studies_trial
    FOR EACH ROW EXECUTE FUNCTION studies_part_kept();
