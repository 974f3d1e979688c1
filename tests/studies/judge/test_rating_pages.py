"""The page of numbers after a choice: it carries the choice, and what was typed stays."""

import re
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from studies.models import Answer, Rating, Trial
from studies.ratings.follow_up import checked
from studies.values.text_codes import labels_of
from tests.factories import make_link, open_study
from tests.studies.judge.visits import begin, text_of

pytestmark = pytest.mark.django_db

DEGREE = checked({"ask": "degree", "when": "each"})
PAIR = checked({"ask": "magnitude", "when": "each", "reference": ["Warm <b>rain</b>.", "Snow."]})
QUALITY = [{"key": "quality"}]
RATE = checked({"ask": "rate", "when": "each", "criteria": QUALITY})
OWN = checked(
    {
        "ask": "rate",
        "when": "each",
        "criteria": [{"label": "Wärme", "definition": "Wie ein Teller Suppe"}, *QUALITY],
        "reference": ["Sonne."],
    }
)


def trial_of(client: Client, follow_up: dict[str, Any], **fields: Any) -> Trial:
    begin(client, make_link(open_study(follow_up=follow_up, **fields)))
    return Trial.objects.latest("pk")


def chosen(client: Client, trial: Trial) -> str:
    """The page that follows a choice."""
    response = client.post(f"/t/{trial.code}/", {"choice": "2"})
    assert response.status_code == 200
    return text_of(response)


def hidden_in(page: str) -> dict[str, str]:
    return dict(re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)"', page))


def names_in(page: str) -> list[str]:
    return re.findall(r'inputmode="numeric"[^>]* name="([^"]+)"', page)


def test_the_choice_is_stored_with_the_number(client: Client) -> None:
    trial = trial_of(client, DEGREE)
    page = chosen(client, trial)
    assert not Answer.objects.exists()
    assert "type=number" not in page.replace('"', "")
    assert names_in(page) == ["r-difference"]
    assert str(labels_of(trial.code)[1]) in page
    fields = hidden_in(page) | {"r-difference": "0"}
    assert client.post(f"/t/{trial.code}/ratings/", fields).status_code == 303
    assert (Answer.objects.get().chosen_position, Rating.objects.get().value) == (2, 0)


def test_the_script_is_told_to_send_the_form_as_browsers_do(client: Client) -> None:
    trial = trial_of(client, DEGREE)
    asks = {"accept": "application/json"}
    told = client.post(f"/t/{trial.code}/", {"choice": "2"}, headers=asks)
    assert told.json() == {"next": ""}
    fields = hidden_in(chosen(client, trial)) | {"r-difference": "7"}
    told = client.post(f"/t/{trial.code}/ratings/", fields, headers=asks)
    assert told.json()["next"].startswith("/t/")


@pytest.mark.parametrize(
    ("plan", "typed", "said"),
    [
        *((DEGREE, typed, "from 0 to 100") for typed in ("", "-1", "101", "4.5", "much")),
        *((PAIR, typed, "a number above 0") for typed in ("0", "-7")),
        *((PAIR, typed, "a whole number") for typed in ("", " ", "1.5", "1,5", "ten", "<b>")),
        (PAIR, "1000000", "up to 999999"),
    ],
)
def test_a_wrong_number_is_said_at_its_field_and_kept(
    client: Client, plan: dict[str, Any], typed: str, said: str
) -> None:
    trial = trial_of(client, plan)
    fields = hidden_in(chosen(client, trial)) | {"reading": "[1]", "r-difference": typed}
    response = client.post(f"/t/{trial.code}/ratings/", fields)
    page = text_of(response)
    assert response.status_code == 422
    assert said in page[page.index('id="wrong-r-difference"') :]
    shown = typed.replace("<", "&lt;").replace(">", "&gt;")
    assert f'name="r-difference" value="{shown}"' in page
    assert hidden_in(page) == {name: fields[name] for name in ("choice", "reading", "seal")}
    assert not Answer.objects.exists()


