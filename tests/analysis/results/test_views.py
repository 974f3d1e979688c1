"""The results page: who sees what, what it says at which moment, and what a poll costs."""

import html
import re

import pytest
from django.db.models.functions import Now
from django.urls import reverse

from analysis.recomputation.store import recompute
from studies.models import Collaborator, Study, Triad
from studies.services.judging import withdrawal
from studies.services.lifecycle import amendments, transitions
from tests.analysis.answering import give_answers, give_outcomes
from tests.factories import make_link, make_study, make_user, open_study

pytestmark = pytest.mark.django_db

# What policy 4 keeps off every surface before the verdict: p, limits, evidence grades, d-prime.
NEVER_BEFORE = re.compile(
    r"\bp [=<>]|\bp 0\.|\bp > |one-sided|% limit|(?:strong|moderate|slight|no) evidence|d′|d-prime"
    r"|d_prime|p_value|(?:difference|similarity)_|significant",
    re.IGNORECASE,
)
TIME = re.compile(r"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d")


@pytest.fixture
def owner():
    return make_user()


def url(study, name="results"):
    return reverse(f"analysis:{name}", args=[study.code])


def page(client, user, study, name="results", **headers):
    client.force_login(user)
    return client.get(url(study, name), headers=headers)


def text_of(response):
    """What a person reads of the results: no tags, each run of blanks as one, no times."""
    content = b"".join(response).decode()
    content = re.split(r'id="results"[^>]*>', content)[-1].split('<p class="visually-hidden" id')[0]
    return TIME.sub("", html.unescape(re.sub(r"\s+", " ", re.sub(r"<[^>]*>", " ", content))))


def answered(owner, counted, correct, **plan):
    study = open_study(**{"owner": owner, "evaluations": 98, "items": 24, "beta": 0.01} | plan)
    give_answers(study, counted, correct)
    recompute(study_id=study.pk)
    return study


# Before the verdict


def test_empty_study_offers_the_link(client, owner):
    study = open_study(owner=owner)
    link = make_link(study)
    response = page(client, owner, study)
    assert "No answers yet. Send the recruitment link to begin." in text_of(response)
    assert f"http://testserver/j/{link.token}/" in response.content.decode()


def test_analyst_is_not_given_the_recruitment_link(client, owner):
    study = open_study(owner=owner)
    link = make_link(study)
    analyst = make_user()
    Collaborator.objects.create(study=study, user=analyst, role="analyst")
    assert link.token not in page(client, analyst, study).content.decode()


def test_draft_has_a_page(client, owner):
    assert "has not been opened yet" in text_of(page(client, owner, make_study(owner=owner)))


def test_answers_that_no_result_covers_yet_are_not_called_none(client, owner):
    study = open_study(owner=owner)
    give_answers(study, 3, 1)
    text = text_of(page(client, owner, study))
    assert "Answers have come in and are being counted." in text
    assert "No answers yet" not in text


@pytest.mark.parametrize(
    "plan",
    [
        {},
        {"goal": "similarity"},
        {"method": "sequential", "beta": 0.05},
        {"evaluations": 96, "evaluations_per_judge": 6},
    ],
)
@pytest.mark.parametrize("name", ["results", "poll", "export_results"])
def test_no_p_limit_grade_or_d_prime_before_the_verdict(client, owner, plan, name):
    """28.7 % of studies without any difference would show p below 0.05 at one of 600 looks."""
    study = open_study(**{"owner": owner, "evaluations": 98, "items": 24} | plan)
    # 15 right of 37 lies between Wald's lines.
    give_outcomes(study, [n % 5 in (0, 2) for n in range(37)])
    recompute(study_id=study.pk)
    text = text_of(page(client, owner, study, name))
    assert NEVER_BEFORE.findall(re.sub(r"log_e_value_\w+", "", text)) == []
    assert "15" in text


@pytest.mark.parametrize("name", ["results", "export_results"])
def test_the_same_search_finds_them_after_the_verdict(client, owner, name):
    study = answered(owner, 98, 45)
    assert len(set(NEVER_BEFORE.findall(text_of(page(client, owner, study, name))))) >= 3


