"""The ratings of a study as they were answered: one flat statement.

The caller holds one snapshot (REPEATABLE READ).
"""

from analysis.recomputation.rating_study.rows import RatedText
from analysis.sql import fetch_all
from studies.models import Study

# Each number and each tick by which a sheet of the plan was rated, live: of answers that count, of
# those that the exclusion rule took out, and of sheets that a judge rated again. Neither practice
# nor attention; neither surplus nor withdrawn.
RATED = """
    SELECT r.criterion, a.id, x.judge_id, h.item, s.subject, r.value, s.content_hash, x.state,
        j.excluded_at IS NOT NULL, a.kind
    FROM studies_answer a
    JOIN studies_trial x ON x.id = a.trial_id
    JOIN studies_judge j ON j.id = x.judge_id
    JOIN studies_sheet h ON h.id = x.sheet_id
    JOIN studies_rating r ON r.answer_id = a.id
    JOIN studies_sample s ON s.id = r.sample_id
    WHERE a.study_id = %(study)s AND a.kind IN ('main', 'repeat') AND a.mode = 'live'
        AND x.state IN ('answered', 'excluded') AND a.id <= %(last)s
    ORDER BY r.criterion, a.id, s.subject
"""
# Beyond the key of any answer.
LAST = 2**63 - 1


def rated_texts(study: Study, *, last_answer: int = LAST) -> list[RatedText]:
    """Return the ratings that count in either analysis set, up to this answer."""
    return [RatedText(*row) for row in fetch_all(RATED, {"study": study.pk, "last": last_answer})]
