-- Note in the database that a backup (`what`=backup) or a restore drill (`what`=drill) has succeeded:
-- Status, /healthz and /metrics tell its age. A database of an older version has no place for it.
SELECT to_regclass('triadsurvey_maintenancerun') IS NOT NULL AS has_place \gset
\if :has_place
INSERT INTO triadsurvey_maintenancerun (kind, finished_at) VALUES (:'what', now())
    ON CONFLICT (kind) DO UPDATE SET finished_at = excluded.finished_at;
\endif
