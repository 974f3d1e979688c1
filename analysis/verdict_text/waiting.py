"""The sentences of a study without a verdict: they hold no p, no limit and no d-prime."""

from analysis import number_format
from analysis.recomputation.counts import Numbers
from analysis.recomputation.exact_tests import Plan
from analysis.stats import SprtLines, sprt_lines
from analysis.verdict_text.snapshot import ResultSnapshot


def hidden(snapshot: ResultSnapshot) -> str:
    """For whoever may follow the progress only."""
    values = {"n": snapshot.numbers.counted, "planned": snapshot.plan.evaluations}
    if not snapshot.sealed:
        text = (
            "%(n)s of %(planned)s answers. You can follow the progress of this study, not its "
            "results."
        )
    elif snapshot.closed:
        text = (
            "Closed at %(n)s of %(planned)s: no verdict under this plan. Results stay hidden until "
            "the study is unsealed."
        )
    elif snapshot.plan.is_sequential:
        text = "%(n)s answers, at most %(planned)s. Results are hidden until the verdict is given."
    else:
        text = "%(n)s of %(planned)s answers. Results are hidden until %(planned)s."
    return text % values


def waiting(snapshot: ResultSnapshot) -> str:
    """For whoever may read, while there is no verdict."""
    plan, numbers = snapshot.plan, snapshot.numbers
    values = {"n": numbers.counted, "x": numbers.correct, "planned": plan.evaluations}
    if not snapshot.opened:
        return "This study has not been opened yet: it has no answers."
    if snapshot.closed:
        return "Closed at {n} of {planned}: no verdict under this plan.".format(**values)
    if snapshot.raised_from is not None:
        return raised(snapshot.raised_from, plan.evaluations)
    if not numbers.counted:
        return nothing_counted(numbers)
    if plan.is_sequential:
        return _going_on(plan, numbers)
    return (
        "{n} of {planned} answers, {x} right. No verdict yet: this plan decides at {planned}."
    ).format(**values)


def nothing_counted(numbers: Numbers) -> str:
    """There is nothing to speak of yet."""
    if numbers.pilot:
        return (
            "%(number)s pilot answer, not counted."
            if numbers.pilot == 1
            else "%(number)s pilot answers, none counted."
        ) % {"number": numbers.pilot}
    return "No answers yet. Send the recruitment link to begin."


def raised(old: int, new: int) -> str:
    """Why a fixed-number plan has no verdict any more."""
    return (
        f"Number raised from {old} to {new} after results could be seen: no fixed-number verdict."
    )


def _going_on(plan: Plan, numbers: Numbers) -> str:
    lines = sprt_lines(numbers.counted, alpha=plan.alpha, beta=plan.beta, pd=plan.pd)
    counts = "%(n)s answer, %(x)s right." if numbers.counted == 1 else "%(n)s answers, %(x)s right."
    return (
        "{counts} No verdict yet: {lines}. (Wald's lines, alpha {alpha}, beta {beta}, pd {pd})"
    ).format(
        counts=counts % {"n": numbers.counted, "x": numbers.correct},
        lines=_lines(lines),
        alpha=number_format.level(plan.alpha),
        beta=number_format.level(plan.beta),
        pd=number_format.percent(plan.pd),
    )


def _lines(lines: SprtLines) -> str:
    if lines.upper_line is None and lines.lower_line is None:
        return "at this point no number right would decide"
    if lines.upper_line is None:
        text = "at this point %(lower)s or fewer would show similarity"
    elif lines.lower_line is None:
        text = "at this point %(upper)s or more would show a difference"
    else:
        text = (
            "at this point %(upper)s or more would show a difference, %(lower)s or fewer similarity"
        )
    return text % {"upper": lines.upper_line, "lower": lines.lower_line}
