"""Ratings made up without a database, and the rules of a plan."""

from dataclasses import replace

from analysis.recomputation.rating_study.rows import RatedText
from analysis.recomputation.rating_study.rules import RatedBy, Rules

QUALITY = RatedBy("quality", "Quality")
RULES = Rules(
    criteria=(QUALITY,),
    systems=("A", "B"),
    log=True,
    side_by_side=True,
    keeps_identical=False,
    alpha=0.05,
    margin=None,
    resamples=1000,
    seed=7,
)
LIKERT = replace(RULES, log=False, side_by_side=False)


def rated(value, *, judges=7, items=7, systems="AB", criterion="quality", **fields):
    """One sheet for each judge and item; `value(judge, item, system)` may be None: no rating."""
    return [
        RatedText(
            criterion=criterion,
            answer=judge * items + item,
            judge=judge,
            item=f"item {item}",
            system=system,
            value=given,
            text=f"text {item} {system}",
            state="answered",
            judge_excluded=False,
            **fields,
        )
        for judge in range(judges)
        for item in range(items)
        for system in systems
        if (given := value(judge, item, system)) is not None
    ]
