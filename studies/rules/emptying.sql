-- TRUNCATE, which passes row triggers by. The owner of the tables can allow it:
-- SET triadsurvey.emptying = on.
-- To change a rule: edit it here and run its new text in a migration (docs/adr/0003).

CREATE FUNCTION studies_not_emptied() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF coalesce(current_setting('triadsurvey.emptying', true), '') <> 'on' THEN
        RAISE EXCEPTION 'TRUNCATE of % is not allowed', TG_TABLE_NAME
            USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN NULL;
END $$;

-- Emptying judges, trials, triads, texts or studies needs CASCADE, which comes by answers.
CREATE TRIGGER studies_answer_not_emptied BEFORE TRUNCATE ON studies_answer
    FOR EACH STATEMENT EXECUTE FUNCTION studies_not_emptied();
CREATE TRIGGER studies_rating_not_emptied BEFORE TRUNCATE ON studies_rating
    FOR EACH STATEMENT EXECUTE FUNCTION studies_not_emptied();
CREATE TRIGGER studies_event_not_emptied BEFORE TRUNCATE ON studies_event
    FOR EACH STATEMENT EXECUTE FUNCTION studies_not_emptied();
CREATE TRIGGER studies_amendment_not_emptied BEFORE TRUNCATE ON studies_amendment
    FOR EACH STATEMENT EXECUTE FUNCTION studies_not_emptied();
CREATE TRIGGER analysis_verdict_not_emptied BEFORE TRUNCATE ON analysis_verdict
    FOR EACH STATEMENT EXECUTE FUNCTION studies_not_emptied();
