"""What stands against opening a rating study, and what to know before: texts, reference, judges."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from analysis.stats import fewest_judges
from studies import design
from studies.design.sheets import incomplete_items, items_alike, pairs_alike
from studies.design.shuffled_words import FEWEST_WORDS, can_be_shuffled
from studies.models import RatingPlan, Study
from studies.models.sample import Kind
from studies.models.study import MAX_EVALUATIONS
from studies.ratings.criteria import is_meant_without_context
from studies.services.lifecycle.places.sheets import (
    number_of_sheets,
    practice_pages,
    shared_texts,
    sheet_design,
    texts_by_item,
)
from studies.services.lifecycle.places.triads import design_texts

NAMED = 5
FEW_JUDGES = "few_judges"
MUCH_OF_ONE_JUDGE = "much_of_one_judge"
ITEMS_ALIKE = "items_alike"
CONTEXT_IN_SIGHT = "context_in_sight"
TEXTS_SHARED = "texts_shared"
RECOMMENDED_JUDGES = 20
MOST_OF_ONE_JUDGE = 0.1


def problems_of(study: Study) -> Iterator[tuple[str, str]]:
    """Yield code and sentence of each problem."""
    plan = study.rating_plan
    texts = list(design_texts(study))
    yield from _of_texts(study, plan, texts)
    yield from _of_reference(study, plan)
    if plan.primary_criterion not in {one["key"] for one in plan.criteria}:
        yield "primary_criterion", "Say which of the criteria decides."
    yield from _of_judges(study, plan)
    yield from _of_practice(study)
    yield from _of_attention(study)


def _of_practice(study: Study) -> Iterator[tuple[str, str]]:
    asked = study.practice_triads
    if not asked:
        return
    pages = practice_pages(study)
    if pages < asked:
        yield (
            "practice_too_few_texts",
            f"The plan has {asked} practice sheets, and the practice texts fill {pages}: add some, "
            "or ask for fewer.",
        )
    elif twice := _twice(shared_texts(study, Kind.PRACTICE)):
        yield "practice_twice", f"Two practice texts about “{twice}” are of one system."


def _of_attention(study: Study) -> Iterator[tuple[str, str]]:
    asked = len(study.attention_at)
    if not asked:
        return
    of_item = texts_by_item(shared_texts(study, Kind.ATTENTION))
    alone = [found[0].key for found in of_item.values() if len(found) == 1]
    short = [
        sample.item
        for sample in study.samples.filter(pk__in=alone).order_by("item")
        if not can_be_shuffled(sample.text)
    ]
    if len(of_item) < asked:
        yield (
            "attention_too_few_texts",
            f"The plan has {asked} attention sheets, and there are texts of kind “attention” for "
            f"{len(of_item)}: add one for each. Its words are shuffled by the program.",
        )
    if short:
        yield (
            "attention_too_short",
            f"The attention text about “{short[0]}” has too few words to be shuffled: at least "
            f"{FEWEST_WORDS} are needed.",
        )
    if twice := _twice(text for found in of_item.values() for text in found):
        yield "attention_twice", f"Two attention texts about “{twice}” are of one system."


def _twice(texts: Iterable[design.Text]) -> str:
    """Return an item of which one system has two texts; empty where there is none."""
    counts = Counter((text.item, text.subject) for text in texts)
    return next((item for (item, _system), number in counts.items() if number > 1), "")


def _of_texts(
    study: Study, plan: RatingPlan, texts: list[design.Text]
) -> Iterator[tuple[str, str]]:
    if not texts:
        yield "no_rated_texts", "There are no texts yet."
        return
    names = study.subjects
    if incomplete := incomplete_items(texts, list(names)):
        listed = "; ".join(
            f"“{item}” ({', '.join(names[system] for system in systems)})"
            for item, systems in list(incomplete.items())[:NAMED]
        )
        more = f"; and {len(incomplete) - NAMED:,} more" if len(incomplete) > NAMED else ""
        yield (
            "incomplete_items",
            f"Each item needs one text of each system. Not so: {listed}{more}.",
        )
    elif plan.identical == RatingPlan.Identical.MERGE and _all_alike(texts):
        yield (
            "all_alike",
            "All systems have the same text about each item: there is nothing to rate.",
        )
    else:
        yield from _of_sheets(study, plan)


def _all_alike(texts: Sequence[design.Text]) -> bool:
    return len(items_alike(texts)) == len({text.item for text in texts})


def _of_sheets(study: Study, plan: RatingPlan) -> Iterator[tuple[str, str]]:
    sheets, each = sheets_of_criterion(study), study.evaluations_per_judge
    in_all = sheets * (1 if plan.shares_judges else len(plan.criteria))
    if in_all > MAX_EVALUATIONS:
        yield (
            "too_many_sheets",
            f"The plan has {in_all:,} sheets; a study has at most {MAX_EVALUATIONS:,}: take fewer "
            "items, criteria, or judges an item.",
        )
    judges, of_one = plan.judges_of_criterion, "" if plan.shares_judges else " by one criterion"
    if judges * each < sheets:
        yield (
            "too_few_sheets_each",
            f"The plan has {sheets:,} sheets{of_one}, and {judges:,} judges with at most {each:,} "
            f"each rate {judges * each:,}.",
        )
    if each > (most := sheets // sheet_design(study).copies):
        yield (
            "more_sheets_than_questions",
            f"A judge is told to rate {each:,} sheets, and can get {most:,}: none is rated twice "
            "by the same judge.",
        )


def sheets_of_criterion(study: Study) -> int:
    """Return how many sheets the judges of one criterion share: all, if they are the same."""
    plan = study.rating_plan
    return number_of_sheets(study) // (1 if plan.shares_judges else max(1, len(plan.criteria)))


def _of_reference(study: Study, plan: RatingPlan) -> Iterator[tuple[str, str]]:
    if not plan.has_reference:
        return
    if not plan.reference_text.strip():
        yield (
            "no_reference",
            "This way of rating needs a reference: a text with the number 100.",
        )
    elif study.samples.filter(content_hash=design.content_hash(plan.reference_text)).exists():
        yield "reference_is_rated", "The reference is one of the texts that are rated."


def _of_judges(study: Study, plan: RatingPlan) -> Iterator[tuple[str, str]]:
    systems, judges = len(study.subjects), plan.judges_of_criterion
    fewest = fewest_judges(systems, alpha=study.alpha)
    each = "" if plan.shares_judges else f", {judges:,} for each criterion,"
    if judges < fewest:
        yield (
            "too_few_judges",
            f"{plan.judges:,} judges{each} can never decide between {systems} systems at alpha "
            f"{study.alpha:g}: at least {fewest} are needed{'' if not each else ' for each'}.",
        )
    if judges < (copies := sheet_design(study).copies):
        yield (
            "fewer_judges_than_copies",
            f"{copies} judges are to rate each item, but only {plan.judges:,}{each} are planned.",
        )


def warnings_of(study: Study) -> Iterator[tuple[str, str]]:
    """Yield code and sentence of what can be accepted."""
    plan, judges = study.rating_plan, study.rating_plan.judges_of_criterion
    of_one = "" if plan.shares_judges else " for each criterion"
    if judges < RECOMMENDED_JUDGES:
        yield (
            FEW_JUDGES,
            f"{judges:,} judges are planned{of_one}: few judges separate almost nothing, and "
            f"{RECOMMENDED_JUDGES} or more are recommended.",
        )
    sheets = sheets_of_criterion(study)
    if study.evaluations_per_judge > MOST_OF_ONE_JUDGE * sheets > 0:
        share = min(1.0, study.evaluations_per_judge / sheets)
        yield (
            MUCH_OF_ONE_JUDGE,
            f"One judge may rate {study.evaluations_per_judge:,} of {sheets:,} sheets{of_one}, "
            f"{100 * share:.0f} %: what one judge likes would weigh much.",
        )
    yield from _of_items_alike(study, plan)
    yield from _of_context_in_sight(study, plan)


def _of_context_in_sight(study: Study, plan: RatingPlan) -> Iterator[tuple[str, str]]:
    """Yield the criteria, such as naturalness, by which judges rate with the meaning in sight."""
    seen = [
        one for one in plan.rated_by if is_meant_without_context(one) and plan.context_shown_by(one)
    ]
    if seen and not study.samples.main().lack_contexts():
        names = ", ".join(one.label for one in seen)
        others = [one.label for one in plan.context_shown_by(seen[0]) if one not in seen]
        because = f" for {', '.join(others)}, on the same page" if others else ""
        yield (
            CONTEXT_IN_SIGHT,
            f"Judges rate by {names} with what the texts are made from in sight: it is shown"
            f"{because}. They may then rate what a text says where they are asked how it is said. "
            "Ask each criterion on pages of its own, and hide it there.",
        )


def shared_by_systems(study: Study) -> str:
    """Say which systems have the same text, and about how many items; empty where none have.

    Texts that are shown once alone: this is known and nothing has to be accepted.
    """
    if study.rating_plan.identical != RatingPlan.Identical.MERGE:
        return ""
    texts, names = list(design_texts(study)), study.subjects
    items = len({text.item for text in texts}) - len(items_alike(texts))
    pairs = "; ".join(
        f"{names[one]} and {names[other]} about {number:,} of {items:,} items"
        for (one, other), number in pairs_alike(texts).items()
    )
    return pairs and (
        f"The same text: {pairs}. It is shown once, and its rating counts for each of its systems: "
        "there these are equal by construction."
    )


def _of_items_alike(study: Study, plan: RatingPlan) -> Iterator[tuple[str, str]]:
    if plan.identical != RatingPlan.Identical.MERGE:
        return
    alike = items_alike(design_texts(study))
    if alike:
        more = f" and {len(alike) - NAMED:,} more" if len(alike) > NAMED else ""
        listed = ", ".join(f"“{item}”" for item in alike[:NAMED])
        yield (
            ITEMS_ALIKE,
            f"All systems have the same text about {listed}{more}: there is nothing to rate, so "
            "no judge gets these items.",
        )
