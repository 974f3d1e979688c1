"""The results page of a rating study."""

import pytest
from django.urls import reverse

from analysis.recomputation import store
from analysis.recomputation.rating_study.ranking import rank_as_paper
from analysis.recomputation.store import recompute
from studies.models import ShareLink
from studies.services.judging import withdrawal
from studies.services.lifecycle import transitions
from tests.analysis.rating import alike, b_is_better, rate_sheets
from tests.factories import open_rating_study

pytestmark = pytest.mark.django_db(transaction=True)


def page_of(client, study, name="results"):
    return client.get(reverse(f"analysis:{name}", args=[study.code]))


def test_an_open_study_shows_progress_and_means_and_no_more(client):
    study = open_rating_study(items=4, plan={"setup": "together"})
    client.force_login(study.owner)
    assert "No ratings yet." in page_of(client, study).content.decode()
    rate_sheets(study, number=5)
    recompute(study_id=study.pk)

    page = page_of(client, study)

    text = page.content.decode()
    assert "5 of 12 sheets. No verdict yet" in text
    assert "geometric mean" in text
    for word in ("limits", "ICC", " p ", "right"):
        assert word not in text.split("</h1>")[1].replace("without limits", ""), word
    stamp = page_of(client, study, "poll")["ETag"]
    address = reverse("analysis:poll", args=[study.code])
    assert client.get(address, headers={"if-none-match": stamp}).status_code == 304
    for name in ("overview", "export_results"):
        assert page_of(client, study, name).status_code == 200
    assert client.get(reverse("analysis:studies")).status_code == 200


def test_the_page_after_the_verdict_says_who_is_rated_above_whom(client):
    study = open_rating_study(
        items=8, plan={"setup": "together", "judges_per_item": 2, "resamples": 1000}
    )
    client.force_login(study.owner)
    rate_sheets(study, judges=8)
    recompute(study_id=study.pk)
    waiting = page_of(client, study)
    assert "As the RankME paper" not in waiting.content.decode()
    stamp = page_of(client, study, "poll")["ETag"]
    rank_as_paper(study_id=study.pk)

    text = page_of(client, study).content.decode()

    assert page_of(client, study, "poll")["ETag"] != stamp
    assert "judges like these rate Machine above Forecaster" in text
    assert "not told apart" in text
    card = text[text.index("verdict-card") : text.index("of-quality")]
    assert "For informativeness" not in card
    assert "For informativeness" in text
    assert "within the page, ICC(1,k)" in text
    assert "These rankings do not decide." in text
    assert "62 to 100 %" in text
    assert study.judges.first().code in text
    for name in ("quality", "naturalness"):
        picture = client.get(reverse("analysis:chart", args=[study.code, f"standings_{name}"]))
        assert picture.status_code == 200
    link = ShareLink.objects.create(study=study, made_by=study.owner)
    shared = client.get(reverse("analysis:shared", args=[link.token])).content.decode()
    assert "judges like these rate Machine above Forecaster" in shared
    assert study.judges.first().code not in shared


@pytest.mark.parametrize(
    ("judges", "copies", "systems", "value", "said"),
    [
        (1, 1, 2, b_is_better, "one judge cannot speak for others"),
        (3, 3, 2, b_is_better, "could not have shown it, however they rated"),
        (6, 3, 2, alike, "no system was shown to be rated above another"),
        (6, 3, 3, lambda judge, *_: 1 if judge else 999_999, "far from the others"),
    ],
)
def test_the_page_stands_what_is_hardly_a_study(client, judges, copies, systems, value, said):
    """One judge, too few, ratings that never differ, numbers from 1 to 999999."""
    plan = {"setup": "together", "judges_per_item": copies, "resamples": 1000}
    study = open_rating_study(items=4, systems=systems, plan=plan)
    client.force_login(study.owner)
    rate_sheets(study, judges=judges, value=value)
    recompute(study_id=study.pk)
    rank_as_paper(study_id=study.pk)

    text = page_of(client, study).content.decode()

    assert said in text.replace("Ratings far from the others", "far from the others")
    assert page_of(client, study, "overview").status_code == 200
    assert client.get(reverse("analysis:studies")).status_code == 200


def test_a_likert_study_is_told_in_points_and_a_blind_one_not_at_all(client):
    study = open_rating_study(
        items=4, systems=2, blind=True, plan={"method": "likert", "resamples": 1000}
    )
    client.force_login(study.owner)
    rate_sheets(study, number=3, value=lambda *_: 4)
    recompute(study_id=study.pk)
    text = page_of(client, study).content.decode()
    assert "3 of 72 sheets. Results are hidden until all are in." in text
    assert "mean" not in text.split("</h1>")[1]

    rate_sheets(
        study, judges=8, value=lambda judge, _item, system, _key: 2 + judge % 2 + (system == "B")
    )
    recompute(study_id=study.pk)
    assert "points higher" in page_of(client, study).content.decode()


def test_a_study_closed_early_shows_means_and_says_so(client):
    study = open_rating_study(items=4, plan={"setup": "together"})
    client.force_login(study.owner)
    rate_sheets(study, number=5)
    transitions.close(study=study, user=study.owner)
    recompute(study_id=study.pk)
    text = page_of(client, study).content.decode()
    assert "Closed early, at 5 of 12 sheets: no verdict under this plan." in text
    assert "p by judges" not in text
    assert "geometric mean" in text


def test_pages_about_right_answers_are_not_there_and_comparison_says_why(client):
    study = open_rating_study(items=2, plan={"setup": "together"})
    client.force_login(study.owner)
    for name in (
        "judges", "texts", "items", "triads", "groups", "reasons", "reason_codes",
        "companions",
    ):  # fmt: skip
        led_back = page_of(client, study, name)
        assert led_back["Location"] == reverse("analysis:overview", args=[study.code]), name
    compared = client.get(f"{reverse('analysis:compare')}?studies={study.code}").content.decode()
    assert "it rates texts: no answer is right or wrong" in compared


def test_who_withdraws_before_the_verdict_is_replaced_and_after_it_told_beside(client):
    plan = {"setup": "together", "resamples": 1000}
    study = open_rating_study(items=8, systems=2, plan=plan)
    client.force_login(study.owner)
    early = rate_sheets(study, judges=6)[0]
    withdrawal.withdraw(code=early.trials.first().code)
    recompute(study_id=study.pk)
    assert "No verdict yet" in page_of(client, study).content.decode()

    late = rate_sheets(study, judges=1)[0]
    recompute(study_id=study.pk)
    assert (
        "judges like these rate Machine above Forecaster" in page_of(client, study).content.decode()
    )
    withdrawal.withdraw(code=late.trials.first().code)
    recompute(study_id=study.pk)
    text = page_of(client, study).content.decode().replace("\N{NO-BREAK SPACE}", " ")
    assert "After withdrawal of 4 sheets: For quality, " in text
    assert late.code not in text
    assert store.differences(study_id=study.pk) == []
