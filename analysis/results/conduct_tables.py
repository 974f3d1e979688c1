"""How the study went, as tables with pictures: orders, positions, times, judges. No database."""

from itertools import pairwise

from analysis import number_format
from analysis.charts import scales
from analysis.charts.tables import Table
from analysis.recomputation.counts import ORDERS, SECONDS, Numbers
from analysis.stats.checks import realised_chance

# More bars than these have no room for their labels.
MOST_BARS = 12


def orders_table(numbers: Numbers) -> Table:
    """Balance of the orders, and right answers in each."""
    shares = [numbers.orders[order] for order in ORDERS]
    return Table(
        "orders",
        "Orders",
        ("order", "answers", "right"),
        tuple(
            (order, str(share.counted), str(share.correct))
            for order, share in zip(ORDERS, shares, strict=True)
        ),
        picture=scales.bars(
            ORDERS, [share.counted for share in shares], [share.correct for share in shares]
        ),
        legend=(("whole", "answers"), ("part", "of them right")),
    )


def positions_table(numbers: Numbers) -> Table:
    """How often each position was chosen, and how often it was the right one."""
    names = ("first", "second", "third")
    answered = {order: numbers.orders[order].counted for order in ORDERS}
    chance = realised_chance(answered)
    always = [
        number_format.estimate(share) for share in (chance.first, chance.second, chance.third)
    ]
    return Table(
        "positions",
        "Chosen positions",
        ("position", "chosen", "right if always chosen"),
        tuple(zip(names, map(str, numbers.positions), always, strict=True)),
        (
            "Right if always chosen: the realised chance, 33.3 % where the orders are balanced. A "
            "share far from it would let a favourite position pass for a difference, or hide one."
        ),
        picture=scales.bars(names, numbers.positions),
    )


def seconds_table(numbers: Numbers) -> Table:
    """How long answers took from the texts being shown."""
    begins = [str(second) for second in SECONDS]
    names = [f"{low}–{high}" for low, high in pairwise(begins)]
    names.append(f"{SECONDS[-1]} or more")
    low, high = numbers.quartiles or (0.0, 0.0)
    return Table(
        "seconds",
        "Seconds from the texts being shown to the choice",
        ("seconds", "answers"),
        tuple(zip(names, map(str, numbers.seconds), strict=True)),
        "A quarter took {low} seconds or less, half {half}, three quarters {high}.".format(
            low=f"{low:.1f}", half=f"{numbers.median_seconds:.1f}", high=f"{high:.1f}"
        ),
        # Under each column the second where its class begins: more has no room.
        picture=scales.bars([*begins[:-1], f"{begins[-1]}+"], numbers.seconds),
    )


def judges_table(numbers: Numbers) -> Table:
    """How many judges had how many right: with repeats only."""
    rows = numbers.judge_results
    names = [f"{row.correct}/{row.answers}" for row in rows]
    few = len(rows) <= MOST_BARS
    return Table(
        "judges",
        "Judges by right answers",
        ("right of", "answers", "judges"),
        tuple((str(row.correct), str(row.answers), str(row.judges)) for row in rows),
        picture=scales.bars(names, [row.judges for row in rows]) if few else None,
    )
