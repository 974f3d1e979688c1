-- The history of a study: events are append-only, amendments kept as they were made.
-- To change a rule: edit it here and run its new text in a migration (docs/adr/0003).

CREATE TRIGGER event_kept BEFORE UPDATE OR DELETE ON studies_event
    FOR EACH ROW EXECUTE FUNCTION studies_refuse('the record of events is append-only');

CREATE TRIGGER studies_amendment_immutable BEFORE UPDATE ON studies_amendment FOR EACH ROW
    WHEN ((OLD.study_id, OLD.kind, OLD.old_evaluations, OLD.new_evaluations, OLD.after_looking,
           OLD.who_id, OLD.why, OLD.at)
        IS DISTINCT FROM
          (NEW.study_id, NEW.kind, NEW.old_evaluations, NEW.new_evaluations, NEW.after_looking,
           NEW.who_id, NEW.why, NEW.at))
    EXECUTE FUNCTION studies_refuse(
        'study_id, kind, old_evaluations, new_evaluations, after_looking, who_id, why, at never '
        'change');
CREATE TRIGGER amendment_kept BEFORE DELETE ON studies_amendment
    FOR EACH ROW EXECUTE FUNCTION studies_part_kept();
