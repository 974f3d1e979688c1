"""What is said of the texts of a rating study above their list, and beside an item."""

from collections.abc import Mapping
from dataclasses import dataclass

from studies.design import content_hash
from studies.design.items import ItemCensus, item_census
from studies.models import RatingPlan, Study
from studies.services.lifecycle.places.triads import design_texts


@dataclass(frozen=True, slots=True)
class RatedTexts:
    """The items of a study, how identical texts are shown, and whether the reference is rated."""

    census: ItemCensus
    names: Mapping[str, str]
    merges: bool
    reference_is_rated: bool
    left_out: int

    def said_of(self, item: str) -> str:
        """Say what an item lacks or has too much of; nothing where it is as it should be."""
        none, several = (
            ", ".join(self.names[system] for system in found.get(item, ()))
            for found in (self.census.lacking, self.census.several)
        )
        words = [f"no text of {none}"] if none else []
        return "; ".join([*words, *([f"several texts of {several}"] if several else [])])

    @property
    def of_pairs(self) -> str:
        """Say how many pairs of texts are identical, and what judges see of them."""
        census = self.census
        if not census.identical:
            return ""
        shown = "shown once" if self.merges else "shown as often as they occur"
        are = "pair of texts is" if census.pairs == 1 else "pairs of texts are"
        return f"{census.identical:,} of {census.pairs:,} {are} identical: {shown}."


def rated_texts(study: Study) -> RatedTexts:
    """Return what is known of the study's texts, in three queries."""
    texts = design_texts(study)
    plan = RatingPlan.objects.filter(study=study).first() or RatingPlan()
    reference = content_hash(plan.reference_text) if plan.reference_text.strip() else ""
    return RatedTexts(
        census=item_census(texts, list(study.subjects)),
        names=study.subjects,
        merges=plan.identical == RatingPlan.Identical.MERGE,
        reference_is_rated=any(text.content_hash == reference for text in texts),
        left_out=study.samples.filter(left_out=True).count(),
    )
