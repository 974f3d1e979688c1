-- Triads: fixed but for the hold, and kept.
-- To change a rule: edit it here and run its new text in a migration (docs/adr/0003).

-- Of a triangle study: three different texts of the triad's study and kind, of the subjects that its order names. In a
-- directed study the text by B is the odd one: the question asks for what only B is said to have.
-- All triads of one INSERT at once: of a million, one look each would take minutes.
CREATE FUNCTION studies_triads_fit() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    misfit bigint;
BEGIN
    SELECT t.number INTO misfit FROM inserted t
        JOIN studies_study s ON s.id = t.study_id
        LEFT JOIN studies_sample a ON a.id = t.first_id
        LEFT JOIN studies_sample b ON b.id = t.second_id
        LEFT JOIN studies_sample c ON c.id = t.third_id
        WHERE s.kind <> 'triangle'
            OR (s.protocol = 'directed' AND t."order" NOT IN ('AAB', 'ABA', 'BAA'))
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
CREATE TRIGGER triads_fit AFTER INSERT ON studies_triad REFERENCING NEW TABLE AS inserted
    FOR EACH STATEMENT EXECUTE FUNCTION studies_triads_fit();

-- An answered triad is never free again.
CREATE FUNCTION studies_triad_taken() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF EXISTS (SELECT 1 FROM studies_trial WHERE triad_id = NEW.id AND state = 'answered') THEN
        RAISE EXCEPTION 'triad % is answered and cannot be free', NEW.id
            USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER triad_taken BEFORE UPDATE ON studies_triad FOR EACH ROW
    WHEN (OLD.free_from = 'infinity' AND NEW.free_from < 'infinity')
    EXECUTE FUNCTION studies_triad_taken();

CREATE TRIGGER studies_triad_immutable BEFORE UPDATE ON studies_triad FOR EACH ROW
    WHEN ((OLD.study_id, OLD.number, OLD.block, OLD.kind, OLD.mode, OLD."order", OLD.odd_position,
           OLD.first_id, OLD.second_id, OLD.third_id)
        IS DISTINCT FROM
          (NEW.study_id, NEW.number, NEW.block, NEW.kind, NEW.mode, NEW."order", NEW.odd_position,
           NEW.first_id, NEW.second_id, NEW.third_id))
    EXECUTE FUNCTION studies_refuse(
        'study_id, number, block, kind, mode, order, odd_position, first_id, second_id, third_id '
        'never change');

CREATE TRIGGER triad_kept BEFORE DELETE ON studies_triad
    FOR EACH ROW EXECUTE FUNCTION studies_part_kept();

-- The first hold is when the triad is first kept for a judge, and is kept for ever: who comes after
-- a lapsed, withdrawn or excluded trial takes its place in the order of assignment.
CREATE FUNCTION studies_triad_first_hold() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    NEW.first_held_at := statement_timestamp();
    RETURN NEW;
END $$;
CREATE TRIGGER triad_first_hold BEFORE UPDATE OF free_from ON studies_triad FOR EACH ROW
    WHEN (OLD.first_held_at IS NULL AND NEW.free_from > OLD.free_from)
    EXECUTE FUNCTION studies_triad_first_hold();
CREATE TRIGGER triad_first_hold_kept BEFORE UPDATE ON studies_triad FOR EACH ROW
    WHEN (OLD.first_held_at IS NOT NULL AND NEW.first_held_at IS DISTINCT FROM OLD.first_held_at)
    EXECUTE FUNCTION studies_refuse('first_held_at never changes');
