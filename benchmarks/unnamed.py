"""Rows filled in by plain SQL: what its statements do not name is empty."""

UNNAMED_IS_EMPTY = """
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
