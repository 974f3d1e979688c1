-- Recruitment links: their study, token and mode never change.
-- To change a rule: edit it here and run its new text in a migration (docs/adr/0003).

CREATE TRIGGER studies_recruitmentlink_immutable BEFORE UPDATE ON studies_recruitmentlink
    FOR EACH ROW
    WHEN ((OLD.study_id, OLD.token, OLD.personal, OLD.mode)
        IS DISTINCT FROM
          (NEW.study_id, NEW.token, NEW.personal, NEW.mode))
    EXECUTE FUNCTION studies_refuse('study_id, token, personal, mode never change');
