"""A verdict is not removed by TRUNCATE, which passes row triggers by."""

from django.db import migrations

NOT_EMPTIED = """
CREATE TRIGGER analysis_verdict_not_emptied BEFORE TRUNCATE ON analysis_verdict
    FOR EACH STATEMENT EXECUTE FUNCTION studies_not_emptied();
"""


class Migration(migrations.Migration):
    dependencies = [
        ("analysis", "0002_verdict_is_final"),
        ("studies", "0003_ways_round_the_application"),
    ]

    operations = [
        migrations.RunSQL(
            NOT_EMPTIED, "DROP TRIGGER analysis_verdict_not_emptied ON analysis_verdict"
        )
    ]
