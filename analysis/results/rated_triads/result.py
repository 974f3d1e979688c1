"""Numbers that judges gave after their choices: a second result beside the verdict."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import lru_cache

from analysis.results.rated_triads.text import (
    LEFT_BEFORE,
    Degree,
    OfCriterion,
    RatedText,
    degree_text,
    rated_text,
)
from analysis.results.study_results import StudyResults
from analysis.stats import holm
from analysis.stats.ratings.triads import (
    SystemsByTriad,
    degree_by_choice,
    difference_in_triad,
    systems_by_triad,
)
from studies.models import Rating
from studies.ratings.follow_up import Ask, FollowUp, Moment, follow_up_of


@dataclass(frozen=True, slots=True)
class _Row:
    """One number beside a counted answer, with what is known of its triad."""

    answer: int
    right: bool
    order: str
    judge: int
    criterion: str
    value: int
    subject: str
    item: str

    @property
    def odd_subject(self) -> str:
        return min("AB", key=self.order.count)


def rated_result(results: StudyResults) -> RatedText | None:
    """Return the second result in words; None where the plan asks for none, or before a verdict."""
    study, snapshot = results.study, results.snapshot
    asked = follow_up_of(study.follow_up)
    if asked is None or snapshot.hidden or snapshot.verdict is None:
        return None
    names = study.subject_a, study.subject_b
    found = _found(study.pk, results.computed_at, snapshot.plan.alpha, asked)
    if isinstance(found, Degree):
        text = degree_text(found, snapshot)
    else:
        text = rated_text(found, snapshot, names)
    if asked.when == Moment.LAST and study.evaluations_per_judge > 1:
        note = f"{text.table.note} {LEFT_BEFORE}".strip()
        text = replace(text, table=replace(text.table, note=note))
    return text


@lru_cache(maxsize=200)
def _found(
    study: int, _computed_at: datetime | None, alpha: float, asked: FollowUp
) -> Degree | tuple[OfCriterion, ...]:
    """Work out the result once for each counting of the answers."""
    rows = _rows(study)
    if asked.ask == Ask.RATE:
        return _by_criterion(rows, asked, alpha)
    compared = degree_by_choice(
        judges=[row.judge for row in rows],
        right=[row.right for row in rows],
        values=[row.value for row in rows],
        log=asked.ask == Ask.MAGNITUDE,
    )
    return Degree(compared, is_magnitude=asked.ask == Ask.MAGNITUDE)


def _rows(study: int) -> list[_Row]:
    of_study = Rating.objects.counted().filter(answer__study=study).order_by("answer", "pk")
    found = of_study.values_list(
        "answer", "answer__correct", "answer__order", "answer__trial__judge", "criterion", "value",
        "sample__subject", "sample__item",
    )  # fmt: skip
    return [_Row(*columns) for columns in found]


def _by_criterion(rows: Sequence[_Row], asked: FollowUp, alpha: float) -> tuple[OfCriterion, ...]:
    tests = len(asked.criteria)
    found = []
    for criterion in asked.criteria:
        triads = _triads([row for row in rows if row.criterion == criterion.key])
        sides = [[triad for triad in triads if triad[0].right == right] for right in (True, False)]
        whole, right, wrong = (_systems(part, alpha, tests) for part in (triads, *sides))
        found.append((criterion.label or criterion.key, whole, right, wrong))
    adjusted = holm([1.0 if whole.p_value is None else whole.p_value for _, whole, *_ in found])
    return tuple(OfCriterion(*parts, p) for parts, p in zip(found, adjusted, strict=True))


def _triads(rows: Sequence[_Row]) -> list[tuple[_Row, _Row, _Row]]:
    """Return the three ratings of each triad, that of the odd text first."""
    by_answer: dict[int, list[_Row]] = defaultdict(list)
    for row in rows:
        by_answer[row.answer].append(row)
    return [
        (three[0], three[1], three[2])
        for given in by_answer.values()
        if len(three := sorted(given, key=lambda row: row.subject != row.odd_subject)) == 3
    ]


def _systems(triads: Sequence[tuple[_Row, _Row, _Row]], alpha: float, tests: int) -> SystemsByTriad:
    return systems_by_triad(
        judges=[odd.judge for odd, _, _ in triads],
        items=[odd.item for odd, _, _ in triads],
        differences=[
            difference_in_triad(
                odd.value, (one.value, other.value), odd_is_b=odd.odd_subject == "B"
            )
            for odd, one, other in triads
        ],
        alpha=alpha,
        tests=tests,
    )
