"""From one kind of study to the other: a draft that asks the next question about the same texts."""

from collections.abc import Mapping

from django.db import transaction

from analysis.stats import judges_needed
from studies.kinds import RATING, TRIANGLE
from studies.models import Event, ExcludedId, RatingPlan, Study, User
from studies.models.random_codes import new_seed
from studies.models.sample import Kind
from studies.models.study import RECOMMENDED_EVALUATIONS
from studies.ratings.numbers import SheetNumbers
from studies.services.events import log
from studies.services.lifecycle.drafts import copy_texts
from studies.services.texts import images
from studies.services.texts.items import census_of, leave_out_further

# What a study asks of its judges whatever its kind; other columns speak of triads, or of sheets.
CARRIED = (
    *("alpha", "language", "thanks_text", "questionnaire", "privacy_contact"),
    *("hold_minutes", "blind", "is_test"),
)
MOST_EACH = 100


def rate_texts(*, study: Study, user: User) -> Study:
    """Make a draft in which the texts of a triangle study are rated.

    Of each subject the first text about an item takes part; further ones are left out.
    """
    with transaction.atomic():
        draft = _draft(study, user, f"Ratings: {study.title}", study.subjects, kind=RATING.key)
        plan = RatingPlan.objects.create(study=draft)
        _copy_texts(study, draft, {"A": "A", "B": "B"})
        leave_out_further(draft)
        _set_numbers(draft, plan)
        log(draft, Event.What.NEXT_STUDY, who=user, source=str(study.code))
    return draft


def tell_apart(*, study: Study, user: User, a: str, b: str) -> Study:
    """Make a draft of triads of the texts of two systems, by their letters."""
    if a == b:
        raise ValueError("the two systems must differ")
    with transaction.atomic():
        names = {"A": study.subjects[a], "B": study.subjects[b]}
        draft = _draft(study, user, f"Triads: {study.title}", names, kind=TRIANGLE.key)
        _copy_texts(study, draft, {a: "A", b: "B"})
        log(draft, Event.What.NEXT_STUDY, who=user, source=str(study.code))
    return draft


def _draft(study: Study, user: User, title: str, names: Mapping[str, str], *, kind: str) -> Study:
    draft = Study(
        owner=user,
        kind=kind,
        title=title[:200],
        subject_a=names["A"],
        subject_b=names["B"],
        seed=new_seed(),
        **{name: getattr(study, name) for name in CARRIED},
    )
    risks = {name: getattr(draft, name) for name in ("goal", "alpha", "beta", "pd")}
    draft.evaluations = judges_needed(**risks) or RECOMMENDED_EVALUATIONS[draft.goal]
    draft.save()
    ids = ExcludedId.objects.filter(study=study).values_list("external_id", flat=True)
    ExcludedId.objects.bulk_create(
        (ExcludedId(study=draft, external_id=one) for one in ids.iterator()), batch_size=2000
    )
    return draft


def _copy_texts(source: Study, target: Study, letters: Mapping[str, str]) -> None:
    """Copy the texts of these subjects, main ones and for practice, and their pictures.

    What an attention text must not be is said of triads, or of sheets.
    """
    kinds = [Kind.MAIN, Kind.PRACTICE]
    copy_texts(source=source, target=target, letters=letters, kinds=kinds)
    images.drop_unused(target)


def _set_numbers(draft: Study, plan: RatingPlan) -> None:
    """Plan as many judges as are recommended, and as many sheets for each as that takes."""
    numbers = SheetNumbers(
        items=max(1, census_of(draft).items),
        systems=len(draft.subjects),
        judges_per_item=plan.judges_per_item,
        criteria=len(plan.criteria),
        side_by_side=plan.method == RatingPlan.Method.RANKME,
        apart=plan.setup == RatingPlan.Setup.APART,
        mixes=plan.mixes_criteria,
    )
    plan.judges = numbers.recommended_judges
    plan.save()
    draft.evaluations = numbers.sheets
    draft.evaluations_per_judge = min(numbers.each(plan.judges), MOST_EACH)
    draft.save(update_fields=["evaluations", "evaluations_per_judge"])
