"""How far judges agree, as a table. No database."""

from collections.abc import Iterator

from analysis import number_format
from analysis.charts.table import DataTable
from analysis.recomputation.rating_study.numbers import CriterionNumbers
from analysis.results.rating_study.pairs import NONE, p_or_none
from analysis.stats import Agreement, Busiest, IdenticalTexts
from analysis.verdict_text.ratings.result import range_text
from analysis.verdict_text.snapshot import RatedPlan
from studies.ratings.criteria import in_sentence

FORMS = (
    "ICC(1,1) is of one rating, ICC(1,k) of the mean of a text's ratings. Below 0, judges "
    "agree less than by chance."
)
WITHIN = (
    "About texts, ICC(1,k) is the form that the RankME paper prints; it is also high where "
    "judges agree about items alone. Within the page, what its texts have in common is taken "
    "out: "
    "agreement about systems is left."
)
ONCE = "A text that systems share counts once."
MOST = 3


def agreement_table(found: CriterionNumbers, plan: RatedPlan) -> DataTable:
    """Return how far judges agree: about texts, as published, and within the page."""
    limits = f"{number_format.confidence(plan.rules.alpha)} limits"
    parts = [("about texts", found.agreement)]
    parts += [("within the page", found.within)] if plan.rules.side_by_side else []
    rows = tuple(row for what, part in parts if part for row in _rows(what, part, plan))
    notes = [WITHIN] if plan.rules.side_by_side else []
    notes += [
        FORMS,
        ONCE if found.equal else "",
        _busiest(found.busiest),
        _identical(found.identical),
    ]
    notes += [_reason(what, part) for what, part in parts if part]
    return DataTable(
        f"agreement_{found.key}",
        f"How far judges agree: {in_sentence(found.label)}",
        ("agreement", "ICC", limits, "F (degrees of freedom)", "p", "texts", "ratings a text"),
        rows,
        " ".join(filter(None, notes)),
    )


def _rows(what: str, found: Agreement, plan: RatedPlan) -> Iterator[tuple[str, ...]]:
    f = NONE
    if found.f is not None:
        f = f"{number_format.decimal(found.f)} ({found.df_between}, {found.df_within})"
    forms = (
        ("ICC(1,1)", found.single, found.single_limits),
        ("ICC(1,k)", found.average, found.average_limits),
    )
    for form, value, limits in forms:
        yield (
            f"{what}, {form}",
            number_format.decimal(value),
            range_text(limits) if limits else NONE,
            f,
            p_or_none(found.p_value, plan),
            str(found.cells),
            NONE if found.k is None else f"{found.k:.3g}",
        )


def _busiest(busy: Busiest) -> str:
    if busy.share is None or busy.judges <= MOST:
        return ""
    share = int(100 * busy.share + 1e-9)
    return f"The {MOST} busiest of {busy.judges} judges gave {share} % of the ratings."


def _identical(found: IdenticalTexts | None) -> str:
    if found is None or not found.pairs:
        return ""
    pairs = "1 pair" if found.pairs == 1 else f"{found.pairs} pairs"
    return f"Identical texts on one page: {pairs}, of which {found.differ} got different numbers."


def _reason(what: str, found: Agreement) -> str:
    """Return why something is undefined, and how many ratings are in means alone."""
    parts = [f"{what.capitalize()}: {found.reason}."] if found.reason else []
    if found.left_out and what == "about texts":
        left = found.left_out
        ratings = "1 rating stands" if left == 1 else f"{left} ratings stand"
        parts.append(f"{ratings} alone on a text, and count in means and pairs only.")
    return " ".join(parts)