@pytest.mark.parametrize("ended", ["closed", "raised"])
def test_no_p_where_there_will_be_no_verdict(client, owner, ended):
    study = answered(owner, 37, 30)
    study.refresh_from_db()
    if ended == "closed":
        transitions.close(study=study, user=owner)
        said = "Closed at 37 of 98: no verdict under this plan."
    else:
        amendments.raise_evaluations(study=study, user=owner, evaluations=150, why="more")
        said = "Number raised from 98 to 150 after results could be seen: no fixed-number verdict."
    recompute(study_id=study.pk)
    text = text_of(page(client, owner, study))
    assert said in text
    assert NEVER_BEFORE.findall(text) == []


# With the verdict


def test_order_of_the_page_and_its_numbers(client, owner):
    text = text_of(page(client, owner, answered(owner, 98, 45)))
    places = [
        text.index(part)
        for part in (
            "Judges like these can tell these texts of Forecaster and Machine apart: 45 of 98",
            "Limits are for people like this panel and for the 48 texts used",
            "People who perceive a difference (pd), with one-sided limits",
            "Right answers against answers",
            "45 of 98 45.9 %",
            "0.0065",
            "5.9 %",
            "1.25",
            "Progress",
            "98 of 98 answers",
            "Details",
            "Estimate with two-sided 95 % limits",
        )
    ]
    assert places[0] < places[1] < places[2] < places[3] < places[4]
    assert places[8] < places[9] < places[10] < places[11]


def test_withdrawal_after_the_verdict_is_said(client, owner):
    study = open_study(owner=owner, evaluations=98, items=24, beta=0.01)
    trials = give_answers(study, 98, 45)
    recompute(study_id=study.pk)
    for trial in trials[:2]:
        withdrawal.withdraw(code=trial.code)
    assert "the numbers below still hold them" in text_of(page(client, owner, study))
    recompute(study_id=study.pk)
    text = text_of(page(client, owner, study))
    assert "the numbers below still hold them" not in text
    assert "2 of them were withdrawn since. After" in text
    assert "2 answers were withdrawn and are not counted." in text
    assert "45 of 98 right, 41 needed" in text
    assert "After withdrawal of 2 answers: Judges like these" in text
    assert "43 of 96 right" in text


def test_far_below_chance_stands_above_the_verdict(client, owner):
    text = text_of(page(client, owner, answered(owner, 98, 20)))
    assert text.index("Fewer right answers than guessing gives (20 of 98") < text.index(
        "No difference was shown"
    )


def test_cautions_only_where_there_is_something_to_say(client, owner):
    assert "Be careful" not in text_of(page(client, owner, answered(owner, 98, 45)))
    study = open_study(owner=owner, evaluations=98, items=24)
    # All judges choose the first text.
    trials = give_answers(study, 0, 0)
    triads = Triad.objects.filter(study=study, number__lte=90).order_by("number")
    trials = give_outcomes(study, [triad.odd_position == 1 for triad in triads])
    assert len(trials) == 90
    recompute(study_id=study.pk)
    text = text_of(page(client, owner, study))
    assert "Be careful" in text
    assert "The odd text was found more easily in some orders than in others" in text


# Who sees what


def test_strangers_find_nothing_and_visitors_sign_in(client, owner):
    study = answered(owner, 10, 5)
    for name in ("results", "poll", "export_results"):
        assert client.get(url(study, name)).status_code == 302
        assert page(client, make_user(), study, name).status_code == 404
        client.logout()


def test_recruiter_sees_progress_only(client, owner):
    study = answered(owner, 98, 45)
    recruiter = make_user()
    Collaborator.objects.create(study=study, user=recruiter, role="recruiter")
    for name in ("results", "poll"):
        text = text_of(page(client, recruiter, study, name))
        assert "98 of 98 answers" in text
        assert "45" not in text
        assert "apart" not in text
    assert page(client, recruiter, study, "export_results").status_code == 404


@pytest.mark.parametrize("user", ["owner", "superuser"])
def test_blind_study_shows_no_one_more_than_progress(client, owner, user):
    study = answered(owner, 61, 43, blind=True)
    reader = owner if user == "owner" else make_user(is_superuser=True)
    for name in ("results", "poll"):
        text = text_of(page(client, reader, study, name))
        assert "61 of 98 answers. Results are hidden until 98." in text
        for word in ("43", "ABB", "right", "Right", "first", "pd"):
            assert word not in text
    assert page(client, reader, study, "export_results").status_code == 404


