"""Sheets for practice and attention, and the repeated one: when they come, and what they mean."""

import re
from dataclasses import asdict
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from studies.models import Answer, Judge, Rating, RecruitmentLink, Sample, Sheet, Study, Trial
from studies.ratings.criteria import DEFAULT, Criterion
from studies.services.judging.answering.sheet_answers import fields_of, rate
from studies.services.judging.trials import next_trial
from studies.services.lifecycle import drafts
from studies.services.lifecycle.checks.pilot import PilotExclusion, pilot_exclusion
from tests.factories import make_link, open_rating_study
from tests.studies.services.judging.steps import start

pytestmark = pytest.mark.django_db

TICKS = asdict(Criterion("faults", "Faults", "", "?", kind="ticks"))
PLAN = {"practice_triads": 2, "attention_at": [2], "evaluations_per_judge": 3}


def opened(plan: Any = None, **fields: Any) -> RecruitmentLink:
    plan = {"reference_text": "The one of 100.", "repeats_one": True} | (plan or {})
    return make_link(open_rating_study(items=6, plan=plan, **(PLAN | fields)))


def rate_all(trial: Trial, values: dict[str, int] | None = None) -> None:
    """Rate each place by the same number, or by the letter of its text's system."""
    letters = dict(trial.sheet.texts.values_list("place", "sample__subject"))
    given = {field: (values or {}).get(letters[field[0]], 3) for field in fields_of(trial)}
    rate(code=trial.code, ratings=given)


def way_of(link: RecruitmentLink) -> list[Trial]:
    """All trials of a judge, in their order."""
    trial = start(link)
    for _ in range(6):
        rate_all(trial)
        trial = next_trial(trial.judge)
    rate_all(trial)
    return list(Trial.objects.select_related("sheet").order_by("pk"))


def test_practice_attention_and_the_repeated_sheet_come_in_their_places():
    trials = way_of(opened())
    kinds = ["practice", "practice", "main", "attention", "main", "repeat", "main"]
    assert [trial.kind for trial in trials] == kinds
    # One criterion all the way, and no practice sheet twice.
    assert len({trial.sheet.criterion for trial in trials}) == 1
    assert trials[0].sheet.item != trials[1].sheet.item
    first, again = (dict(t.sheet.texts.values_list("sample", "place")) for t in trials[2::3])
    assert set(first) == set(again)
    assert all(first[sample] != again[sample] for sample in first)
    assert Answer.objects.counted().count() == 3
    assert Rating.objects.counted().count() == 9
    with pytest.raises(Exception, match="finished"):
        next_trial(trials[0].judge)


