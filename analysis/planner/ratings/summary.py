"""What a plan of ratings comes to, in sentences and rows of tables."""

from analysis import number_format
from analysis.planner.ratings.answers import (
    MOST_SHARE,
    RECOMMENDED_JUDGES,
    Needed,
    RatingAnswer,
    Width,
    pages_of,
    pairs_of,
)
from analysis.planner.summary import judges, unbroken
from analysis.stats import fewest_judges
from studies.design.sheets import MOST_TEXTS_A_PAGE

SYSTEMS = range(2, 9)


def headline(answer: RatingAnswer) -> str:
    """Return how many judges show the difference; of a scale of points what is known of them."""
    asked, needed = answer.question, answer.judges_needed
    each = " for each criterion" if asked.setup == "apart" and asked.criteria > 1 else ""
    people = f"{judges(asked.judges)}{each}"
    if not answer.can_decide:
        return (
            f"{people} can never decide among {asked.systems} systems: it takes {answer.fewest} or "
            "more."
        )
    if needed is None:
        return f"{people}: what difference they show is not known for a scale of points."
    show = f"show a difference of {unbroken(number_format.percent(asked.difference))}"
    more = "" if asked.judges == needed else f": {needed:,} are enough"
    items = f" with {answer.items_needed:,} items" if _lacks_items(answer) else ""
    power = unbroken(number_format.percent(asked.power))
    return f"{people}{items} {show} with a power of {power}{more}."


def _lacks_items(answer: RatingAnswer) -> bool:
    return answer.items_needed is not None and answer.question.items < answer.items_needed


def meaning(answer: RatingAnswer) -> list[str]:
    """Return who can decide at all, what a judge does, and what all do together."""
    return [_decides(answer), _one_judge(answer), _all_judges(answer)]


def _one_judge(answer: RatingAnswer) -> str:
    effort, seconds = answer.effort, answer.question.seconds
    numbers = _many(effort.numbers_a_page, "number")
    return (
        f"A judge rates {_many(effort.pages_a_judge, 'page')} with {numbers} each: about "
        f"{_many(effort.minutes_a_judge, 'minute')} at {_many(seconds, 'second')} a number."
    )


def _all_judges(answer: RatingAnswer) -> str:
    effort, asked = answer.effort, answer.question
    pages = f"{_many(effort.pages, 'page')}: {asked.items:,} items"
    if asked.method != "rankme":
        pages += f" of {asked.systems} systems"
    is_part = asked.method == "rankme" and asked.systems > MOST_TEXTS_A_PAGE
    pages += f", each text rated by {judges(asked.each)}{' or more' if is_part else ''}."
    if effort.all_pages == effort.pages:
        return f"All judges rate {pages}"
    return (
        f"For each criterion that is {pages} With {asked.criteria} criteria asked apart: "
        f"{judges(effort.all_judges)} and {_many(effort.all_pages, 'page')}."
    )


def _decides(answer: RatingAnswer) -> str:
    smallest = f"of {answer.pairs} pairs the smallest p" if answer.pairs > 1 else "p"
    return (
        f"Fewer than {judges(answer.fewest)} can never decide among {answer.question.systems} "
        f"systems: {smallest} must be at most {alpha_of_all(answer)}, and only if "
        f"all lean the same way, {judges(answer.fewest)} reach p = 2/{2**answer.fewest:,}."
    )


def alpha_of_all(answer: RatingAnswer) -> str:
    """Return what the smallest p of all pairs must reach."""
    return unbroken(f"alpha / {answer.pairs}") if answer.pairs > 1 else "alpha"


def warnings(answer: RatingAnswer) -> list[str]:
    """Return what to think of before this plan is used."""
    asked, found = answer.question, []
    if answer.written < asked.judges:
        found.append(
            f"{judges(answer.written)}, as you wrote, show larger differences only: by these "
            f"variances {asked.judges:,} are needed for the pair that needs most."
        )
    if _lacks_items(answer):
        found.append(
            f"{asked.items:,} items are planned, which show larger differences only: such a "
            f"difference takes up to {answer.items_needed:,}."
        )
    if not answer.can_decide:
        found.append("However they rate, no system can be shown to be above another.")
    elif asked.judges < RECOMMENDED_JUDGES:
        found.append(
            f"Few judges separate almost no systems: {RECOMMENDED_JUDGES} or more are recommended."
        )
    if asked.judges * MOST_SHARE < 1:
        found.append(
            "Each judge gives more than 10 % of the ratings: what one judge likes would weigh much."
        )
    if asked.method == "rankme" and asked.systems > MOST_TEXTS_A_PAGE:
        found.append(
            f"{asked.systems} texts on a page are too many to compare: each page shows "
            f"{MOST_TEXTS_A_PAGE} of them in turn, so an item takes more pages, and each pair of "
            "systems stands together on a part of them."
        )
    if asked.each == 1:
        found.append("With one judge an item it cannot be said how far judges agree.")
    return found


def needed_rows(rows: tuple[Needed, ...]) -> list[tuple[str, ...]]:
    """Return the table: source of the variances, items and judges, of one pair and of all."""
    return [
        (
            row.name,
            *map(_span, (row.items, row.items_of_all_pairs)),
            *map(_span, (row.judges, row.judges_of_all_pairs)),
        )
        for row in rows
    ]


def width_rows(rows: tuple[Width, ...]) -> list[tuple[str, ...]]:
    """Return the table: which ICC, its value, the width of the plan, the texts needed."""
    return [(row.name, f"{row.icc:.2f}", f"{row.width:.2f}", f"{row.texts:,}") for row in rows]


def systems_rows(answer: RatingAnswer) -> list[tuple[str, ...]]:
    """Return the table: systems, pairs, fewest judges, pages of a criterion."""
    asked = answer.question
    return [
        (
            str(systems),
            str(pairs_of(systems)),
            str(fewest_judges(systems, alpha=asked.alpha)),
            f"{pages_of(asked, systems):,}",
        )
        for systems in SYSTEMS
    ]


def difference(answer: RatingAnswer) -> str:
    """Return the difference as it was meant: `5 %, 1.05 times as high`."""
    value = answer.question.difference
    return f"{unbroken(number_format.percent(value))} ({1 + value:g} times as high)"


def _span(ends: tuple[int, int]) -> str:
    least, most = ends
    return f"{least:,}" if least == most else f"{least:,}–{most:,}"


def _many(number: int, noun: str) -> str:
    return f"1 {noun}" if number == 1 else f"{number:,} {noun}s"
