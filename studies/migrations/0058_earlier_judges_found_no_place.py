"""Judges of before who were given no texts in a study that still takes answers: no place was free.

Alone: a table that is being changed must not wait for the rows of judges.
"""

from django.db import migrations

FOUND_NO_PLACE = """
UPDATE studies_judge j SET found_no_place = true FROM studies_study s
WHERE s.id = j.study_id AND j.turned_away_at IS NOT NULL
    AND s.completed_at IS NULL AND s.status <> 'closed'
"""


class Migration(migrations.Migration):
    dependencies = [("studies", "0057_judge_found_no_place")]

    operations = [migrations.RunSQL(FOUND_NO_PLACE, migrations.RunSQL.noop)]
