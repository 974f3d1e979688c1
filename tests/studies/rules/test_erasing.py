"""Erasing: the only way in which answers go, and they go whole."""

from datetime import timedelta

import pytest
from django.apps import apps
from django.db.models import Model
from django.db.models.functions import Now

from analysis.models import Result
from studies.models import Answer, Event, Study, Triad
from studies.services.judging.answering import answers
from studies.services.lifecycle import amendments, erasure
from tests.factories import make_link, make_user, open_study
from tests.studies.rules.rows import answered, make_verdict, refused, sql, start

pytestmark = pytest.mark.django_db


def rows_of_studies() -> dict[str, int]:
    models: list[type[Model]] = [
        model
        for label in ("studies", "analysis")
        for model in apps.get_app_config(label).get_models()
        if model.__name__ != "User"
    ]
    return {model.__name__: count for model in models if (count := model._default_manager.count())}


def full_study() -> Study:
    """With something in every table."""
    study = open_study(evaluations_per_judge=2)
    study.collaborations.create(user=make_user())
    link = make_link(study)
    answered(link)
    answered(link)
    start(link, "k2")
    answered(make_link(study, mode="pilot"))
    amendments.raise_evaluations(study=study, user=study.owner, evaluations=30, why="more")
    study.uploads.create(owner=study.owner, name="x.csv", content=b"x")
    study.jobs.create(owner=study.owner, kind="open", finished_at=Now())
    Result.objects.get_or_create(study=study, analysis_set="all")
    make_verdict(study)
    return study


def test_erasing_leaves_nothing_but_events():
    study = full_study()
    before = rows_of_studies()
    assert set(before) >= {
        "Study", "Sample", "Triad", "RecruitmentLink", "Judge", "Trial", "Answer", "Event",
        "Amendment", "Upload", "Job", "Collaborator", "Result", "Verdict",
    }  # fmt: skip
    erasure.erase(study=study, user=study.owner)
    assert rows_of_studies() == {"Event": before["Event"] + 1}
    assert Event.objects.last().details == {"answers": 3, "texts_sha256": study.texts_sha256}


def test_erasing_one_study_touches_no_other():
    study, other = full_study(), full_study()
    kept = {name: count // 2 for name, count in rows_of_studies().items() if name != "Event"}
    erasure.erase(study=study, user=study.owner)
    left = rows_of_studies()
    left.pop("Event")
    assert left == kept
    assert Study.objects.get() == other


@pytest.mark.parametrize("status", ["open", "paused", "closed"])
def test_a_study_can_be_erased_in_every_state(status):
    study = full_study()
    Study.objects.filter(pk=study.pk).update(status=status)
    erasure.erase(study=study, user=study.owner)
    assert not Study.objects.exists()


def test_the_permission_to_erase_ends_with_its_transaction():
    study, other = full_study(), full_study()
    erasure.erase(study=study, user=study.owner)
    with refused("never deleted"):
        sql("DELETE FROM studies_answer")
    assert Answer.objects.filter(trial__study=other).count() == 3


def test_hold_that_ran_out_may_be_answered_or_held_again():
    """The rules leave the ways open that the application goes."""
    link = make_link(open_study())
    trial = start(link)
    Triad.objects.filter(pk=trial.triad_id).update(free_from=Now() - timedelta(seconds=1))
    second = start(link, "k2")
    Triad.objects.filter(pk=trial.triad_id).update(free_from=Now() - timedelta(seconds=1))
    answers.answer(code=trial.code, position=2)
    assert answers.answer(code=second.code, position=2).trial.state == "surplus"
