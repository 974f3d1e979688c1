"""Judge by judge: the judges in the order in which they came, and how they answered."""

from dataclasses import dataclass

from django.db.models import QuerySet

from analysis import number_format
from analysis.breakdown import ROWS
from analysis.charts.dots import Dot, dot, seconds_dot
from analysis.sql import fetch_all
from studies.models import Judge, Study
from studies.models.judging.triad import Mode
from studies.models.judging.trial import COUNTED_SQL

# What the judges of a page did; by the index that begins with the judge.
TRIALS = f"""
    SELECT x.judge_id,
        count(*) FILTER (WHERE {COUNTED_SQL}), count(*) FILTER (WHERE {COUNTED_SQL} AND a.correct),
        count(*) FILTER (WHERE x.kind = 'main' AND x.state IN ('surplus', 'excluded')),
        count(*) FILTER (WHERE x.kind = 'main' AND x.state = 'lapsed'),
        count(a.id) FILTER (WHERE x.kind = 'attention'),
        count(*) FILTER (WHERE x.kind = 'attention' AND NOT a.correct),
        percentile_cont(0.5) WITHIN GROUP (
            ORDER BY extract(epoch FROM a.answered_at - a.shown_at)::float
        ) FILTER (WHERE x.kind = 'main'),
        min(extract(epoch FROM a.answered_at - a.shown_at)::float) FILTER (WHERE x.kind = 'main')
    FROM studies_trial x LEFT JOIN studies_answer a ON a.trial_id = x.id
    WHERE x.judge_id = ANY(%(judges)s)
    GROUP BY x.judge_id
"""  # noqa: S608 - constants
NOTHING = (0, 0, 0, 0, 0, 0, None, None)


@dataclass(frozen=True, slots=True)
class JudgeRow:
    """A judge, and what they did."""

    judge: Judge
    counted: int
    correct: int
    uncounted: int
    lapsed: int
    attention: int
    attention_failed: int
    median_seconds: float | None
    least_seconds: float | None

    @property
    def share(self) -> str:
        """The share of right answers."""
        return number_format.estimate(self.correct / self.counted) if self.counted else "–"

    @property
    def dot(self) -> Dot | None:
        """Where that share stands in the dot plot."""
        return dot(self.correct, self.counted)

    @property
    def seconds_dot(self) -> Dot | None:
        """Where the time stands in which half of the answers came."""
        return seconds_dot(self.median_seconds)

    @property
    def notes(self) -> list[str]:
        """What else there is to know of the judge, in words."""
        judge = self.judge
        why = {"too_fast": "excluded: too fast", "attention": "excluded: attention triads"}
        found = [why.get(judge.excluded_why, "excluded")] if judge.excluded_at else []
        if judge.withdrawn_at:
            found.append("withdrawn")
        if judge.same_browser_as:
            found.append(f"same browser as {judge.same_browser_as.code}")
        if judge.reads_whole:
            found.append("read whole texts")
        return found


@dataclass(frozen=True, slots=True)
class JudgesPage:
    """A page of judges, and after which judge the next one begins."""

    rows: list[JudgeRow]
    next_after: int | None

    @property
    def has_notes(self) -> bool:
        """Something is to be said of one of the judges."""
        return any(row.notes for row in self.rows)


def _filtered(judges: QuerySet[Judge], which: str) -> QuerySet[Judge]:
    """Return the judges of a filter of the page; all where there is no such filter."""
    if which == "excluded":
        return judges.filter(excluded_at__isnull=False)
    if which == "same_browser":
        return judges.filter(same_browser_as__isnull=False)
    return judges.filter(withdrawn_at__isnull=False) if which == "withdrawn" else judges


def judges_page(study: Study, *, which: str, after: int) -> JudgesPage:
    """Return the live judges who came after that one, in two queries however many there are."""
    judges = _filtered(Judge.objects.filter(study=study, mode=Mode.LIVE, pk__gt=after), which)
    found = list(judges.select_related("link", "same_browser_as").order_by("pk")[: ROWS + 1])
    shown = found[:ROWS]
    done = {row[0]: row[1:] for row in fetch_all(TRIALS, {"judges": [judge.pk for judge in shown]})}
    return JudgesPage(
        rows=[JudgeRow(judge, *done.get(judge.pk, NOTHING)) for judge in shown],
        next_after=shown[-1].pk if len(found) > ROWS else None,
    )
