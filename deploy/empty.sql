-- Within the transaction of a restore: lock all tables, then drop everything, also what a newer
-- version had made. Who is still at work on the database is sent away; whoever comes waits.
DO $$
DECLARE
    tables text := (
        SELECT string_agg(format('%I.%I', schemaname, tablename), ', ' ORDER BY tablename)
        FROM pg_tables WHERE schemaname = 'public'
    );
BEGIN
    SET LOCAL client_min_messages = warning;
    -- Longer than it takes to end a deadlock, or a vacuum that is in the way.
    SET LOCAL lock_timeout = '3s';
    FOR attempt IN 1..20 LOOP
        EXIT WHEN tables IS NULL;
        PERFORM pg_stat_clear_snapshot();
        PERFORM pg_terminate_backend(pid) FROM pg_stat_activity
            WHERE datname = current_database() AND usename = current_user
                AND backend_type = 'client backend' AND pid <> pg_backend_pid();
        BEGIN
            EXECUTE 'LOCK TABLE ' || tables || ' IN ACCESS EXCLUSIVE MODE';
            EXIT;
        EXCEPTION WHEN lock_not_available OR deadlock_detected THEN
            IF attempt = 20 THEN
                RAISE 'others are at work on the database and do not leave it';
            END IF;
        END;
    END LOOP;
    SET LOCAL lock_timeout = 0;
    DROP SCHEMA public CASCADE;
    CREATE SCHEMA public AUTHORIZATION pg_database_owner;
END $$;
