"""Adding and changing a study: defaults, the proposed number, errors in words at the field."""

from datetime import UTC, datetime
from typing import Any

import pytest
from django.test import Client

from studies.models import Event, Study, User
from studies.services.lifecycle import drafts, opening
from studies.services.lifecycle.plan_fields import PLAN_FIELDS
from studies.workbench.forms.study import steps
from tests.factories import make_study, make_user, open_study

pytestmark = pytest.mark.django_db

ADD = "/studies/new/"
ENOUGH = {
    "title": "Weather",
    "subject_a": "Human",
    "subject_b": "Machine",
    "protocol": "triangle",
    "goal": "difference",
    "method": "fixed",
    "alpha": "0.05",
    "beta": "0.05",
    "pd": "0.3",
    "evaluations": "",
    "evaluations_per_judge": "1",
    "pairing": "different",
    "hold_minutes": "30",
    "language": "en",
    "presentation": "whole",
    "progress_shown": "on",
    "practice_triads": "0",
    "primary_set": "all",
    "ends_at_0": "",
    "ends_at_1": "",
}


PAGES = {field.name for field in PLAN_FIELDS if field.section in steps.PAGES}


def add(client: Client, **values: Any) -> Any:
    """Post the first step, then the third where something of it is given."""
    first = client.post(ADD, {**ENOUGH, **values})
    of_pages = {name for name in values if name.split("-")[0] in PAGES}
    if first.status_code != 302 or not of_pages:
        return first
    return client.post(step(Study.objects.latest("pk"), "pages"), {**ENOUGH, **values})


def step(study: Study, name: str = "question") -> str:
    return f"/studies/{study.code}/{name}/"


def errors(response: Any) -> dict[str, list[str]]:
    return {name: list(found) for name, found in response.context["form"].errors.items()}


def test_a_title_and_two_names_are_enough(as_alice: Client, alice: User) -> None:
    response = add(as_alice)
    study = Study.objects.get()
    assert response["Location"] == step(study, "texts/upload")
    assert (study.owner, study.status) == (alice, "draft")
    # What alpha, beta, pd need: the paper's Table 1.
    assert study.evaluations == 66
    assert list(Event.objects.values_list("what", "who")) == [("made", alice.pk)]


def test_the_add_form_says_that_little_is_needed(as_alice: Client) -> None:
    page = as_alice.get(ADD).content.decode()
    assert "A title and two names are enough to begin" in page


def test_each_empty_text_shows_its_default(as_alice: Client, alice: User) -> None:
    page = as_alice.get(step(make_study(owner=alice), "pages")).content.decode()
    assert "Taking part is voluntary" in page


@pytest.mark.parametrize(
    ("values", "number"),
    [
        ({"goal": "similarity", "beta": "0.01"}, 98),
        ({"pd": "0.9"}, 18),  # at least what ISO 4120 recommends
        ({"goal": "similarity", "pd": "0.9"}, 30),
        ({"method": "sequential"}, 132),
    ],
)
def test_an_empty_number_is_proposed(as_alice: Client, values: dict[str, str], number: int) -> None:
    add(as_alice, **values)
    assert Study.objects.get().evaluations == number


@pytest.mark.parametrize("name", ["alpha", "beta"])
@pytest.mark.parametrize(
    "value", ["-0.1", "0", "0.6", "nan", "inf", "-inf", "1e400", "x", "", "0.0.5", "1" * 400]
)
def test_an_absurd_risk_is_refused_in_words(as_alice: Client, name: str, value: str) -> None:
    response = add(as_alice, **{name: value})
    sentence = "Write a risk from 0.0001 to below 0.5, for example 0.05."
    assert errors(response) == {name: [sentence]}
    assert not Study.objects.exists()


@pytest.mark.parametrize("value", ["-1", "0", "1", "30", "nan", "inf", "thirty"])
def test_an_absurd_pd_is_refused_in_words(as_alice: Client, value: str) -> None:
    sentence = "Write a proportion between 0.01 and 0.99, for example 0.3."
    assert errors(add(as_alice, pd=value)) == {"pd": [sentence]}


