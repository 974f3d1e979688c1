"""How the study went: orders, positions, times and judges, each a table with its chart."""

from itertools import pairwise

from analysis import number_format
from analysis.charts.bars import bar_chart
from analysis.charts.table import DataTable
from analysis.recomputation.counts import ORDERS, SECONDS, Share, StudyCounts
from analysis.stats import orders_of, realised_chance
from analysis.verdict_text import ResultSnapshot

# The labels of more columns have no room.
MOST_COLUMNS = 12


def orders_table(counts: StudyCounts, *, protocol: str) -> DataTable:
    """Return how often each order was answered, and how often rightly."""
    orders = orders_of(protocol)
    shares = [counts.orders[order] for order in orders]
    return DataTable(
        "orders",
        "Orders",
        ("order", "answers", "right"),
        tuple(
            (order, str(share.counted), str(share.correct))
            for order, share in zip(orders, shares, strict=True)
        ),
        chart=bar_chart(
            orders, [share.counted for share in shares], [share.correct for share in shares]
        ),
        legend=(("whole", "answers"), ("part", "of them right")),
    )


def positions_table(counts: StudyCounts) -> DataTable:
    """Return how often each position was chosen, and how often it was the right one."""
    names = ("first", "second", "third")
    chance = realised_chance({order: counts.orders[order].counted for order in ORDERS})
    always = [
        number_format.estimate(share) for share in (chance.first, chance.second, chance.third)
    ]
    return DataTable(
        "positions",
        "Chosen positions",
        ("position", "chosen", "right if always chosen"),
        tuple(zip(names, map(str, counts.positions), always, strict=True)),
        (
            "Right if always chosen: the realised chance, 33.3 % where the orders are balanced. A "
            "share far from it would let a favourite position pass for a difference, or hide one."
        ),
        chart=bar_chart(names, counts.positions),
    )


def seconds_table(counts: StudyCounts) -> DataTable:
    """Return how long answers took from the texts being shown."""
    begins = [str(second) for second in SECONDS]
    names = [f"{low}–{high}" for low, high in pairwise(begins)] + [f"{SECONDS[-1]} or more"]
    low, high = counts.quartiles or (0.0, 0.0)
    return DataTable(
        "seconds",
        "Seconds from the texts being shown to the choice",
        ("seconds", "answers"),
        tuple(zip(names, map(str, counts.seconds), strict=True)),
        f"A quarter took {low:.1f} seconds or less, half {counts.median_seconds:.1f}, "
        f"three quarters {high:.1f}.",
        # A column has room for the second where its class begins.
        chart=bar_chart([*begins[:-1], f"{begins[-1]}+"], counts.seconds),
    )


def judges_table(counts: StudyCounts) -> DataTable:
    """Return how many judges had how many right; with repeats only."""
    results = counts.judge_results
    names = [f"{result.correct}/{result.answers}" for result in results]
    few = len(results) <= MOST_COLUMNS
    return DataTable(
        "judges",
        "Judges by right answers",
        ("right of", "answers", "judges"),
        tuple((str(row.correct), str(row.answers), str(row.judges)) for row in results),
        chart=bar_chart(names, [result.judges for result in results]) if few else None,
    )


def changes_table(snapshot: ResultSnapshot) -> DataTable | None:
    """Return what happened beside the plan, with numbers; None where nothing did."""
    counts, conduct = snapshot.counts, snapshot.conduct
    rows = (
        ("links added after the first answer", conduct.links_added),
        ("links revoked after the first answer", conduct.links_revoked),
        ("links given another end or number of places", conduct.links_changed),
        ("changes of the excluded ids after the first answer", conduct.excluded_ids_changed),
        ("closed and opened again after results could be seen", conduct.reopened),
        ("answers withdrawn while results could be seen", counts.withdrawn_in_sight),
        ("judges who had been pilot judges before", counts.back_from_pilot),
        ("other studies of the same texts", conduct.same_texts_number),
        ("erased studies of the same texts", conduct.same_texts_erased),
    )
    happened = tuple((what, str(number)) for what, number in rows if number)
    if not happened:
        return None
    return DataTable(
        "changes",
        "What happened beside the plan",
        ("what", "number"),
        happened,
        "Up to the verdict. Studies by their codes: " + ", ".join(conduct.same_texts) + "."
        if conduct.same_texts
        else "Up to the verdict.",
    )


def attention_table(passed: Share) -> DataTable:
    """Return how many attention triads were answered and passed."""
    return DataTable(
        "attention",
        "Attention triads",
        ("answered", "passed"),
        ((str(passed.counted), str(passed.correct)),),
        "Of judges with answers that decide. They count for nothing else.",
    )
