"""When a triad was first held: the order in which answers are taken where the order matters."""

from django.db import migrations, models

FIRST_HOLD = """
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
"""
DROP_FIRST_HOLD = """
DROP TRIGGER triad_first_hold ON studies_triad;
DROP TRIGGER triad_first_hold_kept ON studies_triad;
DROP FUNCTION studies_triad_first_hold();
"""
# A trial that was given again has a later hold than its first; nothing older is known of it.
BACKFILL = """
UPDATE studies_triad t SET first_held_at = x.first
FROM (SELECT triad_id, min(held_at) AS first FROM studies_trial GROUP BY triad_id) x
WHERE x.triad_id = t.id
"""


class Migration(migrations.Migration):
    dependencies = [("studies", "0013_panel_parameters")]

    operations = [
        migrations.AddField(
            "triad", "first_held_at", models.DateTimeField(editable=False, null=True)
        ),
        migrations.RunSQL(BACKFILL, migrations.RunSQL.noop),
        migrations.RunSQL(FIRST_HOLD, DROP_FIRST_HOLD),
    ]
