"""A verdict is never altered, and goes only with its erased study."""

from django.db import migrations

from studies.rules import immutable

VERDICT = [
    "study_id", "outcome", "counted", "correct", "evaluations", "last_answer", "method_version",
    "numbers", "given_at",
]  # fmt: skip

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
        immutable("analysis_verdict", VERDICT),
        migrations.RunSQL(KEPT, "DROP FUNCTION analysis_verdict_kept CASCADE"),
    ]
