"""Why judges chose what they chose, right and wrong apart, and how sure they were."""

from dataclasses import dataclass

from analysis import number_format
from analysis.breakdown import ROWS
from analysis.charts.dots import Dot, dot
from analysis.sql import fetch_all
from studies.models import Answer, Study
from studies.models.judging.trial import COUNTED_ANSWER_SQL

SURENESS = f"""
    SELECT a.sureness, a.correct, count(*), count(*) FILTER (WHERE a.reason <> '')
    FROM studies_answer a WHERE {COUNTED_ANSWER_SQL}
    GROUP BY 1, 2
"""  # noqa: S608 - constants


@dataclass(frozen=True, slots=True)
class SurenessRow:
    """How often judges were right who were so sure."""

    label: str
    counted: int
    correct: int

    @property
    def share(self) -> str:
        """The share of right answers."""
        return number_format.estimate(self.correct / self.counted) if self.counted else "–"

    @property
    def dot(self) -> Dot | None:
        """Where that share stands in the dot plot."""
        return dot(self.correct, self.counted)


@dataclass(frozen=True, slots=True)
class ReasonCounts:
    """How many reasons right and wrong answers have, and right answers by sureness."""

    right: int
    wrong: int
    sureness: list[SurenessRow]


@dataclass(frozen=True, slots=True)
class ReasonsPage:
    """A page of answers with their reasons, and after which answer the next one begins."""

    rows: list[Answer]
    next_after: int | None


def reason_counts(study: Study) -> ReasonCounts:
    """Count what judges said after the choices that count."""
    counts = {
        (sureness, correct): (answers, reasons)
        for sureness, correct, answers, reasons in fetch_all(SURENESS, {"study": study.pk})
    }
    rows = [
        SurenessRow(str(label), right + counts.get((value, False), (0, 0))[0], right)
        for value, label in Answer.Sureness.choices
        for right in [counts.get((value, True), (0, 0))[0]]
    ]
    return ReasonCounts(
        right=sum(reasons for (_, correct), (_n, reasons) in counts.items() if correct),
        wrong=sum(reasons for (_, correct), (_n, reasons) in counts.items() if not correct),
        sureness=rows if any(row.counted for row in rows) else [],
    )


def reasons_page(study: Study, *, of: str, after: int) -> ReasonsPage:
    """Return counted answers with a reason, in the order in which they were stored; one query."""
    answers = Answer.objects.counted().filter(study=study, pk__gt=after).exclude(reason="")
    if of in ("right", "wrong"):
        answers = answers.filter(correct=of == "right")
    found = list(answers.select_related("trial__judge", "trial__triad").order_by("pk")[: ROWS + 1])
    return ReasonsPage(found[:ROWS], found[ROWS - 1].pk if len(found) > ROWS else None)
