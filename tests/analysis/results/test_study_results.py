"""The stamp tells whether a page is up to date; the results are those that were stored."""

from dataclasses import replace
from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils.timezone import now
from django.utils.translation import override

from analysis.recomputation.store import recompute
from analysis.results import study_results
from analysis.results.study_results import ResultStamp, read_results, stamp_for, stamp_for_shared
from studies.services.accounts.sharing import make_share_link
from tests.analysis.answering import give_answers
from tests.factories import make_user, open_study

STAMP = ResultStamp(
    pk=1,
    status="open",
    evaluations=98,
    completed_at=None,
    sealed=False,
    revision=3,
    computed_at=None,
    may_read=True,
    may_recruit=True,
    may_edit=True,
)


@pytest.mark.parametrize(
    "change",
    [
        {"status": "closed"},
        {"evaluations": 120},
        {"completed_at": now()},
        {"sealed": True},
        {"revision": 4},
        {"revision": None},
        {"may_read": False},
        {"may_recruit": False},
        {"may_edit": False},
    ],
)
def test_whatever_a_page_shows_changes_its_tag(change):
    assert replace(STAMP, **change).etag != STAMP.etag


def test_the_tag_knows_the_language():
    with override("en"):
        english = STAMP.etag
    with override("es"):
        assert STAMP.etag != english


@pytest.mark.django_db
def test_a_study_that_the_person_may_not_see_has_no_stamp():
    study = open_study()
    assert stamp_for(make_user(), study.code) is None
    stamp = stamp_for(study.owner, study.code)
    assert (stamp.pk, stamp.may_read, stamp.may_recruit) == (study.pk, True, True)


@pytest.mark.django_db
def test_a_link_gives_results_that_are_not_sealed_and_no_recruiting():
    for blind in (False, True):
        study = open_study(blind=blind)
        link = make_share_link(study=study, user=study.owner, note="")
        stamp = stamp_for_shared(link.token)
        assert (stamp.may_read, stamp.sealed, stamp.may_recruit) == (not blind, blind, False)
    assert stamp_for_shared("unknown") is None


@pytest.mark.django_db
def test_the_verdict_and_both_sets_come_back_as_they_were_stored():
    study = open_study(evaluations=24, least_seconds=1)
    give_answers(study, 24, 15)
    stamp = stamp_for(study.owner, study.code)
    assert read_results(stamp).uncounted
    recompute(study_id=study.pk)
    results = read_results(stamp_for(study.owner, study.code))
    assert not results.uncounted
    verdict = results.snapshot.verdict
    assert (verdict.outcome, verdict.counted, verdict.correct) == ("difference", 24, 15)
    assert verdict.tests.difference.min_correct == 13
    assert verdict.wald is None
    assert results.snapshot.other_set.counted == 24
    assert results.given_at is not None


@pytest.mark.django_db
def test_the_page_says_which_answers_have_waited_too_long(client, monkeypatch):
    study = open_study(evaluations=24)
    give_answers(study, 3, 1)
    recompute(study_id=study.pk)
    give_answers(study, 2, 1)
    results = read_results(stamp_for(study.owner, study.code))
    assert study_results.backlog(results) is None  # stored a moment ago
    monkeypatch.setattr(study_results, "OUT_OF_DATE", timedelta(0))
    assert study_results.backlog(results).answers == 2
    client.force_login(study.owner)
    page = client.get(reverse("analysis:results", args=[study.code])).content.decode()
    assert "These numbers are out of date: 2 newer answers are not counted yet" in page
    recompute(study_id=study.pk)
    assert study_results.backlog(read_results(stamp_for(study.owner, study.code))) is None


def test_a_page_of_an_open_study_is_renewed_each_minute_that_its_result_grows_older():
    def etag(status: str, minutes: float) -> str:
        computed_at = now() - timedelta(minutes=minutes)
        return replace(STAMP, status=status, computed_at=computed_at).etag

    assert etag("open", 0.2) == etag("open", 0.4) != etag("open", 1.5) != etag("open", 2.5)
    assert etag("closed", 0.2) == etag("closed", 500)
