"""Drafts: changed, and copied."""

from typing import Any

import pytest

from studies.models import ExcludedId, RatingPlan, Study
from studies.services.judging.answering.answers import answer
from studies.services.judging.trials import next_trial
from studies.services.lifecycle import drafts
from studies.services.lifecycle.availability import WrongStateError
from studies.services.lifecycle.plan_fields import FORM_FIELDS
from studies.services.recruiting import excluded_ids
from tests.factories import make_judge, make_link, make_study, open_study
from tests.studies.services.lifecycle.full_plan import make_full_study

pytestmark = pytest.mark.django_db


def test_a_changed_draft_keeps_what_others_changed_meanwhile() -> None:
    study = make_study(title="Old")
    Study.objects.filter(pk=study.pk).update(question="Of another page")
    study.title, study.question = "New", "Not on this form"
    drafts.change_study(study=study, user=study.owner, changed={"title": "Title"})
    study.refresh_from_db()
    assert (study.title, study.question) == ("New", "Of another page")
    event = study.events.get(what="study changed")
    assert (event.who, event.details) == (study.owner, {"row": study.pk, "fields": ["Title"]})


def test_of_an_opened_study_only_title_and_dates_change() -> None:
    study = open_study()
    study.title, study.alpha = "New", 0.2
    drafts.change_study(study=study, user=study.owner, changed={"title": "Title"})
    with pytest.raises(WrongStateError, match="its plan is fixed"):
        drafts.change_study(study=study, user=study.owner, changed={"alpha": "Risk alpha"})
    study.refresh_from_db()
    assert (study.title, study.alpha) == ("New", 0.05)


def test_a_copy_has_the_plan_and_texts_and_nothing_that_happened() -> None:
    study = open_study(blind=True, evaluations_per_judge=2, question="Who?", is_test=True)
    answer(code=next_trial(make_judge(make_link(study))).code, position=1)
    copy = drafts.duplicate(study=study, user=study.owner)
    same = ("subject_a", "blind", "evaluations_per_judge", "question", "is_test")
    assert [getattr(copy, name) for name in same] == [getattr(study, name) for name in same]
    # Erasing asks for the title: it must tell the copy from the original.
    assert copy.title == f"Copy of {study.title}"
    assert (copy.status, copy.plan_json, copy.seed == study.seed) == ("draft", "", False)
    texts = ("subject", "item", "text", "content_hash", "row")
    assert list(copy.samples.values_list(*texts)) == list(study.samples.values_list(*texts))
    for happened in (copy.links, copy.trials, copy.triads, copy.amendments):
        assert not happened.exists()


@pytest.mark.parametrize(
    "fields", [{}, {"goal": "difference", "method": "fixed", "evaluations_per_judge": 3}]
)
def test_a_copy_takes_every_column_along_but_dates(fields: dict[str, Any]) -> None:
    study = make_full_study(reporting={"paper": "Ours"}, **fields)
    study.refresh_from_db()
    copy = drafts.duplicate(study=study, user=study.owner)
    copy.refresh_from_db()
    names = [*FORM_FIELDS, "reporting"]
    left = {name for name in names if getattr(copy, name) != getattr(study, name)}
    assert left == {"title", "ends_at", "withdrawal_until", "retention_until"}


def test_a_copy_excludes_whom_the_study_excludes() -> None:
    study = make_study()
    excluded_ids.replace(study=study, user=study.owner, ids=["5e90", "5e91"])
    copy = drafts.duplicate(study=study, user=study.owner)
    ids = ExcludedId.objects.filter(study=copy).values_list("external_id", flat=True)
    assert sorted(ids) == ["5e90", "5e91"]


# What is another's, what has happened, and what is drawn or given anew.
NOT_COPIED = {
    *("id", "code", "owner", "status", "title", "seed", "secret", "accepted_warnings"),
    *("plan_json", "plan_sha256", "texts_sha256", "single"),
    *("ends_at", "withdrawal_until", "retention_until", "erases_itself"),
    *("created_at", "opened_at", "completed_at", "unsealed_at", "closed_at", "archived_at"),
}


@pytest.mark.parametrize(
    "fields", [{}, {"goal": "difference", "method": "fixed", "evaluations_per_judge": 3}]
)
def test_every_column_of_the_model_is_copied_but_those_that_are_named_here(
    fields: dict[str, Any],
) -> None:
    study = make_full_study(reporting={"paper": "Ours"}, **fields)
    study.refresh_from_db()
    copy = Study.objects.get(pk=drafts.duplicate(study=study, user=study.owner).pk)
    columns = {field.name for field in Study._meta.concrete_fields}
    assert columns >= NOT_COPIED
    for name in sorted(columns - NOT_COPIED):
        assert getattr(copy, name) == getattr(study, name), name
        field = Study._meta.get_field(name)
        default = field.get_default()
        # So that a column that is left out shows: the study has another value than a new one.
        # (Those of a study of triads; the next test has one of ratings.)
        if name not in {"goal", "method", "evaluations_per_judge", "kind", "more_subjects"}:
            assert getattr(study, name) != default, name
    for name in ("seed", "secret", "code"):
        assert getattr(copy, name) != getattr(study, name), name


def test_a_copy_of_a_rating_study_is_one_with_the_same_systems() -> None:
    study = make_study(items=0, kind="rating", more_subjects=["Third"])
    RatingPlan.objects.create(study=study, method="likert", judges=7)
    copy = Study.objects.get(pk=drafts.duplicate(study=study, user=study.owner).pk)
    assert (copy.kind, copy.subjects) == ("rating", study.subjects)
    assert (copy.rating_plan.method, copy.rating_plan.judges) == ("likert", 7)
    assert study.rating_plan.pk == study.pk