@pytest.mark.parametrize("value", ["-5", "0", "1000001", "1e9", "9" * 50, "many", "nan", "12.5"])
def test_an_absurd_number_is_refused_in_words(as_alice: Client, value: str) -> None:
    response = add(as_alice, evaluations=value)
    sentence = "Write a whole number from 1 to 1,000,000, or leave the field empty."
    assert errors(response) == {"evaluations": [sentence]}
    assert f'value="{value}"' in response.content.decode()


@pytest.mark.parametrize("value", ["0", "-1", "101", "many"])
def test_an_absurd_number_of_repeats_is_refused(as_alice: Client, value: str) -> None:
    response = add(as_alice, evaluations_per_judge=value)
    assert errors(response) == {"evaluations_per_judge": ["Write a whole number from 1 to 100."]}


def test_what_was_typed_is_kept_beside_the_error(as_alice: Client) -> None:
    text = "Please {{ agree }} <b>now</b>"
    page = add(as_alice, least_seconds="-1", consent_text=text).content.decode()
    assert "Please {{ agree }} &lt;b&gt;now&lt;/b&gt;</textarea>" in page
    assert 'value="Weather"' in add(as_alice, alpha="-1").content.decode()


def test_fewer_than_recommended_only_with_a_warning_that_is_kept(as_alice: Client) -> None:
    response = add(as_alice, evaluations="12")
    assert errors(response) == {
        "evaluations": ["Fewer than the 18 that ISO 4120 recommends. Raise it, or tick below."]
    }
    add(as_alice, evaluations="12", accept_fewer="on")
    study = Study.objects.get()
    assert (study.evaluations, study.accepted_warnings) == (12, ["fewer_than_recommended"])


def test_a_warning_goes_with_its_reason(as_alice: Client) -> None:
    add(as_alice, evaluations="12", accept_fewer="on")
    study = Study.objects.get()
    as_alice.post(step(study), {**ENOUGH, "evaluations": "20", "accept_fewer": "on"})
    study.refresh_from_db()
    assert (study.evaluations, study.accepted_warnings) == (20, [])


def test_a_number_that_can_show_nothing_is_refused(as_alice: Client) -> None:
    response = add(as_alice, evaluations="6", alpha="0.001", accept_fewer="on")
    assert errors(response) == {
        "evaluations": [
            "With 6 answers no result can show a difference at alpha 0.001. At least 7 are needed."
        ]
    }


@pytest.mark.parametrize("values", [{"goal": "similarity"}, {"method": "sequential"}])
def test_repeats_are_for_difference_with_a_fixed_number(
    as_alice: Client, values: dict[str, str]
) -> None:
    response = add(as_alice, evaluations_per_judge="2", **values)
    assert list(errors(response)) == ["evaluations_per_judge"]


@pytest.mark.parametrize("name", ["Human", "human", " HUMAN ", "Hu\u00adman\u200b"])
def test_two_subjects_need_two_names(as_alice: Client, name: str) -> None:
    response = add(as_alice, subject_b=name)
    assert errors(response) == {"subject_b": ["The two subjects need different names."]}


@pytest.mark.parametrize("text", ["\u200b", "\u3164 \u00ad"])
def test_what_cannot_be_seen_is_nothing(as_alice: Client, text: str) -> None:
    response = add(as_alice, title=text, subject_a=text)
    assert sorted(errors(response)) == ["subject_a", "title"]
    add(as_alice, consent_text=text, question=text)
    assert Study.objects.values_list("consent_text", "question").get() == ("", "")


def test_hostile_text_is_refused_or_inert(as_alice: Client) -> None:
    assert "title" in errors(add(as_alice, title="Wea\x00ther"))
    assert "title" in errors(add(as_alice, title="x" * 201))
    add(as_alice, title="<script>alert(1)</script>{{ 7 }}", subject_a="<img src=x>")
    page = as_alice.get(f"/studies/{Study.objects.get().code}/").content.decode()
    assert "<script>alert" not in page
    assert "<img src=x>" not in page
    assert "&lt;script&gt;alert(1)&lt;/script&gt;{{ 7 }}" in page


