"""The sentences of a study without a verdict: they hold no p, no limit and no d-prime."""

from analysis import number_format
from analysis.recomputation.counts import StudyCounts
from analysis.recomputation.exact_tests import Plan
from analysis.stats import SprtLines, sprt_lines
from analysis.verdict_text.snapshot import ResultSnapshot


def hidden(snapshot: ResultSnapshot) -> str:
    """Return the sentence for people who may follow the progress only."""
    counted, planned = snapshot.counts.counted, snapshot.plan.evaluations
    if not snapshot.sealed:
        return (
            f"{counted} of {planned} answers. You can follow the progress of this study, not its "
            "results."
        )
    if snapshot.closed:
        return (
            f"Closed at {counted} of {planned}: no verdict under this plan. Results stay hidden "
            "until the study is unsealed."
        )
    if snapshot.plan.is_sequential:
        return (
            f"{counted} answers, at most {planned}. Results are hidden until the verdict is given."
        )
    return f"{counted} of {planned} answers. Results are hidden until {planned}."


def waiting(snapshot: ResultSnapshot) -> str:
    """Return the sentence for people who may read the results, while there is no verdict."""
    plan, counts = snapshot.plan, snapshot.counts
    counted, planned = counts.counted, plan.evaluations
    if not snapshot.opened:
        return "This study has not been opened yet: it has no answers."
    if snapshot.closed:
        return f"Closed at {counted} of {planned}: no verdict under this plan."
    if snapshot.raised_from is not None:
        return (
            f"Number raised from {snapshot.raised_from} to {planned} after results could be seen: "
            "no fixed-number verdict."
        )
    if not counted:
        return _nothing_counted(counts)
    if plan.is_sequential:
        return _going_on(plan, counts)
    return (
        f"{counted} of {planned} answers, {counts.correct} right. No verdict yet: this plan "
        f"decides at {planned}."
    )


def _nothing_counted(counts: StudyCounts) -> str:
    if not counts.pilot:
        return "No answers yet. Send the recruitment link to begin."
    if counts.pilot == 1:
        return "1 pilot answer, not counted."
    return f"{counts.pilot} pilot answers, none counted."


def _going_on(plan: Plan, counts: StudyCounts) -> str:
    answers = "1 answer" if counts.counted == 1 else f"{counts.counted} answers"
    watched = counts.watched
    if not watched.counted:
        return f"{answers}, none of them in order: a judge who began earlier is still reading."
    right = f"{watched.correct} right"
    if watched.counted < counts.counted:
        right = f"{watched.counted} of them in order, {watched.correct} of these right"
    lines = sprt_lines(watched.counted, alpha=plan.alpha, beta=plan.beta, pd=plan.pd)
    return (
        f"{answers}, {right}. No verdict yet: {_lines(lines)}. (Wald's lines, "
        f"alpha {number_format.level(plan.alpha)}, beta {number_format.level(plan.beta)}, "
        f"pd {number_format.percent(plan.pd)})"
    )


def _lines(lines: SprtLines) -> str:
    upper, lower = lines.upper_line, lines.lower_line
    if upper is None and lower is None:
        return "at this point no number right would decide"
    if upper is None:
        return f"at this point {lower} or fewer would show similarity"
    difference = f"at this point {upper} or more would show a difference"
    return difference if lower is None else f"{difference}, {lower} or fewer similarity"
