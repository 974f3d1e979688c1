"""Who becomes a judge, and who is known as one."""

from datetime import timedelta

import pytest
from django.db.models.functions import Now

from studies.models import ExcludedId, Judge, Study, Trial
from studies.services.judging import admission
from studies.services.judging.refusals import Refusal
from tests.factories import make_link, make_study, open_study
from tests.studies.services.judging.steps import reason_of, start

pytestmark = pytest.mark.django_db


def test_start_twice_makes_one_judge_and_one_trial():
    link = make_link(open_study())
    assert start(link).pk == start(link).pk
    assert (Judge.objects.count(), Trial.objects.count()) == (1, 1)


def test_no_one_is_stored_where_no_triad_is_free():
    study = open_study(evaluations=6)
    link = make_link(study)
    for number in range(6):
        start(link, f"k{number}")
    reason_of(lambda: start(link, "late"))
    assert Judge.objects.count() == 6


def test_same_external_id_resumes_in_another_browser():
    link = make_link(open_study())
    first = start(link, "k1", source="prolific", external_id="p1")
    again = start(link, "other browser", source="prolific", external_id="p1")
    assert first.pk == again.pk


def test_another_external_id_in_the_same_browser_is_another_judge():
    link = make_link(open_study())
    first = start(link, "k1", source="prolific", external_id="p1")
    other = start(link, "k1", source="prolific", external_id="p2")
    assert first.judge != other.judge


def test_personal_link_makes_one_judge():
    link = make_link(open_study(), personal=True)
    assert start(link, "k1").pk == start(link, "k2").pk


def test_revoked_expired_and_draft_links():
    study = open_study()
    revoked = make_link(study, revoked_at=Now())
    expired = make_link(study, expires_at=Now() - timedelta(minutes=1))
    draft = make_link(make_study())
    assert reason_of(lambda: start(revoked)) == Refusal.REVOKED
    assert reason_of(lambda: start(expired)) == Refusal.EXPIRED
    assert reason_of(lambda: start(draft)) == Refusal.UNKNOWN


def test_a_form_key_that_another_person_has_is_replaced():
    """A browser that the judge of a panel used before: the key is taken, the person is new."""
    link = make_link(open_study())
    start(link, "k1", source="prolific", external_id="p1")
    other = start(link, "k1", source="prolific", external_id="p2").judge
    assert other.form_key != "k1"
    assert len(other.form_key) == 24


def test_the_same_browser_is_remembered_of_the_first_judge():
    study = open_study()
    first = start(make_link(study), "k1", browser_key="b" * 20).judge
    second = start(make_link(study), "k2", browser_key="b" * 20).judge
    third = start(make_link(study), "k3").judge
    assert (first.same_browser_as, second.same_browser_as, third.same_browser_as) == (
        None,
        first,
        None,
    )
    assert len({first.browser_key, third.browser_key}) == 2


def test_a_judge_who_comes_back_by_another_link_ends_by_that_one():
    study = open_study()
    person = {"source": "mturk", "external_id": "w1"}
    first, second = make_link(study), make_link(study, panel="again")
    start(first, "k1", **person, panel_parameters={"assignmentId": "a1", "hitId": "h1"})
    start(second, "k2", **person, panel_parameters={"assignmentId": "a2"})
    judge = Judge.objects.get()
    assert (judge.link, judge.current_link) == (first, second)
    assert judge.panel_parameters == {"assignmentId": "a2", "hitId": "h1"}
    start(first, "k3", **person)
    assert Judge.objects.get().current_link == first


def test_an_excluded_or_missing_id_makes_no_judge():
    study = open_study()
    link = make_link(study, id_parameter="id")
    ExcludedId.objects.create(study=study, external_id="p1")
    assert reason_of(lambda: start(link, source="id", external_id="p1")) == Refusal.EXCLUDED
    assert reason_of(lambda: start(link)) == Refusal.NO_ID
    assert not Judge.objects.exists()


def test_the_link_of_a_draft_leads_nowhere():
    link = make_link(make_study())
    assert reason_of(lambda: admission.arrive(link.token)) == Refusal.UNKNOWN


@pytest.mark.parametrize("status", ["paused", "closed"])
def test_a_link_leads_to_its_study_for_ever_after(status):
    study = open_study()
    link = make_link(study)
    Study.objects.filter(pk=study.pk).update(status=status)
    assert admission.arrive(link.token).link == link