def test_three_texts_are_rated_below_each(client: Client) -> None:
    trial = trial_of(client, OWN, language="de")
    page = chosen(client, trial)
    labels = labels_of(trial.code)
    names = names_in(page)
    assert sorted(names) == sorted(
        f"r-{code}-{key}" for code in labels for key in ("w_rme", "quality")
    )
    # Their order is the same at each text.
    keys = [name.split("-")[2] for name in names]
    assert keys == keys[:2] * 3
    assert '<dt lang="de" dir="auto">Wärme</dt><dd lang="de" dir="auto">Wie ein Teller' in page
    assert "Sonne." in page
    values = {name: str(100 + place) for place, name in enumerate(names)}
    del values[names[3]]
    response = client.post(f"/t/{trial.code}/ratings/", hidden_in(page) | values)
    assert text_of(response).count('aria-invalid="true"') == 1
    values[names[3]] = "7"
    client.post(f"/t/{trial.code}/ratings/", hidden_in(page) | values)
    stored = {(row.sample_id, row.criterion): row.value for row in Rating.objects.all()}
    codes = dict(zip(map(str, labels), trial.triad.sample_ids, strict=True))
    typed = {tuple(name.split("-")[1:]): int(value) for name, value in values.items()}
    assert stored == {(codes[code], key): value for (code, key), value in typed.items()}


def test_own_criteria_are_read_in_the_judges_language_where_they_are_translated(
    client: Client,
) -> None:
    words = {"w_rme": {"label": "Calor", "definition": "Como un plato de sopa"}}
    trial = trial_of(client, OWN, language="de", translations={"es": {"criteria": words}})
    for language, shown in (
        ("es", '<dt lang="es" dir="auto">Calor</dt><dd lang="es" dir="auto">Como un plato'),
        ("gl", '<dt lang="de" dir="auto">Wärme</dt>'),
    ):
        page = text_of(client.post(f"/t/{trial.code}/?lang={language}", {"choice": "2"}))
        assert shown in page


def test_a_reference_is_shown_as_text(client: Client) -> None:
    page = chosen(client, trial_of(client, PAIR))
    assert "Warm &lt;b&gt;rain&lt;/b&gt;." in page
    assert "Snow." in page


def test_covered_texts_stay_covered(client: Client) -> None:
    """A study that covers texts and has them rated is not opened: they would be shown whole."""
    trial = trial_of(client, DEGREE, presentation="masked")
    page = chosen(client, trial)
    assert trial.triad.first.text not in page


def test_another_language_keeps_what_was_typed(client: Client) -> None:
    trial = trial_of(client, PAIR)
    fields = hidden_in(chosen(client, trial)) | {"r-difference": "x1", "switch": "de"}
    page = text_of(client.post(f"/t/{trial.code}/ratings/?lang=de", fields))
    assert 'lang="de"' in page
    assert 'value="x1"' in page
    assert hidden_in(page)["seal"] == fields["seal"]


def test_the_page_sent_again_with_other_numbers_says_that_the_first_stand(client: Client) -> None:
    trial = trial_of(client, DEGREE, evaluations_per_judge=2)
    fields = hidden_in(chosen(client, trial))
    address = f"/t/{trial.code}/ratings/"
    first = client.post(address, fields | {"r-difference": "7"})["Location"]
    assert client.post(address, fields | {"r-difference": "7"})["Location"] == first
    assert "notice=kept" in client.post(address, fields | {"r-difference": "8"})["Location"]
    assert client.post(address, fields | {"r-difference": "x"})["Location"] == first
    assert Rating.objects.get().value == 7


def test_the_page_alone_leads_back_to_the_texts(client: Client) -> None:
    trial = trial_of(client, DEGREE)
    address = f"/t/{trial.code}/ratings/"
    for response in (client.get(address), client.post(address, {"r-difference": "7"})):
        assert response["Location"] == f"/t/{trial.code}/"
    none = trial_of(Client(), {})
    posted = client.post(f"/t/{none.code}/ratings/", {"choice": "1", "r-difference": "7"})
    assert posted["Location"] == f"/t/{none.code}/"
    assert not Answer.objects.exists()


def test_the_page_costs_two_statements_more(client: Client) -> None:
    trial = trial_of(client, DEGREE)
    with CaptureQueriesContext(connection) as seen:
        page = chosen(client, trial)
    assert len(seen) <= 2
    with CaptureQueriesContext(connection) as seen:
        client.post(f"/t/{trial.code}/ratings/", hidden_in(page) | {"r-difference": "7"})
    assert len(seen) <= 3


def test_the_welcome_page_tells_of_the_numbers(client: Client) -> None:
    each, last = DEGREE, DEGREE | {"when": "last"}
    told = {
        (2, "each"): "After each choice comes a page that asks for numbers.",
        (2, "last"): "After your last choice comes a page that asks for numbers.",
        (1, "last"): "After your choice comes a page that asks for numbers.",
    }
    for (pages, when), sentence in told.items():
        follow_up = each if when == "each" else last
        study = open_study(follow_up=follow_up, evaluations_per_judge=pages)
        assert sentence in text_of(client.get(f"/j/{make_link(study).token}/"))
    assert "asks for numbers" not in text_of(client.get(f"/j/{make_link(open_study()).token}/"))
