"""Rating studies: which of two to eight systems is better, and by how much?"""

from collections.abc import Sequence
from typing import Any

from studies.kinds.protocol import OwnCriteria, PageLoad
from studies.models import RatingPlan, Sheet, Study, Trial
from studies.models.place import PlaceQuerySet
from studies.ratings.criteria import Criterion


def plan_load(plan: RatingPlan, *, systems: int) -> PageLoad:
    """Return what a judge reads and writes on one page by this plan."""
    texts = systems if plan.method == RatingPlan.Method.RANKME else 1
    asked = 1 if plan.setup == RatingPlan.Setup.APART else len(plan.criteria)
    return PageLoad(texts, texts * asked)


class Rating:
    """A judge gets sheets. How texts are rated stands in a plan of its own."""

    key: str = Study.StudyKind.RATING
    noun = "sheet"
    counted_things = "sheets"
    author = "system"
    table = "studies_sheet"
    tells_apart = False
    unused = frozenset(
        {
            *("goal", "method", "protocol", "pairing", "beta", "pd", "question", "b_imitates_a"),
            *("asks_sureness", "sureness_weights", "asks_reason", "follow_up"),
            *("family", "family_size"),
            # Sheets for practice and attention do not exist.
            *("practice_triads", "attention_at", "most_failed_attention"),
        }
    )
    not_raised_because = (
        "How many judges rate a text is a part of the plan, and fixed: duplicate the study to have "
        "more of them."
    )
    # No judge rates the same texts by the same criterion twice; of criteria asked apart each judge
    # works on one, unless the plan says otherwise.
    may_have = """
        NOT t.question = ANY(%(questions)s::int[])
        AND (%(criterion)s::text IS NULL OR t.criterion = %(criterion)s::text)
    """
    # No item this judge has read, the criterion this judge works on, the lowest number.
    comes_first = """
        (t.item = ANY(%(items)s::text[])), (t.criterion <> %(last_criterion)s::text), t.number
    """

    def places(self) -> PlaceQuerySet:
        """Return all sheets."""
        return Sheet.objects.all()

    def place_id(self, trial: Trial) -> int | None:
        """Return the key of the trial's sheet; None where it has a triad."""
        return trial.sheet_id

    def history(self, study: Study, had: Sequence[Sheet]) -> dict[str, Any]:
        """Return questions, items and the criterion that the judge has had."""
        last = had[-1].criterion if had else None
        return {
            "questions": [sheet.question for sheet in had],
            "items": [sheet.item for sheet in had],
            "criterion": None if study.rating_plan.mixes_criteria else last,
            "last_criterion": last or "",
        }

    def criteria_of(self, study: Study, sheet: Sheet) -> list[Criterion]:
        """Return what a sheet asks of each of its texts."""
        return [one for one in study.rating_plan.rated_by if sheet.criterion in ("", one.key)]

    def own_criteria(self, study: Study) -> OwnCriteria:
        """Return the criteria, and of a scale of points the words at its ends."""
        plan = study.rating_plan
        is_scale = plan.method == RatingPlan.Method.LIKERT
        return OwnCriteria(plan.rated_by, (plan.scale_low, plan.scale_high) if is_scale else None)

    def page_load(self, study: Study) -> PageLoad:
        """Return the texts of a page, with a number by each criterion that it asks for."""
        plan = RatingPlan.objects.select_related("study").get(study=study.pk)
        return plan_load(plan, systems=len(plan.study.subjects))

    def plan_part(self, study: Study) -> dict[str, object]:
        """Return the systems, and how their texts are rated."""
        [stored] = RatingPlan.objects.filter(study=study).values()
        plan = {name: value for name, value in stored.items() if name != "study_id"}
        return {"kind": study.kind, "subjects": study.subjects, "rating": plan}

    def copy_plan(self, *, source: Study, target: Study) -> None:
        """Copy how texts are rated."""
        for plan in RatingPlan.objects.filter(study=source):
            plan.study = target
            plan.save(force_insert=True)
