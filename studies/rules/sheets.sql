-- Rating studies: the plan of the ratings, and sheets, fixed but for the hold, and kept.
-- To change a rule: edit it here and run its new text in a migration (docs/adr/0003).

-- The plan of the ratings is of a rating study, and changes only while that is a draft.
-- FOR SHARE waits for an opening that is under way.
CREATE FUNCTION studies_ratingplan_fixed() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    touched record;
BEGIN
    FOR touched IN
        SELECT id, kind, status FROM studies_study
        WHERE id = ANY (ARRAY[OLD.study_id, NEW.study_id]) ORDER BY id FOR SHARE
    LOOP
        IF touched.kind <> 'rating' THEN
            RAISE EXCEPTION 'study % rates nothing', touched.id
                USING ERRCODE = 'integrity_constraint_violation';
        ELSIF touched.status <> 'draft' AND NOT studies_erasing(touched.id) THEN
            RAISE EXCEPTION 'the plan of study % is frozen', touched.id
                USING ERRCODE = 'integrity_constraint_violation';
        END IF;
    END LOOP;
    RETURN CASE TG_OP WHEN 'DELETE' THEN OLD ELSE NEW END;
END $$;
CREATE TRIGGER ratingplan_fixed BEFORE INSERT OR UPDATE OR DELETE ON studies_ratingplan
    FOR EACH ROW EXECUTE FUNCTION studies_ratingplan_fixed();

-- Sheets are of rating studies. All of one INSERT at once.
CREATE FUNCTION studies_sheets_fit() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF EXISTS (
        SELECT FROM inserted t JOIN studies_study s ON s.id = t.study_id WHERE s.kind <> 'rating'
    ) THEN
        RAISE EXCEPTION 'only rating studies have sheets'
            USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN NULL;
END $$;
CREATE TRIGGER sheets_fit AFTER INSERT ON studies_sheet REFERENCING NEW TABLE AS inserted
    FOR EACH STATEMENT EXECUTE FUNCTION studies_sheets_fit();

-- The texts of a sheet are of its study, kind (a repeated sheet has main texts) and item, one of each system, and those that share a
-- place are the same; none is added once a judge has held the sheet.
CREATE FUNCTION studies_sheettexts_fit() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    misfit bigint;
BEGIN
    SELECT t.sheet_id INTO misfit FROM inserted t
        JOIN studies_sheet h ON h.id = t.sheet_id JOIN studies_sample a ON a.id = t.sample_id
        WHERE (h.study_id, CASE h.kind WHEN 'repeat' THEN 'main' ELSE h.kind END, h.item)
                IS DISTINCT FROM (a.study_id, a.kind, a.item)
            OR h.first_held_at IS NOT NULL
            OR EXISTS (
                SELECT FROM studies_sheettext o JOIN studies_sample b ON b.id = o.sample_id
                WHERE o.sheet_id = t.sheet_id AND o.id <> t.id AND (
                    b.subject = a.subject
                    OR o.place = t.place AND b.content_hash <> a.content_hash
                )
            )
        LIMIT 1;
    IF FOUND THEN
        RAISE EXCEPTION 'sheet % does not fit its texts', misfit
            USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN NULL;
END $$;
CREATE TRIGGER sheettexts_fit AFTER INSERT ON studies_sheettext REFERENCING NEW TABLE AS inserted
    FOR EACH STATEMENT EXECUTE FUNCTION studies_sheettexts_fit();

CREATE TRIGGER sheettext_immutable BEFORE UPDATE ON studies_sheettext
    FOR EACH ROW EXECUTE FUNCTION studies_refuse('the texts of a sheet never change');

CREATE FUNCTION studies_sheettext_kept() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF studies_erasing((SELECT study_id FROM studies_sheet WHERE id = OLD.sheet_id)) THEN
        RETURN OLD;
    END IF;
    RAISE EXCEPTION 'the texts of sheet % are kept until its study is erased', OLD.sheet_id
        USING ERRCODE = 'integrity_constraint_violation';
END $$;
CREATE TRIGGER sheettext_kept BEFORE DELETE ON studies_sheettext
    FOR EACH ROW EXECUTE FUNCTION studies_sheettext_kept();

-- An answered sheet is never free again.
CREATE FUNCTION studies_sheet_taken() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF EXISTS (SELECT 1 FROM studies_trial WHERE sheet_id = NEW.id AND state = 'answered') THEN
        RAISE EXCEPTION 'sheet % is answered and cannot be free', NEW.id
            USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER sheet_taken BEFORE UPDATE ON studies_sheet FOR EACH ROW
    WHEN (OLD.free_from = 'infinity' AND NEW.free_from < 'infinity')
    EXECUTE FUNCTION studies_sheet_taken();

CREATE TRIGGER studies_sheet_immutable BEFORE UPDATE ON studies_sheet FOR EACH ROW
    WHEN ((OLD.study_id, OLD.number, OLD.block, OLD.kind, OLD.mode, OLD.item, OLD.criterion,
           OLD.question)
        IS DISTINCT FROM
          (NEW.study_id, NEW.number, NEW.block, NEW.kind, NEW.mode, NEW.item, NEW.criterion,
           NEW.question))
    EXECUTE FUNCTION studies_refuse(
        'study_id, number, block, kind, mode, item, criterion, question never change');

CREATE TRIGGER sheet_kept BEFORE DELETE ON studies_sheet
    FOR EACH ROW EXECUTE FUNCTION studies_part_kept();

-- As of triads: when the sheet is first kept for a judge.
CREATE TRIGGER sheet_first_hold BEFORE UPDATE OF free_from ON studies_sheet FOR EACH ROW
    WHEN (OLD.first_held_at IS NULL AND NEW.free_from > OLD.free_from)
    EXECUTE FUNCTION studies_triad_first_hold();
CREATE TRIGGER sheet_first_hold_kept BEFORE UPDATE ON studies_sheet FOR EACH ROW
    WHEN (OLD.first_held_at IS NOT NULL AND NEW.first_held_at IS DISTINCT FROM OLD.first_held_at)
    EXECUTE FUNCTION studies_refuse('first_held_at never changes');
