"""The codes of two coders beside one another: agreement, and how often each code was right."""

from collections import Counter
from dataclasses import dataclass

from analysis import number_format
from analysis.results.headline import CONFIDENCE
from analysis.stats.binomial import clopper_pearson_lower, clopper_pearson_upper
from analysis.stats.kappa import Kappa, cohen_kappa
from studies.exports import Export
from studies.exports.columns import JUDGE, RIGHT, STUDY, TRIAD, Column, rows_of_objects
from studies.models import Answer, ReasonCode, Study
from studies.services.coding import Coding, coding_of, reasons_of
from studies.values.visible_text import same_to_the_eye


@dataclass(frozen=True, slots=True)
class CodedReason:
    """A reason with the codes of the first and the second coder."""

    study: str
    answer: Answer
    first: str
    second: str


@dataclass(frozen=True, slots=True)
class CodeRow:
    """How often a code was given, and how often answers were right of which both say so."""

    code: str
    first: int
    second: int
    both: int
    right: int
    with_limits: bool

    @property
    def share(self) -> str:
        """The share of right answers among those that both coders gave this code."""
        return number_format.estimate(self.right / self.both) if self.both else "–"

    @property
    def exact_limits(self) -> tuple[float, float] | None:
        """The share's exact two-sided limits; None where they do not hold yet."""
        if not self.both or not self.with_limits:
            return None
        risk = (1 - CONFIDENCE) / 2
        lower = clopper_pearson_lower(self.right, self.both, risk)
        return lower, clopper_pearson_upper(self.right, self.both, risk)

    @property
    def limits(self) -> str:
        """These limits in words."""
        return number_format.between(*self.exact_limits) if self.exact_limits else "–"


@dataclass(frozen=True, slots=True)
class CodesCompared:
    """What two complete codings give."""

    kappa: Kappa
    rows: list[CodeRow]

    @property
    def sentence(self) -> str:
        """The agreement in words."""
        found = self.kappa
        same = f"The coders agree on {number_format.estimate(found.agreement)} of {found.n} reasons"
        if found.kappa is None or found.lower is None or found.upper is None:
            return f"{same}; kappa is not defined, since both used one code alone."
        low, value, high = (
            number_format.decimal(one) for one in (found.lower, found.kappa, found.upper)
        )
        return f"{same}; Cohen's kappa is {value} (95\u00a0% limits {low} to {high})."


def coded_reasons(study: Study, coding: Coding) -> list[CodedReason]:
    """Return all reasons with both codes; none before both coders have coded them all."""
    if not coding.is_done:
        return []
    first, second = coding.coded
    codes = ReasonCode.objects.counted().filter(answer__study=study)
    by_coder: dict[int, dict[int, str]] = {first: {}, second: {}}
    for coder, answer, code in codes.values_list("coder", "answer", "code"):
        by_coder[coder][answer] = code
    answers = reasons_of(study).select_related("trial__judge", "trial__triad").order_by("pk")
    return [
        CodedReason(str(study.code), one, by_coder[first][one.pk], by_coder[second][one.pk])
        for one in answers
        if one.pk in by_coder[first] and one.pk in by_coder[second]
    ]


def codes_compared(reasons: list[CodedReason], *, with_limits: bool) -> CodesCompared:
    """Compare two complete codings; case and blanks make no other code."""
    first = [same_to_the_eye(one.first) for one in reasons]
    second = [same_to_the_eye(one.second) for one in reasons]
    shown = {key: one.first for key, one in zip(first, reasons, strict=True)}
    shown = {key: one.second for key, one in zip(second, reasons, strict=True)} | shown
    agreed = [a if a == b else None for a, b in zip(first, second, strict=True)]
    of_first, of_second, both = Counter(first), Counter(second), Counter(agreed)
    right = Counter(code for code, one in zip(agreed, reasons, strict=True) if one.answer.correct)
    rows = [
        CodeRow(shown[key], of_first[key], of_second[key], both[key], right[key], with_limits)
        for key in sorted(shown, key=lambda key: (-of_first[key] - of_second[key], key))
    ]
    return CodesCompared(cohen_kappa(first, second), rows)


COLUMNS = (
    STUDY,
    JUDGE.at("answer.trial.judge.code"),
    TRIAD.at("answer.trial.triad.number"),
    Column("correct", "answer.correct", int, meaning="Whether the choice was right", values=RIGHT),
    Column("reason", "answer.reason", meaning="The judge's reason", values="text"),
    Column("code_1", "first", meaning="Code by the first coder", values="text"),
    Column("code_2", "second", meaning="Code by the second coder", values="text"),
)


def reason_codes_export(study: Study) -> Export:
    """Return a row for each reason with both codes; none before both codings are complete."""
    rows = coded_reasons(study, coding_of(study))
    return Export(COLUMNS, len(rows), rows_of_objects(rows, COLUMNS))
