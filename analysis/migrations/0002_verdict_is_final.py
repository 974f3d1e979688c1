"""A verdict is never altered, and goes only with its erased study."""

from django.db import migrations

IMMUTABLE = """
CREATE TRIGGER analysis_verdict_immutable BEFORE UPDATE ON analysis_verdict FOR EACH ROW
    WHEN ((OLD."study_id", OLD."outcome", OLD."counted", OLD."correct", OLD."evaluations",
         OLD."last_answer", OLD."method_version", OLD."numbers", OLD."given_at")
        IS DISTINCT FROM
        (NEW."study_id", NEW."outcome", NEW."counted", NEW."correct", NEW."evaluations",
         NEW."last_answer", NEW."method_version", NEW."numbers", NEW."given_at"))
    EXECUTE FUNCTION studies_refuse('study_id, outcome, counted, correct, evaluations, last_answer, method_version, numbers, given_at never change');
"""

KEPT = """
CREATE FUNCTION analysis_verdict_kept() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF studies_erasing(OLD.study_id) THEN
        RETURN OLD;
    END IF;
    RAISE EXCEPTION 'the verdict of study % stays on record', OLD.study_id
        USING ERRCODE = 'integrity_constraint_violation';
END $$;
CREATE TRIGGER verdict_kept BEFORE DELETE ON analysis_verdict
    FOR EACH ROW EXECUTE FUNCTION analysis_verdict_kept();
"""


class Migration(migrations.Migration):
    dependencies = [("analysis", "0001_tables"), ("studies", "0002_rules_of_the_database")]

    operations = [
        migrations.RunSQL(IMMUTABLE, "DROP TRIGGER analysis_verdict_immutable ON analysis_verdict"),
        migrations.RunSQL(KEPT, "DROP FUNCTION analysis_verdict_kept CASCADE"),
    ]
