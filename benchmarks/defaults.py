"""For rows inserted by plain SQL: columns that are not named are empty."""

EMPTY_DEFAULTS = """
    DO $$ DECLARE row record; BEGIN
        FOR row IN SELECT table_name, column_name, data_type FROM information_schema.columns
            WHERE table_name ~ '^studies_(recruitmentlink|triad|judge|trial|answer|sample)$'
                AND is_nullable = 'NO' AND column_default IS NULL AND is_identity = 'NO'
                AND data_type IN ('character varying', 'text', 'jsonb', 'boolean', 'smallint') LOOP
            EXECUTE format('ALTER TABLE %I ALTER %I SET DEFAULT %L', row.table_name,
                row.column_name, CASE row.data_type WHEN 'jsonb' THEN '{}' WHEN 'boolean'
                THEN 'false' WHEN 'smallint' THEN '0' ELSE '' END);
        END LOOP;
    END $$;
"""
