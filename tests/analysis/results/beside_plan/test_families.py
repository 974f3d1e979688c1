"""Holm's correction over a family: when it is told, to whom, and what it is."""

import pytest
from django.contrib.auth.models import AnonymousUser
from django.urls import reverse

from analysis.recomputation.store import recompute
from analysis.results.beside_plan.families import families_with, family_of
from analysis.results.study_results import read_results, stamp_for
from analysis.stats import difference_test, holm, similarity_test
from analysis.verdict_text import FamilyResult
from studies.services.lifecycle import amendments, transitions
from tests.analysis.answering import give_answers
from tests.factories import make_user, open_study

pytestmark = pytest.mark.django_db

N = 24


@pytest.fixture
def owner():
    return make_user()


def member(owner, correct=None, *, counted=N, **fields):
    plan = {"evaluations": N, "family": "Weather", "family_size": 3}
    study = open_study(owner=owner, **plan | fields)
    if correct is not None:
        give_answers(study, counted, correct)
    recompute(study_id=study.pk)
    study.refresh_from_db()
    return study


def told(study, reader=None):
    stamp = stamp_for(study.owner, study.code)
    return read_results(stamp, reader=reader or study.owner).snapshot.family


def test_a_study_without_a_family_is_told_of_none(owner):
    study = member(owner, 14, family="", family_size=None)
    member(owner, 14)
    assert told(study) is None


def test_all_verdicts_in_give_the_adjusted_p_of_each(owner):
    studies = [member(owner, correct) for correct in (13, 14, 9)]
    p_values = [difference_test(x, N, alpha=0.05).p_value for x in (13, 14, 9)]
    for study, adjusted in zip(studies, holm(p_values), strict=True):
        found = told(study)
        assert (found.name, found.size, found.ended, found.unseen) == ("Weather", 3, 3, 0)
        assert found.p_adjusted == pytest.approx(adjusted, rel=1e-12)
        assert found.level == 0.05
    # 13 of 24 is shown alone and not in the family: its own verdict stays.
    assert told(studies[0]).p_adjusted > 0.05
    assert studies[0].verdict.outcome == "difference"


def test_it_waits_for_verdicts_and_for_studies_that_are_not_opened(owner):
    first = member(owner, 14)
    assert told(first) == FamilyResult("Weather", 3, ended=1)
    member(owner, 14)
    last = member(owner, 5, counted=6)
    assert told(first) == told(last) == FamilyResult("Weather", 3, ended=2)
    give_answers(last, N - 6, 9)
    recompute(study_id=last.pk)
    assert told(first).p_adjusted is not None


def test_the_goals_own_test_and_the_smallest_level_decide(owner):
    similar = member(owner, 6, goal="similarity", beta=0.1, pd=0.5)
    member(owner, 14, alpha=0.01)
    member(owner, 9)
    p_similar = similarity_test(6, N, beta=0.1, pd=0.5).p_value
    others = [difference_test(x, N, alpha=0.05).p_value for x in (14, 9)]
    assert told(similar).p_adjusted == pytest.approx(holm([p_similar, *others])[0], rel=1e-12)
    assert told(similar).level == 0.01


def test_a_study_that_ended_without_a_verdict_counts_as_p_1(owner):
    first, closed = member(owner, 14), member(owner, 5, counted=6)
    raised = member(owner, 5, counted=6)
    transitions.close(study=closed, user=owner)
    amendments.raise_evaluations(study=raised, user=owner, evaluations=30, why="more")
    assert told(closed).p_adjusted == told(raised).p_adjusted == 1.0
    assert told(first).p_adjusted == pytest.approx(
        3 * difference_test(14, N, alpha=0.05).p_value, rel=1e-12
    )


def test_a_blind_study_of_the_family_reveals_nothing_before_its_end(owner):
    first, _ = member(owner, 14), member(owner, 14)
    blind = member(owner, 23, counted=23, blind=True)
    assert told(first) == FamilyResult("Weather", 3, ended=2, unseen=1)
    give_answers(blind, 1, 0)
    recompute(study_id=blind.pk)
    assert told(first).p_adjusted is not None


def test_a_reader_of_one_study_learns_nothing_of_the_others(owner):
    studies = [member(owner, correct) for correct in (13, 14, 9)]
    reader = make_user()
    studies[0].collaborations.create(user=reader, role="analyst")
    assert told(studies[0], reader) == FamilyResult("Weather", 3, ended=1, unseen=2)
    assert told(studies[0], AnonymousUser()) == FamilyResult("Weather", 3, ended=0, unseen=3)


def test_the_same_name_of_another_owner_or_of_a_rehearsal_is_another_family(owner):
    study = member(owner, 14)
    member(make_user(), 14)
    member(owner, 14, is_test=True)
    member(owner, 14, family="Weather 2")
    assert len(family_of(study, owner).members) == 1
    assert told(study) == FamilyResult("Weather", 3, ended=1)


def test_families_are_read_by_one_query(owner, django_assert_num_queries):
    studies = [member(owner, 14, family=name) for name in ("Weather", "WEATHER", "Climate")]
    other = member(make_user(), 14)
    with django_assert_num_queries(1):
        found = families_with([*studies, other], owner)
    assert [(family.name, len(family.members)) for family in found] == [
        ("Weather", 2),
        ("Climate", 1),
        ("Weather", 1),
    ]
    assert found[-1].seen == ()
    with django_assert_num_queries(0):
        assert families_with([], owner) == []


def test_page_file_and_compare_tell_the_same(owner, client):
    studies = [member(owner, correct, title=f"S{correct}") for correct in (13, 14, 9)]
    client.force_login(owner)
    page = client.get(reverse("analysis:results", args=[studies[0].code])).content.decode()
    assert "One of 3 studies of the family “Weather”: with Holm" in page
    assert "its difference is not shown (adjusted p = " in page.replace("\N{NO-BREAK SPACE}", " ")
    file = b"".join(client.get(reverse("analysis:export_results", args=[studies[1].code])))
    assert "family_p_adjusted" in file.decode()
    compare = client.get(reverse("analysis:compare")).content.decode()
    assert "Family “<bdi>Weather</bdi>” of 3 studies" in compare
    assert "all that holds in the family holds together" in compare


def test_compare_lists_a_family_without_what_the_reader_may_not_read(owner, client):
    studies = [member(owner, correct, title=f"S{correct}") for correct in (13, 14, 9)]
    reader = make_user()
    studies[0].collaborations.create(user=reader, role="analyst")
    client.force_login(reader)
    compare = client.get(reverse("analysis:compare")).content.decode()
    assert "S13" in compare
    assert "S14" not in compare
    assert "3 opened, 1 ended. You cannot read 2 of them, or not yet." in compare
