"""What ratings and reading times tell of the condition of texts, in words and as a table."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from analysis import number_format
from analysis.number_format import p_text
from analysis.stats import holm
from analysis.stats.reading import Predictors, WhyNone

NAMES = {
    Predictors.RATINGS: "ratings",
    Predictors.TIMES: "reading times",
    Predictors.ALL_TIMES: "all measures of reading",
    Predictors.COMBINED: "ratings and reading together",
}
WHY_NONE = {
    WhyNone.ONE_CONDITION: "No item has texts of several conditions: what texts are about may tell "
    "them apart, so nothing is scored.",
    WhyNone.TOO_FEW_ITEMS: "Too few items, or too few readings of a condition: nothing is scored.",
    WhyNone.NO_RATINGS: "no ratings",
    WhyNone.NO_TIMES: "no times of single texts",
    WhyNone.NO_COLUMN_VARIES: "nothing varies",
}


@dataclass(frozen=True, slots=True)
class OfConditions:
    """The four sets of predictors: rows of name, share told right, p; and what the shares mean."""

    what: str
    sentence: str
    rows: list[tuple[str, str, str]]
    guessing: str
    scored: str


def of_conditions(found: Mapping[str, Any] | None) -> OfConditions | None:
    """Return the stored result for the page; None of analyses that had no such part."""
    if found is None:
        return None
    what = found["what"]
    sets = _adjusted(found["sets"])
    scored = [one for one in sets if one["accuracy"] is not None]
    best = max(scored, key=_order, default=None)
    return OfConditions(
        what=what,
        sentence=_sentence(best, what, of=len(scored))
        if best
        else WHY_NONE[WhyNone(sets[0]["why_none"])],
        rows=[_row(one) for one in sets] if len(scored) > 1 else [_row(one) for one in scored],
        guessing=number_format.estimate(found["guessing"]) if best else "",
        scored=f"{found['readings']} readings of texts about {found['items']} items"
        + (", those that were rated" if found["rated"] else ""),
    )


def _adjusted(sets: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """Return the sets with p adjusted by Holm, so that the best of four claims no more."""
    tested = [one["p_value"] for one in sets if one["p_value"] is not None]
    adjusted = iter(holm(tested) if tested else ())
    return [{**one, "p_value": None if one["p_value"] is None else next(adjusted)} for one in sets]


def _order(one: Mapping[str, Any]) -> tuple[bool, float]:
    return one["p_value"] is not None and one["p_value"] <= 0.05, float(one["accuracy"])


def _sentence(best: Mapping[str, Any], what: str, *, of: int) -> str:
    """Return what the best set tells, of so many that are scored."""
    name, share = NAMES[Predictors(best["predictors"])], number_format.estimate(best["accuracy"])
    if best["p_value"] is None:
        return (
            f"{name.capitalize()} told the {what} in {share} of readings: with so few texts that "
            "vary within items nothing can be tested, and nothing is shown by it."
        )
    if best["p_value"] > 0.05 and of == 1:
        return (
            f"{name.capitalize()} are not shown to tell the {what}: that does not show them alike."
        )
    if best["p_value"] > 0.05:
        return (
            f"Neither how texts were read nor how they were rated is shown to tell their {what}: "
            "that does not show that they were read alike."
        )
    if of == 1:
        return (
            f"{name.capitalize()} told the {what} of a text in {share} of readings, each scored "
            "without a reading of the same item: these texts are rated or read differently, which "
            "does not say that one is better. Nothing else is known that could tell it."
        )
    return (
        f"Of the {of} sets below, {name} told the {what} of a text best: {share} of readings, each "
        "scored without a reading of the same item. That says that these texts are read or rated "
        "differently; not that one is better, and not that the sets differ: no test compares "
        "them."
    )


def _row(one: Mapping[str, Any]) -> tuple[str, str, str]:
    name = NAMES[Predictors(one["predictors"])]
    if one["accuracy"] is None:
        return name, f"– ({WHY_NONE[WhyNone(one['why_none'])]})", "–"
    p_value = "–" if one["p_value"] is None else p_text(one["p_value"])
    return name, number_format.estimate(one["accuracy"]), p_value
