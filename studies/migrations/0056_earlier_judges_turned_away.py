"""Judges of before: who has answered all that was given, and then the study ended, left nothing.

Alone: a table that is being changed must not wait for the rows of judges.
"""

from django.db import migrations

TURNED_AWAY = """
UPDATE studies_judge j SET turned_away_at = done.at
FROM (
    SELECT x.judge_id, max(a.answered_at) AS at,
        count(*) FILTER (WHERE x.kind = 'main') AS answers, max(x.held_at) AS given
    FROM studies_trial x JOIN studies_answer a ON a.trial_id = x.id
    WHERE x.state <> 'withdrawn' GROUP BY x.judge_id
) done, studies_study s
WHERE done.judge_id = j.id AND s.id = j.study_id
    AND (s.completed_at IS NOT NULL OR s.status = 'closed')
    AND j.withdrawn_at IS NULL AND done.at > done.given
    AND done.answers BETWEEN 1 AND s.evaluations_per_judge - 1
    AND NOT EXISTS (
        SELECT FROM studies_trial y WHERE y.judge_id = j.id AND y.state IN ('held', 'lapsed')
            AND y.held_at >= done.given
    )
"""


class Migration(migrations.Migration):
    dependencies = [("studies", "0055_judge_turned_away")]

    operations = [migrations.RunSQL(TURNED_AWAY, migrations.RunSQL.noop)]
