"""The number of evaluations that a plan's risks need."""

from django import forms

from analysis.stats import judges_needed
from studies.models import Study
from studies.models.study import MAX_EVALUATIONS, RECOMMENDED_EVALUATIONS

# The number of a sequential plan is the largest one: most studies end long before it, and few
# should reach it undecided.
SEQUENTIAL_FACTOR = 2


def has_sound_risks(plan: Study) -> bool:
    """Return whether alpha, beta and pd are numbers that a plan may have."""
    others = {field.name for field in Study._meta.fields} - {"alpha", "beta", "pd"}
    try:
        plan.clean_fields(exclude=others)
    except forms.ValidationError:
        return False
    return True


def proposed_evaluations(plan: Study, *, each: int) -> int | None:
    """Return the number that the risks need, at least the recommended one; None above a million.

    With `each` evaluations a judge it is one of whole judges.
    """
    needed = judges_needed(goal=plan.goal, alpha=plan.alpha, beta=plan.beta, pd=plan.pd)
    if needed is None:
        return None
    if plan.method == Study.Method.SEQUENTIAL:
        needed *= SEQUENTIAL_FACTOR
    wanted = max(needed, RECOMMENDED_EVALUATIONS[plan.goal])
    return min(-(-wanted // each) * each, MAX_EVALUATIONS)
