"""What judges were asked, as part of a sentence: said of directed triads alone.

A triangle asks for any difference; a directed triad for the one that its question names, and so its
verdict quotes the question.
"""

from analysis.recomputation.exact_tests import Plan


def _question(plan: Plan) -> str:
    return f"“{' '.join(plan.question.split())}”"


def judges_asked(plan: Plan, judges: str = "Judges like these") -> str:
    """Return who was asked, with the question."""
    return f"{judges}, asked {_question(plan)}," if plan.is_directed else judges


def with_question(plan: Plan) -> str:
    """Return the question behind what was, or was not, shown; else empty."""
    return f" with the question {_question(plan)}" if plan.is_directed else ""


def in_the_plans_sense(plan: Plan) -> str:
    """Return what similar means, up to a colon."""
    asks = f", which asks {_question(plan)}" if plan.is_directed else ""
    return f"similar in the sense of the plan{asks}"


def only_this(plan: Plan) -> str:
    """Return that a directed triad tests one difference; else empty."""
    if not plan.is_directed:
        return ""
    return (
        "Judges were told what to look for: this says nothing about differences that the "
        "question does not name."
    )
