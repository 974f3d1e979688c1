"""The ratings of a study as they were answered: flat statements.

The caller holds one snapshot (REPEATABLE READ).
"""

from analysis.recomputation.rating_study.columns import RatedColumns
from analysis.recomputation.rating_study.rows import RatedSheet, RatedText
from analysis.sql import fetch_all
from studies.models import Study

# The sheets of the plan, live: those that count, those that the exclusion rule took out, and those
# that a judge rated again. Neither practice nor attention; neither surplus nor withdrawn.
_SHEETS = """
    studies_answer a
    JOIN studies_trial x ON x.id = a.trial_id AND x.state IN ('answered', 'excluded')
        AND a.study_id = %(study)s AND a.kind IN ('main', 'repeat') AND a.mode = 'live'
        AND a.id <= %(last)s AND x.study_id = a.study_id
    JOIN studies_judge j ON j.id = x.judge_id AND j.study_id = a.study_id
"""
SHEETS = f"""
    SELECT a.id, x.judge_id, x.state, j.excluded_at IS NOT NULL, a.kind FROM {_SHEETS}
    ORDER BY a.id
"""  # noqa: S608 - a constant
# Each number and each tick by which they were rated.
RATED = f"""
    SELECT r.criterion, a.id, x.judge_id, h.item, s.subject, r.value, s.content_hash, x.state,
        j.excluded_at IS NOT NULL, a.kind
    FROM {_SHEETS}
    JOIN studies_sheet h ON h.id = x.sheet_id
    JOIN studies_rating r ON r.answer_id = a.id
    JOIN studies_sample s ON s.id = r.sample_id
    ORDER BY r.criterion, a.id, s.subject
"""  # noqa: S608 - a constant
# Those of main sheets, a row for each criterion: sheets, texts and values. Sheets of all states are
# there, since to look at each is what takes time: `RatedColumns` takes those of `SHEETS`.
COLUMNS = """
    SELECT r.criterion, array_agg(r.answer_id), array_agg(r.sample_id), array_agg(r.value)
    FROM studies_answer a JOIN studies_rating r ON r.answer_id = a.id
    WHERE a.study_id = %(study)s AND a.kind = 'main' AND a.mode = 'live'
    GROUP BY r.criterion
"""
# Beyond the key of any answer.
LAST = 2**63 - 1


def rated_texts(study: Study, *, last_answer: int = LAST) -> list[RatedText]:
    """Return the ratings that count in either analysis set, up to this answer."""
    return [RatedText(*row) for row in fetch_all(RATED, {"study": study.pk, "last": last_answer})]


def rated_sheets(study: Study, *, last_answer: int) -> list[RatedSheet]:
    """Return the sheets that count in either analysis set, up to this answer, in their order."""
    return [RatedSheet(*row) for row in fetch_all(SHEETS, {"study": study.pk, "last": last_answer})]


def rated_columns(study: Study) -> RatedColumns:
    """Return all ratings of main sheets, live, as columns."""
    rows = study.samples.main().order_by("pk").values_list("pk", "item", "subject")
    columns = fetch_all(COLUMNS, {"study": study.pk})
    return RatedColumns.of(rows, columns)
