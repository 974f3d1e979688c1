"""Rating studies: which of two to eight systems is better, and by how much?"""

from collections.abc import Sequence
from typing import Any

from django.db.models import Exists, OuterRef, QuerySet

from studies.design.sheets import MOST_TEXTS_A_PAGE
from studies.kinds.protocol import OwnCriteria, PageLoad
from studies.models import Answer, RatingPlan, Sheet, Study, Trial
from studies.models import Rating as Ratings
from studies.models.judging.place import PlaceQuerySet
from studies.models.sample import Kind
from studies.ratings.criteria import Criterion, CriterionKind


def plan_load(plan: RatingPlan, *, systems: int) -> PageLoad:
    """Return what a judge reads and writes on one page by this plan."""
    texts = min(systems, MOST_TEXTS_A_PAGE) if plan.method == RatingPlan.Method.RANKME else 1
    asked = 1 if plan.setup == RatingPlan.Setup.APART else len(plan.criteria)
    return PageLoad(texts, texts * asked)


def part_shown(plan: RatingPlan, *, systems: int) -> int:
    """Return how many systems' texts stand on a page, if a part of them does; 0 if all, or one."""
    texts = plan_load(plan, systems=systems).texts
    return texts if 1 < texts < systems else 0


class Rating:
    """A judge gets sheets. How texts are rated stands in a plan of its own."""

    key: str = Study.StudyKind.RATING
    noun = "sheet"
    counted_things = "sheets"
    answered_things = "sheets"
    author = "system"
    table = "studies_sheet"
    tells_apart = False
    unused = frozenset(
        {
            *("goal", "method", "protocol", "pairing", "beta", "pd", "question", "b_imitates_a"),
            *("asks_sureness", "sureness_weights", "asks_reason", "follow_up"),
            *("family", "family_size"),
        }
    )
    not_raised_because = (
        "The plan fixes how many judges rate a text: duplicate the study to plan for more."
    )
    # No judge gets a question (an item, or a text, by a criterion) twice; of criteria asked apart
    # each judge works on one, unless the plan says otherwise.
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

    def remembered(self, trials: Sequence[Trial]) -> list[Sheet]:
        """Return all sheets: practice says by which criterion a judge goes on."""
        return [trial.sheet for trial in trials]

    def of_shared(self, places: Sequence[Sheet], trials: Sequence[Trial]) -> list[Sheet]:
        """Keep the sheets by the criterion that the judge works on, if there are such."""
        last = _last_criterion(self.remembered(trials))
        return [sheet for sheet in places if sheet.criterion == last] or list(places)

    def repeats_one(self, study: Study) -> bool:
        """Return whether the plan has one sheet rated twice, with another one between."""
        return study.evaluations_per_judge > 2 and study.rating_plan.repeats_one

    def failed_attention(self, study: Study, answers: QuerySet[Answer]) -> QuerySet[Answer]:
        """Keep the answers that rate a shuffled text above its intact twin, by any criterion.

        The intact text is that of the first system of an attention item. Ticks are left out.
        """
        numbers = [
            one.key for one in study.rating_plan.rated_by if one.kind == CriterionKind.NUMBER
        ]
        intact = Ratings.objects.filter(
            answer=OuterRef("answer"),
            criterion=OuterRef("criterion"),
            sample__subject__lt=OuterRef("sample__subject"),
            value__lt=OuterRef("value"),
        )
        above = Ratings.objects.filter(Exists(intact), criterion__in=numbers)
        of_attention = answers.filter(kind=Kind.ATTENTION)
        return of_attention.filter(Exists(above.filter(answer=OuterRef("pk"))))

    def history(self, study: Study, had: Sequence[Sheet]) -> dict[str, Any]:
        """Return questions, items and the criterion that the judge has had."""
        counted = [sheet for sheet in had if sheet.kind == Kind.MAIN]
        is_bound = counted and not study.rating_plan.mixes_criteria
        return {
            "questions": [sheet.question for sheet in counted],
            "items": [sheet.item for sheet in counted],
            "criterion": counted[-1].criterion if is_bound else None,
            "last_criterion": _last_criterion(had),
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
        # Left out where they are codes: plans of before keep their hash.
        if plan["text_labels"] == RatingPlan.TextLabels.CODES:
            del plan["text_labels"]
        return {"kind": study.kind, "subjects": study.subjects, "rating": plan}

    def copy_plan(self, *, source: Study, target: Study) -> None:
        """Copy how texts are rated."""
        for plan in RatingPlan.objects.filter(study=source):
            plan.study = target
            plan.save(force_insert=True)


def _last_criterion(had: Sequence[Sheet]) -> str:
    """Return the criterion of the last sheet that counts, else of the last one."""
    counted = [sheet for sheet in had if sheet.kind == Kind.MAIN] or had
    return counted[-1].criterion if counted else ""