def test_blind_study_shows_its_results_when_complete(client, owner):
    study = answered(owner, 98, 45, blind=True)
    assert "can tell these texts" in text_of(page(client, owner, study))


def test_unsealing_changes_the_etag(client, owner):
    study = answered(owner, 61, 24, blind=True)
    sealed = page(client, owner, study, "poll")["ETag"]
    study.refresh_from_db()
    transitions.unseal(study=study, user=owner, why="pilot went wrong")
    fresh = page(client, owner, study, "poll", **{"if-none-match": sealed})
    assert fresh.status_code == 200
    assert "24 right" in text_of(fresh)


# The poll


def test_poll_without_news_is_304_and_one_query_beyond_the_session(
    client, owner, django_assert_num_queries
):
    study = answered(owner, 10, 5)
    etag = page(client, owner, study)
    tag = re.search(r'data-etag="([^"]+)"', etag.content.decode())[1].replace("&quot;", '"')
    with django_assert_num_queries(3) as queries:  # session, user, and the one
        response = client.get(url(study, "poll"), headers={"if-none-match": tag})
    assert (response.status_code, response.content) == (304, b"")
    assert response["ETag"] == tag
    tables = re.findall(r'(?:FROM|JOIN) "(\w+)"', queries.captured_queries[-1]["sql"])
    assert set(tables) <= {"studies_study", "analysis_result", "studies_collaborator"}


def test_poll_shows_a_new_answer(client, owner):
    study = open_study(owner=owner, evaluations=98, items=24)
    link = make_link(study)
    give_answers(study, 10, 5, link=link)
    recompute(study_id=study.pk)
    tag = page(client, owner, study, "poll")["ETag"]
    give_answers(study, 1, 1, link=link)
    recompute(study_id=study.pk)
    response = page(client, owner, study, "poll", **{"if-none-match": tag})
    assert response.status_code == 200
    assert "11 of 98 answers, 6 right." in text_of(response)
    assert "<html" not in response.content.decode()


@pytest.mark.parametrize("act", ["pause", "close"])
def test_poll_shows_a_change_of_status(client, owner, act):
    study = answered(owner, 10, 5)
    tag = page(client, owner, study, "poll")["ETag"]
    getattr(transitions, act)(study=study, user=owner)
    response = page(client, owner, study, "poll", **{"if-none-match": tag})
    assert response.status_code == 200


def test_results_are_kept_by_no_cache(client, owner):
    study = answered(owner, 10, 5)
    assert page(client, owner, study)["Cache-Control"] == "private, no-store"
    assert page(client, owner, study, "poll")["Cache-Control"] == "private, no-cache"


def test_page_costs_the_same_with_many_panels(client, owner, django_assert_max_num_queries):
    study = open_study(owner=owner, evaluations=98, items=24)
    for number in range(8):
        give_answers(study, 3, 1, link=make_link(study, panel=f"panel {number}"))
    recompute(study_id=study.pk)
    client.force_login(owner)
    with django_assert_max_num_queries(13):
        client.get(url(study))


# Hostile words


def test_hostile_names_are_shown_literally(client, owner):
    hostile = "<script>alert(1)</script>{{ x }}"
    study = open_study(
        owner=owner, title=hostile, subject_a=hostile, subject_b="B & <b>", evaluations=24
    )
    give_answers(study, 24, 20, link=make_link(study, panel=hostile))
    recompute(study_id=study.pk)
    content = page(client, owner, study).content.decode()
    assert "<script>alert" not in content
    assert "&lt;script&gt;alert(1)&lt;/script&gt;{{ x }}" in content


def test_page_has_no_inline_script_or_style(client, owner):
    content = page(client, owner, answered(owner, 98, 45)).content.decode()
    assert re.findall(r"<script(?![^>]*\bsrc=)[^>]*>|<style|\sstyle=|\son\w+=", content) == []


def test_expired_link_is_not_offered(client, owner):
    study = open_study(owner=owner)
    link = make_link(study, expires_at=Now())
    assert link.token not in page(client, owner, study).content.decode()
    assert Study.objects.filter(pk=study.pk).exists()