@pytest.mark.parametrize("method", ["likert", "plain_me"])
def test_where_one_text_stands_on_a_page_attention_has_two(method):
    trials = way_of(opened({"method": method, "setup": "together"}, evaluations_per_judge=3))
    assert [len(fields_of(trial)) // 3 for trial in trials] == [1, 1, 1, 2, 1, 1, 1]
    repeated = Sheet.objects.get(kind="repeat")
    assert repeated.texts.get().sample == trials[2].sheet.texts.get().sample


def test_a_repeated_sheet_is_one_for_all_who_rated_its_original():
    link = opened(practice_triads=0, attention_at=[], evaluations_per_judge=3)
    [first, *_others] = trials = [start(link, "k1"), start(link, "k2")]
    for trial in trials:
        for _ in range(2):
            rate_all(trial)
            trial = next_trial(trial.judge)
    repeated = Trial.objects.filter(kind="repeat").order_by("judge")
    assert [trial.sheet.number for trial in repeated] == [one.sheet.number for one in trials]
    assert first.sheet_id != repeated[0].sheet_id


def judge_after(values: dict[str, int], **plan: Any) -> Judge:
    """A judge who has rated the attention sheet of a plan without patience so."""
    attention = {"practice_triads": 0, "attention_at": [1], "most_failed_attention": 0}
    trial = start(opened(plan, **attention))
    assert trial.kind == "attention"
    rate_all(trial, values)
    return Judge.objects.get()


@pytest.mark.parametrize(("shuffled", "excluded"), [(101, True), (100, False), (3, False)])
def test_a_shuffled_text_must_not_get_more_than_its_intact_twin(shuffled, excluded):
    judge = judge_after({"A": 100, "B": shuffled}, setup="together")
    assert (judge.excluded_why == "attention") == excluded
    intact, twin = Sample.objects.filter(kind="attention").order_by("subject")
    assert intact.text != twin.text
    assert sorted(intact.text.split()) == sorted(twin.text.split())


def test_ticks_are_no_attention_check():
    plan = {"criteria": [TICKS], "primary_criterion": "faults", "setup": "together"}
    assert judge_after({"A": 0, "B": 3}, **plan).excluded_at is None


def test_the_page_after_practice_says_what_the_numbers_mean():
    link = opened({"setup": "together", "criteria": [asdict(DEFAULT[2]), TICKS]})
    trial, client = start(link), Client()
    page = client.get(f"/t/{trial.code}/").content.decode()
    assert "afterwards you are told what your answers mean" in page
    names = re.findall(r'<input type="text"[^>]* name="([^"]+)"', page)
    ticks = sorted(set(re.findall(r'<input type="checkbox"[^>]* name="([^"]+)"', page)))
    given = dict(zip(names, ["50", "130", "100"], strict=True))
    given |= {ticks[0]: ["added", "missing"], ticks[1]: "neither", ticks[2]: "missing"}
    answer = client.post(f"/t/{trial.code}/", given, follow=True)
    told = answer.content.decode()
    for words in (
        "You gave 50: half as good as the reference.",
        "You gave 130: 1.3 times as good",
        "You gave 100: as good as the reference.",
        "Something is added · Something is missing",
        "You ticked: Neither",
        "No answer is right or wrong",
    ):
        assert words in told
    assert answer.redirect_chain == [(f"/t/{trial.code}/", 303)]
    assert not Answer.objects.counted().exists()
    following = client.post(f"/t/{trial.code}/next/")
    assert following.status_code == 303
    assert Study.objects.get().trials.filter(kind="practice").count() == 2


def test_practice_of_points_says_what_the_ends_mean():
    trial = start(opened({"method": "likert", "scale_low": "awful", "scale_high": "superb"}))
    page = Client().get(f"/t/{trial.code}/").content.decode()
    name = re.findall(r'<input type="radio"[^>]* name="([^"]+)"', page)[0]
    answer = Client().post(f"/t/{trial.code}/", {name: "4"}, follow=True)
    told = "You gave 4: 1 means “awful”, and 6 means “superb”."
    assert told in answer.content.decode()


def test_a_preview_shows_practice_and_what_comes_after_it(client):
    study = opened({"setup": "together"}).study
    client.force_login(study.owner)
    for page, words in (
        ("practice", "This is practice"),
        ("feedback", "You gave 50: half as good"),
    ):
        shown = client.get(reverse("studies:preview", args=[study.code]), {"page": page})
        assert words in shown.content.decode()


def test_a_pilot_tells_whether_the_rule_would_exclude_most_of_its_judges():
    study = open_rating_study(items=6, practice_triads=0, attention_at=[1])
    trial = start(make_link(study, mode="pilot"))
    assert trial.kind == "attention"
    rate_all(trial, {"A": 2, "B": 9})
    rate_all(next_trial(trial.judge))
    draft = drafts.duplicate(study=study, user=study.owner)
    draft.most_failed_attention = 1
    assert pilot_exclusion(draft) == PilotExclusion(judges=1, excluded=0)
    draft.most_failed_attention = 0
    assert pilot_exclusion(draft) == PilotExclusion(judges=1, excluded=1)
