"""How long judges took and how often they changed their mind, right and wrong apart."""

from dataclasses import dataclass, replace

from analysis.sql import fetch_all
from studies.models import Study
from studies.models.judging.trial import COUNTED_SQL

JUDGES_ON_PAGE = 50

# The median of each time, in seconds.
MEDIANS = ", ".join(
    f"percentile_cont(0.5) WITHIN GROUP (ORDER BY r.{name}) / 1000"
    for name in ("chosen_ms", "confirmed_ms", "visible_ms")
)
# How often a judge chose another text than just before.
CHANGES = """(SELECT count(*) FROM (
        SELECT c.value->0 AS now, lag(c.value->0) OVER (ORDER BY c.ordinality) AS before
        FROM jsonb_array_elements(r.choices) WITH ORDINALITY c
    ) pairs WHERE now <> before)"""
FROM = """
    FROM studies_readingrecord r JOIN studies_answer a ON a.id = r.answer_id
    JOIN studies_trial x ON x.id = a.trial_id
"""
WHERE = f"WHERE x.study_id = %(study)s AND {COUNTED_SQL}"
OUTCOMES = f"""
    SELECT a.correct, count(*), {MEDIANS}, sum({CHANGES}), count(*) FILTER (WHERE r.masked),
        count(*) FILTER (WHERE a.page_translated)
    {FROM} {WHERE} GROUP BY a.correct ORDER BY a.correct DESC
"""
DEVICES = f"""
    SELECT r.device, count(*), count(*) FILTER (WHERE a.correct) {FROM} {WHERE}
    GROUP BY r.device ORDER BY 2 DESC, 1
"""
JUDGES = f"""
    SELECT j.id, j.code, a.correct, count(*), {MEDIANS}, sum({CHANGES}),
        count(*) FILTER (WHERE r.masked), count(*) FILTER (WHERE a.page_translated)
    {FROM} JOIN studies_judge j ON j.id = x.judge_id {WHERE} AND x.judge_id IN (
        SELECT DISTINCT x.judge_id {FROM} {WHERE} AND x.judge_id > %(after)s
        ORDER BY x.judge_id LIMIT %(limit)s
    )
    GROUP BY j.id, j.code, a.correct ORDER BY j.id, a.correct DESC
"""


@dataclass(frozen=True, slots=True)
class TimesRow:
    """Times of right or of wrong answers, in seconds; None where no record has them."""

    correct: bool
    answers: int
    chosen: float | None
    confirmed: float | None
    visible: float | None
    changes: int
    masked: int
    translated: int
    judge: str = ""


@dataclass(frozen=True, slots=True)
class JudgesTimes:
    """A page of judges, right and wrong apart, and after which judge the next page begins."""

    rows: list[TimesRow]
    next_after: int | None


def outcomes(study: Study) -> list[TimesRow]:
    """Return the times of right answers, then of wrong ones."""
    return [TimesRow(*row) for row in fetch_all(OUTCOMES, {"study": study.pk})]


def devices(study: Study) -> list[tuple[str, int, int]]:
    """Return by which device judges chose: how many answers, how many of them right."""
    return [(row[0], row[1], row[2]) for row in fetch_all(DEVICES, {"study": study.pk})]


def judges_times(study: Study, *, after: int) -> JudgesTimes:
    """Return the judges with a record that come after that one, in one query."""
    found = fetch_all(JUDGES, {"study": study.pk, "after": after, "limit": JUDGES_ON_PAGE + 1})
    judges = list(dict.fromkeys(row[0] for row in found))
    shown = set(judges[:JUDGES_ON_PAGE])
    rows = [replace(TimesRow(*row[2:]), judge=row[1]) for row in found if row[0] in shown]
    return JudgesTimes(rows, judges[JUDGES_ON_PAGE - 1] if len(judges) > JUDGES_ON_PAGE else None)
