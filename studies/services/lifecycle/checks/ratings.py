"""What stands against opening a rating study: its texts, its reference, too few judges."""

from collections.abc import Iterator, Sequence

from analysis.stats import fewest_judges
from studies import design
from studies.design.sheets import incomplete_items, items_alike
from studies.models import RatingPlan, Study
from studies.services.lifecycle.sheets import number_of_sheets
from studies.services.lifecycle.triads import design_texts

NAMED = 5


def problems_of(study: Study) -> Iterator[tuple[str, str]]:
    """Yield code and sentence of each problem."""
    plan = study.rating_plan
    texts = list(design_texts(study))
    yield from _of_texts(study, plan, texts)
    yield from _of_reference(study, plan)
    if plan.primary_criterion not in {one["key"] for one in plan.criteria}:
        yield "primary_criterion", "Say which of the criteria decides."
    yield from _of_judges(study, plan)


def _of_texts(
    study: Study, plan: RatingPlan, texts: list[design.Text]
) -> Iterator[tuple[str, str]]:
    if not texts:
        yield "no_texts", "There are no texts yet."
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
            "identical_texts",
            "All systems have the same text about each item: there is nothing to rate.",
        )
    else:
        yield from _of_sheets(study, plan)


def _all_alike(texts: Sequence[design.Text]) -> bool:
    return len(items_alike(texts)) == len({text.item for text in texts})


def _of_sheets(study: Study, plan: RatingPlan) -> Iterator[tuple[str, str]]:
    sheets, each = number_of_sheets(study), study.evaluations_per_judge
    if plan.judges * each < sheets:
        yield (
            "too_few_sheets_each",
            f"The plan has {sheets:,} sheets, and {plan.judges:,} judges with at most {each:,} "
            f"each rate {plan.judges * each:,}.",
        )


def _of_reference(study: Study, plan: RatingPlan) -> Iterator[tuple[str, str]]:
    if plan.method == RatingPlan.Method.LIKERT:
        return
    if not plan.reference_text.strip():
        yield (
            "no_reference",
            "Magnitude estimation needs a reference: a text whose number is 100.",
        )
    elif study.samples.filter(content_hash=design.content_hash(plan.reference_text)).exists():
        yield "reference_is_rated", "The reference is one of the texts that are rated."


def _of_judges(study: Study, plan: RatingPlan) -> Iterator[tuple[str, str]]:
    systems = len(study.subjects)
    fewest = fewest_judges(systems, alpha=study.alpha)
    if plan.judges < fewest:
        yield (
            "too_few_judges",
            f"{plan.judges:,} judges can never decide between {systems} systems at alpha "
            f"{study.alpha:g}: at least {fewest} are needed.",
        )
    if plan.judges < plan.judges_per_item:
        yield (
            "fewer_judges_than_copies",
            f"{plan.judges_per_item} judges are to rate each item, and only {plan.judges:,} are "
            "looked for.",
        )
