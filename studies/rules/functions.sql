-- Functions that triggers of several tables call.
-- To change a rule: edit it here and run its new text in a migration (docs/adr/0003).

-- Refuse a statement: each trigger gives its reason.
CREATE FUNCTION studies_refuse() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION '% of % is not allowed: %', TG_OP, TG_TABLE_NAME, TG_ARGV[0]
        USING ERRCODE = 'integrity_constraint_violation';
END $$;

-- Whether this transaction erases the study: the only way in which frozen rows are deleted.
-- `erase` in services/lifecycle/erasure.py sets the setting.
CREATE FUNCTION studies_erasing(study bigint) RETURNS boolean LANGUAGE sql STABLE AS $$
    SELECT coalesce(current_setting('triadsurvey.erasing', true), '') = study::text
$$;

-- Keep a row until its study is erased: what an opened study gave out, and to which judge.
CREATE FUNCTION studies_part_kept() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF studies_erasing(OLD.study_id) THEN
        RETURN OLD;
    END IF;
    RAISE EXCEPTION '% % is kept until its study is erased', TG_TABLE_NAME, OLD.id
        USING ERRCODE = 'integrity_constraint_violation';
END $$;
