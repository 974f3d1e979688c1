-- Answers and reading records: stored once, and kept.
-- To change a rule: edit it here and run its new text in a migration (docs/adr/0003).

-- Set `correct` and the copies from trial, triad and judge, not from the statement, and refuse an
-- answer to a trial that is not answered. Ratings of a sheet choose no position, and none of them is
-- right or wrong. With the indexes on a trial's state this refuses a second
-- answer of a judge.
CREATE FUNCTION studies_answer_correct() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    trial_state text;
BEGIN
    SELECT NEW.chosen_position = t.odd_position, x.state, x.study_id, x.kind, x.mode, t."order",
            t.number, t.first_held_at, j.link_id
        INTO NEW.correct, trial_state, NEW.study_id, NEW.kind, NEW.mode, NEW."order",
            NEW.number, NEW.first_held_at, NEW.link_id
        FROM studies_trial x JOIN studies_triad t ON t.id = x.triad_id
        JOIN studies_judge j ON j.id = x.judge_id WHERE x.id = NEW.trial_id;
    IF NOT FOUND THEN
        SELECT NULL, x.state, x.study_id, x.kind, x.mode, '', h.number, h.first_held_at, j.link_id
            INTO NEW.correct, trial_state, NEW.study_id, NEW.kind, NEW.mode, NEW."order",
                NEW.number, NEW.first_held_at, NEW.link_id
            FROM studies_trial x JOIN studies_sheet h ON h.id = x.sheet_id
            JOIN studies_judge j ON j.id = x.judge_id WHERE x.id = NEW.trial_id;
    END IF;
    IF (NEW.chosen_position IS NULL) <> (NEW."order" = '') THEN
        RAISE EXCEPTION 'trial %: a position is chosen of triads, and of triads only', NEW.trial_id
            USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    IF trial_state NOT IN ('answered', 'surplus') THEN
        RAISE EXCEPTION 'trial % is %: it has no answer', NEW.trial_id, trial_state
            USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER answer_correct BEFORE INSERT ON studies_answer
    FOR EACH ROW EXECUTE FUNCTION studies_answer_correct();

CREATE TRIGGER studies_answer_immutable BEFORE UPDATE ON studies_answer FOR EACH ROW
    WHEN ((OLD.trial_id, OLD.chosen_position, OLD.correct, OLD.shown_at, OLD.answered_at,
           OLD.study_id, OLD.link_id, OLD.kind, OLD.mode, OLD."order", OLD.number,
           OLD.first_held_at)
        IS DISTINCT FROM
          (NEW.trial_id, NEW.chosen_position, NEW.correct, NEW.shown_at, NEW.answered_at,
           NEW.study_id, NEW.link_id, NEW.kind, NEW.mode, NEW."order", NEW.number,
           NEW.first_held_at))
    EXECUTE FUNCTION studies_refuse(
        'trial_id, chosen_position, correct, shown_at, answered_at and the copies never change');

-- The order of the answers, by which a sequential verdict stands, is the order of their ids.
CREATE TRIGGER answer_number BEFORE UPDATE ON studies_answer FOR EACH ROW
    WHEN (OLD.id <> NEW.id) EXECUTE FUNCTION studies_refuse('id never changes');

-- Why and how sure are said once, after the choice, and blanked where the judge withdraws.
CREATE TRIGGER answer_said_once BEFORE UPDATE ON studies_answer FOR EACH ROW
    WHEN (OLD.reason <> '' AND NEW.reason NOT IN ('', OLD.reason)
        OR OLD.sureness <> '' AND NEW.sureness NOT IN ('', OLD.sureness)
        OR OLD.page_translated <> NEW.page_translated)
    EXECUTE FUNCTION studies_refuse('reason and sureness are set once');

CREATE FUNCTION studies_answer_kept() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF studies_erasing((SELECT study_id FROM studies_trial WHERE id = OLD.trial_id)) THEN
        RETURN OLD;
    END IF;
    RAISE EXCEPTION 'answer % is kept: answers are never deleted', OLD.id
        USING ERRCODE = 'integrity_constraint_violation';
END $$;
CREATE TRIGGER answer_kept BEFORE DELETE ON studies_answer
    FOR EACH ROW EXECUTE FUNCTION studies_answer_kept();

CREATE TRIGGER studies_readingrecord_immutable BEFORE UPDATE ON studies_readingrecord FOR EACH ROW
    WHEN ((OLD.answer_id, OLD.chosen_ms, OLD.confirmed_ms, OLD.visible_ms, OLD.choices, OLD.jumps,
           OLD.device, OLD.width, OLD.masked, OLD.stays)
        IS DISTINCT FROM
          (NEW.answer_id, NEW.chosen_ms, NEW.confirmed_ms, NEW.visible_ms, NEW.choices, NEW.jumps,
           NEW.device, NEW.width, NEW.masked, NEW.stays))
    EXECUTE FUNCTION studies_refuse(
        'answer_id, chosen_ms, confirmed_ms, visible_ms, choices, jumps, device, width, masked, '
        'stays never change');

-- Nothing more is said about a withdrawn trial, even from a page that was left open.
CREATE FUNCTION studies_trial_silent() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    withdrawn boolean;
BEGIN
    IF TG_TABLE_NAME = 'studies_answer' THEN
        SELECT state = 'withdrawn' INTO withdrawn FROM studies_trial WHERE id = NEW.trial_id;
    ELSE
        SELECT x.state = 'withdrawn' INTO withdrawn FROM studies_trial x
            JOIN studies_answer a ON a.trial_id = x.id WHERE a.id = NEW.answer_id;
    END IF;
    IF withdrawn THEN
        RAISE EXCEPTION 'this answer was withdrawn'
            USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER answer_silent BEFORE UPDATE ON studies_answer FOR EACH ROW
    WHEN (OLD.reason <> NEW.reason AND NEW.reason <> ''
        OR OLD.sureness <> NEW.sureness AND NEW.sureness <> '')
    EXECUTE FUNCTION studies_trial_silent();
CREATE TRIGGER reading_silent BEFORE INSERT ON studies_readingrecord
    FOR EACH ROW EXECUTE FUNCTION studies_trial_silent();
