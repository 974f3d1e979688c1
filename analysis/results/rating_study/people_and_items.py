"""What each judge gave, and which texts and ratings are unlike the others. No database."""

from collections.abc import Mapping

from analysis import number_format
from analysis.charts.table import DataTable
from analysis.recomputation.rating_study.numbers import (
    CriterionNumbers,
    JudgeNumbers,
    RatingNumbers,
)
from analysis.verdict_text.snapshot import RatedPlan
from studies.ratings.criteria import in_sentence

NONE = "–"


def judges_table(found: RatingNumbers, codes: Mapping[int, str], plan: RatedPlan) -> DataTable:
    """Return the judges with the most sheets; without their codes, by number."""
    keeps, repeats = plan.rules.keeps_identical, any(one.repeated for one in found.judges)
    heads = ["judge", "sheets", "median"]
    heads += ["pages all alike"] if plan.rules.side_by_side else []
    heads += ["identical texts rated apart"] if keeps else []
    heads += ["repeated sheet, off by"] if repeats else []
    rows = []
    for number, judge in enumerate(found.judges, 1):
        cells = [codes.get(judge.judge, f"judge {number}"), str(judge.sheets), f"{judge.median:g}"]
        cells += [_of(judge.equal, judge.pages)] if plan.rules.side_by_side else []
        cells += [_of(judge.identical_differ, judge.identical)] if keeps else []
        cells += [_repeated(judge, plan)] if repeats else []
        rows.append(tuple(cells))
    note = "A page rated all alike is often an honest one: it excludes no judge."
    return DataTable(
        "judges", "Judges", tuple(heads), tuple(rows), note if plan.rules.side_by_side else ""
    )


def _of(number: int, whole: int) -> str:
    return NONE if not whole else f"{number} of {whole}"


def _repeated(judge: JudgeNumbers, plan: RatedPlan) -> str:
    """Return how far a judge's second rating of a text is from the first, on average."""
    if judge.repeated_log_ratio is None:
        return NONE
    if not plan.rules.log:
        return f"{judge.repeated_log_ratio:.2f} points"
    return f"a factor of {number_format.decimal(2.718281828459045**judge.repeated_log_ratio)}"


def standing_out_table(found: CriterionNumbers, plan: RatedPlan) -> DataTable | None:
    """Return the texts that are rated other than their item and system let expect."""
    if not found.standing_out:
        return None
    away = "times what is expected" if found.log else "points from what is expected"
    rows = tuple(
        (
            one.item,
            plan.names[one.system],
            number_format.decimal(one.mean),
            number_format.decimal(one.away)
            if found.log or one.away <= 0
            else f"+{number_format.decimal(one.away)}",
            str(one.ratings),
        )
        for one in found.standing_out
    )
    note = (
        "Expected: what follows from the averages of the item and of the system. Some texts "
        "always stand out; "
        "read them before you think that this means something."
    )
    heads = ("item", "system", "mean", away, "ratings")
    return DataTable(
        f"items_{found.key}", f"Texts that stand out: {in_sentence(found.label)}", heads, rows, note
    )


def far_table(found: CriterionNumbers, plan: RatedPlan) -> DataTable | None:
    """Return the ratings that are ten times as high or as low as the median of their text."""
    if not found.far:
        return None
    rows = tuple(
        (one.item, plan.names[one.system], f"{one.value:,.0f}", f"{one.median:,.0f}")
        for one in found.far
    )
    more = found.far_number - len(found.far)
    note = "More than ten times as high or as low. They count like all others"
    note += f"; {more} more are not listed." if more else "."
    heads = ("item", "system", "rating", "median of the text")
    return DataTable(
        f"far_{found.key}",
        f"Ratings far from the others: {in_sentence(found.label)}",
        heads,
        rows,
        note,
    )
