"""The plan of a rating study in words, from its frozen document."""

from collections.abc import Iterator
from typing import Any

from studies.kinds.rating import part_shown
from studies.models import RatingPlan
from studies.ratings.criteria import Criterion, CriterionKind

# Pairs of a name and a value.
Facts = Iterator[tuple[str, str]]


def aim_of_ratings(plan: dict[str, Any]) -> Facts:
    """Say what is compared, by which criteria and how."""
    rated, systems = plan["rating"], plan["subjects"]
    columns = {field.name for field in RatingPlan._meta.fields} - {"study"}
    stored = RatingPlan(**{name: value for name, value in rated.items() if name in columns})
    yield "Systems", "; ".join(f"{letter}: {name}" for letter, name in systems.items())
    yield "Texts", f"{plan['texts']}"
    yield "Way of rating", stored.method_in_words
    if shown := part_shown(stored, systems=len(systems)):
        yield "Texts on a page", f"{shown} of the {len(systems)} about an item"
    for one in stored.rated_by:
        yield one.label, _criterion(stored, one, lacks_contexts=plan["lacks_contexts"])
    yield "Criteria are asked", str(RatingPlan.Setup(rated["setup"]).label)
    if stored.has_reference:
        yield "Reference, with the number 100", rated["reference_text"] or "not written yet"
        if rated["reference_context"]:
            yield "What the reference was made from", rated["reference_context"]
        yield "Numbers are given by", str(RatingPlan.Entry(rated["entry"]).label)
    yield "Risk alpha", f"{plan['alpha']:g}, over all pairs of systems of one criterion"
    yield "Margin", _margin(rated["margin"], is_ratio=stored.has_reference)
    yield "Resamples for limits", f"{rated['resamples']:,}"


def _criterion(plan: RatingPlan, one: Criterion, *, lacks_contexts: bool) -> str:
    parts = [one.question]
    if one.definition:
        parts.append(one.definition)
    if one.kind == CriterionKind.TICKS:
        parts.append("Ticks: something added, something missing, neither.")
    parts.append(context_in_words(plan, one, lacks_contexts=lacks_contexts))
    if one.key == plan.primary_criterion:
        parts.append("This criterion decides.")
    return " ".join(parts)


def context_in_words(plan: RatingPlan, one: Criterion, *, lacks_contexts: bool) -> str:
    """Say whether pages that ask by a criterion show what texts are made from.

    Pages of several criteria share it. `lacks_contexts`: there are texts, and all are without.
    """
    what = "What the texts are made from"
    if not (shown_by := plan.context_shown_by(one)):
        return f"{what} is not shown."
    if lacks_contexts:
        of_reference = plan.has_reference and plan.reference_context
        rest = "only that of the reference is shown" if of_reference else "so it is not shown"
        return f"{what} was not given, {rest}."
    if one.shows_context:
        return f"{what} is shown."
    names = ", ".join(other.label for other in shown_by)
    return f"{what} is shown: the page asks by {names} too, and shows it for that."


def _margin(margin: float | None, *, is_ratio: bool) -> str:
    if margin is None:
        return "none: no two systems are called similar"
    if is_ratio:
        return f"{margin:g}: systems within this ratio are called similar"
    return f"{margin:g} points: systems no further apart are called similar"


def judges_of_ratings(plan: dict[str, Any]) -> Facts:
    """Say how many rate what."""
    rated = plan["rating"]
    yield "Sheets", f"{plan['evaluations']:,}"
    yield "Judges who rate a text", f"{rated['judges_per_item']}"
    yield "Judges planned", f"{rated['judges']:,}"
    yield "Sheets per judge", f"{plan['evaluations_per_judge']} at most"
    if rated["setup"] == RatingPlan.Setup.APART:
        mixes = rated["mixes_criteria"]
        yield "Criteria of a judge", "several" if mixes else "one"
    yield "Identical texts about an item", str(RatingPlan.Identical(rated["identical"]).label)
