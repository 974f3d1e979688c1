"""What the plan decides is confirmatory, all else exploratory."""

from analysis.verdict_text.snapshot import ResultSnapshot
from studies.ratings.criteria import in_sentence

CONFIRMATORY, EXPLORATORY = "confirmatory", "exploratory"


def roles(snapshot: ResultSnapshot) -> str:
    """Say which result is confirmatory; empty for a draft and where results are hidden."""
    if snapshot.hidden or not snapshot.opened:
        return ""
    if snapshot.verdict is not None:
        return (
            f"Confirmatory: the verdict by {_test(snapshot)}, fixed in the plan before the first "
            "answer. Exploratory: all else."
        )
    if snapshot.raised_from is not None or snapshot.closed:
        return "Exploratory: all numbers of this study, since its plan has given no verdict."
    return (
        f"Only the verdict by {_test(snapshot)} will be confirmatory, as the plan fixed it. "
        "Exploratory: all else."
    )


def _test(snapshot: ResultSnapshot) -> str:
    plan = snapshot.plan
    if snapshot.rated is not None:
        primary = in_sentence(snapshot.rated.rules.criteria[0].label)
        return f"{primary}, the primary criterion, tested by judges and by items"
    if plan.is_sequential:
        return "Wald's sequential test"
    return f"the exact {plan.goal} test"
