"""How often judges were right by the condition of the odd text."""

from analysis.breakdown.groups import Group, GroupRow, group_row
from analysis.sql import fetch_all
from analysis.verdict_text import ResultSnapshot
from studies.models import Study
from studies.models.judging.trial import COUNTED_ANSWER_SQL

# Right answers, answers and judges by the condition of the text that was to be found.
BY_CONDITION = f"""
    SELECT s.condition, count(*) FILTER (WHERE a.correct), count(*), count(DISTINCT x.judge_id)
    FROM studies_triad t JOIN studies_answer a ON a.number = t.number AND {COUNTED_ANSWER_SQL}
    JOIN studies_trial x ON x.id = a.trial_id
    JOIN studies_sample s
        ON s.id = (ARRAY[t.first_id, t.second_id, t.third_id])[t.odd_position]
    WHERE t.study_id = %(study)s AND t.kind = 'main' AND t.mode = 'live'
    GROUP BY s.condition ORDER BY s.condition = '', s.condition
"""  # noqa: S608 - constants
NO_CONDITION = "no condition"


def condition_rows(study: Study, snapshot: ResultSnapshot) -> tuple[GroupRow, ...]:
    """Return a row for each condition of texts; none where no text has one.

    Limits are given once the verdict is, so that watching adds no looks, and where each judge
    answered once. No test is made: conditions share judges and texts.
    """
    rows = fetch_all(BY_CONDITION, {"study": study.pk})
    with_limits = snapshot.is_tested and study.evaluations_per_judge == 1
    if not any(row[0] for row in rows):
        return ()
    return tuple(
        group_row(Group(row[0] or NO_CONDITION, *row[1:]), tested=with_limits) for row in rows
    )
