"""The planning page for ratings over HTTP: no account, no database, everything in its address."""

import html
import re

import pytest
from django.urls import reverse


def page_of(client, **parameters):
    response = client.get(reverse("analysis:plan_ratings"), parameters)
    assert response.status_code == 200
    return " ".join(
        html.unescape(re.sub(r"<[^>]+>", " ", response.content.decode()))
        .replace("\xa0", " ")
        .split()
    )


def raw_page(client):
    return client.get(reverse("analysis:plan_ratings")).content.decode()


def test_without_a_question_the_page_shows_the_defaults_of_a_rating_study(client):
    page = page_of(client)
    assert reverse("analysis:plan_ratings") == "/plan/ratings/"
    # What the difference needs, as Use this plan takes it; the fewest that can decide come second.
    answer = page.split("The answer")[1]
    [[needed, items]] = re.findall(
        r"(\d+) judges for each criterion with (\d+) items show a difference of 5 % with", answer
    )
    assert f"larger differences only: such a difference takes up to {items}." in answer
    assert f"judges={3 * int(needed)}&" in html.unescape(raw_page(client))
    assert (
        f"20 judges, as you wrote, show larger differences only: by these variances {needed}"
        in page
    )
    assert "Fewer than 7 judges can never decide among 3 systems" in page
    assert "A judge rates 2 pages with 3 numbers each: about 2 minutes" in page
    assert "For each criterion that is 300 pages: 100 items, each text rated by 3 judges." in page
    assert f"With 3 criteria asked apart: {3 * int(needed)} judges and 900 pages." in page
    assert "naturalness 64–104" in page
    assert "quality 21–153" in page
    assert "informativeness 103–515" in page
    assert "taken from one data set" in page


@pytest.mark.parametrize(("systems", "fewest"), [(2, 6), (3, 7), (4, 8), (5, 9), (8, 11)])
def test_too_few_judges_can_never_decide(client, systems, fewest):
    asked = {"systems": systems, "method": "likert"}
    page = page_of(client, **asked, judges=fewest - 1)
    assert f"can never decide among {systems} systems: it takes {fewest} or more." in page
    assert "no system can be shown to be above another" in page
    assert "show is not known for a scale of points" in page_of(client, **asked, judges=fewest)


def test_texts_on_pages_of_their_own_take_more_pages_and_a_scale_no_items(client):
    page = page_of(client, method="likert", setup="together", systems="4")
    assert "All judges rate 1,200 pages: 100 items of 4 systems" in page
    assert "with 3 numbers each" in page
    assert "No default is known" in page
    assert "Variances of" not in page.split("How exactly")[0].split("Items and judges")[1]


def test_a_pilots_variances_stand_first(client):
    page = page_of(client, item="0,01", rest="0.09", judge="0.005", difference="10 %")
    assert "your pilot 35" in page
    assert (
        "20 judges for each criterion show a difference of 10 % with a power of 80 %: 7 are" in page
    )
    assert "1.1 times as high" in page


@pytest.mark.parametrize(
    ("field", "value", "sentence"),
    [
        ("systems", "9", "Write a whole number from 2 to 8."),
        ("judges", "", "Write a whole number from 1 to 100,000."),
        ("items", "-3", "Write a whole number from 2 to 100,000."),
        ("each", "21", "No more than there are judges"),
        ("difference", "nan", "Write a number from 0.005 to 9, for example 0.05."),
        ("power", "1", "Write a number from 0.5 to 0.999, for example 0.8."),
        ("alpha", "1e999", "Write a number from 0.0001 to 0.499, for example 0.05."),
        ("width", "3", "Write a number from 0.01 to 1.99, for example 0.2."),
        ("item", "x", "Write a number from 0 to 100"),
        ("rest", "0.1", "Write all three of a pilot, or none."),
        ("method", "best", "Choose one of the three."),
        ("setup", "<b>", "Choose one of the two."),
    ],
)
def test_bad_input_is_said_at_its_field_and_nothing_is_computed(client, field, value, sentence):
    page = page_of(client, **{field: value})
    assert sentence in page
    assert "The answer" not in page


def test_one_judge_an_item_tells_nothing_of_agreement(client):
    page = page_of(client, each=1, judges=8, difference=9)
    assert "it cannot be said how far judges agree" in page
    assert "Width now" not in page
    assert "more than 10 % of the ratings" in page


def test_each_planning_page_leads_to_the_other(client):
    for here, there in (("plan", "plan_ratings"), ("plan_ratings", "plan")):
        page = client.get(reverse(f"analysis:{here}")).content.decode()
        assert f'href="{reverse(f"analysis:{there}")}"' in page
        assert re.search(rf'href="{reverse(f"analysis:{here}")}" aria-current="page"', page)


def test_it_can_only_be_read(client):
    assert client.post(reverse("analysis:plan_ratings")).status_code == 405
