"""What it means for a pair of systems that they have the same text about some items."""

from collections.abc import Iterator

from analysis import number_format
from analysis.recomputation.rating_study.numbers import CriterionNumbers, EqualTexts
from analysis.verdict_text.snapshot import RatedPlan


def shared_items(found: CriterionNumbers, plan: RatedPlan) -> Iterator[str]:
    """Yield for each pair that shares texts in how many items: `TGen and Human in 14 of 30`."""
    for shared in found.equal:
        names = f"{plan.names[shared.first]} and {plan.names[shared.second]}"
        yield f"{names} in {shared.items} of {shared.of_items}"


def on_equal_texts(found: CriterionNumbers, plan: RatedPlan) -> str:
    """Say of which pairs texts are the same, and how these compare over their other items."""
    if not found.equal:
        return ""
    return (
        f" The same text: {'; '.join(shared_items(found, plan))} items. Judges rate it once, so "
        "there the two are equal by construction, and ties in what is told of all items. "
        f"{' '.join(_others(one, found, plan) for one in found.equal)}"
    )


def _others(shared: EqualTexts, found: CriterionNumbers, plan: RatedPlan) -> str:
    first, second = plan.names[shared.first], plan.names[shared.second]
    if shared.others is None:
        return f"{first} and {second} have no other items."
    none, ratio = (1.0, shared.others) if found.log else (0.0, shared.others)
    if ratio < none:
        first, second = second, first
        ratio = 1 / ratio if found.log else -ratio
    size = "times as high as" if found.log else "points above"
    return f"Over the other items {first} was rated {number_format.decimal(ratio)} {size} {second}."
