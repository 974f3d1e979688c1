-- Judges: who they are never changes, and what is left when they withdraw.
-- To change a rule: edit it here and run its new text in a migration (docs/adr/0003).

-- Copy a judge's study and mode from the link.
CREATE FUNCTION studies_judge_copies() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    SELECT study_id, mode, personal INTO NEW.study_id, NEW.mode, NEW.personal
        FROM studies_recruitmentlink WHERE id = NEW.link_id;
    RETURN NEW;
END $$;
CREATE TRIGGER judge_copies BEFORE INSERT ON studies_judge
    FOR EACH ROW EXECUTE FUNCTION studies_judge_copies();

CREATE TRIGGER studies_judge_immutable BEFORE UPDATE ON studies_judge FOR EACH ROW
    WHEN ((OLD.study_id, OLD.link_id, OLD.mode, OLD.personal, OLD.code)
        IS DISTINCT FROM
          (NEW.study_id, NEW.link_id, NEW.mode, NEW.personal, NEW.code))
    EXECUTE FUNCTION studies_refuse('study_id, link_id, mode, personal, code never change');

-- Neither a withdrawal nor an exclusion is undone.
CREATE TRIGGER judge_out_for_good BEFORE UPDATE ON studies_judge FOR EACH ROW
    WHEN (OLD.withdrawn_at IS NOT NULL AND OLD.withdrawn_at IS DISTINCT FROM NEW.withdrawn_at
        OR OLD.excluded_at IS NOT NULL AND OLD.excluded_at IS DISTINCT FROM NEW.excluded_at)
    EXECUTE FUNCTION studies_refuse('withdrawn_at and excluded_at are set once');

-- A judge who withdraws leaves choices behind that count for nothing, and nothing else.
-- Looked at when the transaction ends.
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

CREATE TRIGGER judge_kept BEFORE DELETE ON studies_judge
    FOR EACH ROW EXECUTE FUNCTION studies_part_kept();