def test_an_end_date_lies_ahead(as_alice: Client) -> None:
    response = add(as_alice, ends_at="2001-01-01T12:00")
    assert errors(response) == {"ends_at": ["This moment has passed. Choose a later one."]}


def test_a_title_that_is_too_long_is_kept_and_said(as_alice: Client) -> None:
    response = add(as_alice, title="x" * 201)
    assert errors(response) == {"title": ["Write at most 200 characters: these are 201."]}
    page = response.content.decode()
    assert "x" * 201 in page
    assert 'maxlength="200"' not in page


def test_owner_and_status_come_from_no_form(as_alice: Client, alice: User) -> None:
    other = make_user()
    add(as_alice, owner=other.pk, status="open", seed="0" * 32, is_superuser="on")
    study = Study.objects.get()
    assert (study.owner, study.status) == (alice, "draft")
    assert study.seed != "0" * 32


def test_of_an_opened_study_only_title_and_end_date_change(as_alice: Client, alice: User) -> None:
    study = open_study(owner=alice)
    form = as_alice.get(step(study, "settings")).context["form"]
    assert list(form.fields) == ["title", "ends_at", "retention_until"]
    sent = {**ENOUGH, "title": "New", "alpha": "0.4"}
    for name in ("question", "pages", "settings"):
        as_alice.post(step(study, name), sent)
    study.refresh_from_db()
    assert (study.title, study.alpha, study.subject_a) == ("New", 0.05, "Forecaster")


def test_storing_a_form_leaves_alone_what_it_does_not_hold(
    as_alice: Client, alice: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A study that is closed while its form is stored stays closed."""
    study = open_study(owner=alice)
    write = Study.save

    def closed_meanwhile(self: Study, **options: Any) -> None:
        Study.objects.filter(pk=self.pk).update(status="closed", closed_at=self.opened_at)
        write(self, **options)

    monkeypatch.setattr(Study, "save", closed_meanwhile)
    as_alice.post(step(study, "settings"), {**ENOUGH, "title": "New"})
    study.refresh_from_db()
    assert (study.title, study.status) == ("New", "closed")


def test_a_draft_is_changed(as_alice: Client, alice: User) -> None:
    study = make_study(owner=alice)
    as_alice.post(step(study), {**ENOUGH, "pairing": "same", "question": "Who?"})
    as_alice.post(step(study, "pages"), {**ENOUGH, "instructions": "Read all."})
    study.refresh_from_db()
    assert (study.pairing, study.question, study.evaluations) == ("same", "Who?", 66)
    first, second = study.events.filter(what="study changed").order_by("pk")
    assert first.who == second.who == alice
    assert {"Texts of a triad are about", "Question"} <= set(first.details["fields"])
    assert "Instructions" in second.details["fields"]


def test_a_draft_that_is_opened_while_its_form_is_filled_in_keeps_its_plan(
    as_alice: Client, alice: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    study = make_study(owner=alice)
    change = drafts.change_study

    def opened_meanwhile(**given: Any) -> Study:
        opening.open_study(study=Study.objects.get(pk=study.pk), user=alice)
        return change(**given)

    monkeypatch.setattr(drafts, "change_study", opened_meanwhile)
    answer = as_alice.post(step(study), {**ENOUGH, "alpha": "0.4"})
    assert answer.status_code == 302
    page = as_alice.get(answer["Location"]).content.decode()
    assert "The study is not a draft any more: its plan is fixed." in page
    study.refresh_from_db()
    assert study.alpha == 0.05


def test_an_end_date_is_read_and_shown_in_the_zone_of_the_person(
    as_alice: Client, alice: User
) -> None:
    alice.time_zone = "Asia/Kathmandu"
    alice.save()
    add(as_alice, ends_at="2090-06-01T12:00")
    study = Study.objects.get()
    assert study.ends_at == datetime(2090, 6, 1, 6, 15, tzinfo=UTC)
    assert 'value="2090-06-01T12:00"' in as_alice.get(step(study)).content.decode()
    page = as_alice.get(f"/studies/{study.code}/").content.decode()
    assert "It closes automatically on 2090-06-01 12:00 +0545." in page
