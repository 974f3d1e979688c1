-- Texts and their images: fixed once their study has left draft.
-- To change a rule: edit it here and run its new text in a migration (docs/adr/0003).

-- Neither study may be open where a text is moved from one to another.
-- FOR SHARE waits for an opening that is under way.
CREATE FUNCTION studies_sample_fixed() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    touched record;
BEGIN
    FOR touched IN
        SELECT id, status FROM studies_study WHERE id = ANY (ARRAY[OLD.study_id, NEW.study_id])
        ORDER BY id FOR SHARE
    LOOP
        IF touched.status <> 'draft' AND NOT studies_erasing(touched.id) THEN
            RAISE EXCEPTION 'the texts of study % are fixed: it is %', touched.id, touched.status
                USING ERRCODE = 'integrity_constraint_violation';
        END IF;
    END LOOP;
    RETURN CASE TG_OP WHEN 'DELETE' THEN OLD ELSE NEW END;
END $$;
CREATE TRIGGER sample_fixed BEFORE INSERT OR UPDATE OR DELETE ON studies_sample
    FOR EACH ROW EXECUTE FUNCTION studies_sample_fixed();

-- C to H wrote texts in rating studies only.
CREATE FUNCTION studies_sample_system() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF NOT EXISTS (SELECT FROM studies_study WHERE id = NEW.study_id AND kind = 'rating') THEN
        RAISE EXCEPTION 'study % has texts of A and B only', NEW.study_id
            USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER sample_system BEFORE INSERT OR UPDATE OF subject, study_id ON studies_sample
    FOR EACH ROW WHEN (NEW.subject > 'B') EXECUTE FUNCTION studies_sample_system();

CREATE TRIGGER studies_image_immutable BEFORE UPDATE ON studies_image FOR EACH ROW
    WHEN ((OLD.study_id, OLD.name, OLD.content, OLD.content_type, OLD.sha256, OLD.width, OLD.height)
        IS DISTINCT FROM
        (NEW.study_id, NEW.name, NEW.content, NEW.content_type, NEW.sha256, NEW.width, NEW.height))
    EXECUTE FUNCTION studies_refuse(
        'study_id, name, content, content_type, sha256, width, height never change');
