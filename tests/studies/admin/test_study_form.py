"""Adding and changing a study: defaults, the proposed number, errors in words at the field."""

from datetime import UTC, datetime
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from studies.models import Event, Study, User
from studies.services.lifecycle import drafts, opening
from tests.factories import make_study, make_user, open_study

pytestmark = pytest.mark.django_db

ADD = "/admin/studies/study/add/"
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


def add(client: Client, **values: Any) -> Any:
    return client.post(ADD, {**ENOUGH, **values})


def errors(response: Any) -> dict[str, list[str]]:
    return {name: list(found) for name, found in response.context["adminform"].form.errors.items()}


def test_a_title_and_two_names_are_enough(as_alice: Client, alice: User) -> None:
    response = add(as_alice)
    study = Study.objects.get()
    assert response["Location"] == f"/admin/studies/study/{study.pk}/change/"
    assert (study.owner, study.status) == (alice, "draft")
    # What alpha, beta, pd need: the paper's Table 1.
    assert study.evaluations == 66
    assert list(Event.objects.values_list("what", "who")) == [("made", alice.pk)]


def test_the_add_form_says_that_little_is_needed(as_alice: Client) -> None:
    page = as_alice.get(ADD).content.decode()
    assert "A title and two names are enough to begin" in page
    assert "Taking part is voluntary" in page  # the default consent text, in its empty field


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
    sentence = "Write a probability from 0.000000001 to 0.5, for example 0.05."
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
    response = add(as_alice, alpha="-1", consent_text="Please {{ agree }} <b>now</b>")
    page = response.content.decode()
    assert "Please {{ agree }} &lt;b&gt;now&lt;/b&gt;</textarea>" in page
    assert 'value="Weather"' in page


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
    as_alice.post(
        f"/admin/studies/study/{study.pk}/change/",
        {**ENOUGH, "evaluations": "20", "accept_fewer": "on"},
    )
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


@pytest.mark.parametrize("name", ["Human", "human", " HUMAN "])
def test_two_subjects_need_two_names(as_alice: Client, name: str) -> None:
    response = add(as_alice, subject_b=name)
    assert errors(response) == {"subject_b": ["The two subjects need different names."]}


def test_hostile_text_is_refused_or_inert(as_alice: Client) -> None:
    assert "title" in errors(add(as_alice, title="Wea\x00ther"))
    assert "title" in errors(add(as_alice, title="x" * 201))
    add(as_alice, title="<script>alert(1)</script>{{ 7 }}", subject_a="<img src=x>")
    page = as_alice.get(f"/admin/studies/study/{Study.objects.get().pk}/change/").content.decode()
    assert "<script>alert" not in page
    assert "<img src=x>" not in page
    assert "&lt;script&gt;alert(1)&lt;/script&gt;{{ 7 }}" in page


def test_an_end_date_lies_ahead(as_alice: Client) -> None:
    response = add(as_alice, ends_at="2001-01-01T12:00")
    assert errors(response) == {"ends_at": ["This moment has passed. Choose a later one."]}


def test_owner_and_status_come_from_no_form(as_alice: Client, alice: User) -> None:
    other = make_user()
    add(as_alice, owner=other.pk, status="open", seed="0" * 32, is_superuser="on")
    study = Study.objects.get()
    assert (study.owner, study.status) == (alice, "draft")
    assert study.seed != "0" * 32


def test_of_an_opened_study_only_title_and_end_date_change(as_alice: Client, alice: User) -> None:
    study = open_study(owner=alice)
    form = as_alice.get(f"/admin/studies/study/{study.pk}/change/").context["adminform"].form
    assert list(form.fields) == ["title", "ends_at", "retention_until"]
    as_alice.post(
        f"/admin/studies/study/{study.pk}/change/", {**ENOUGH, "title": "New", "alpha": "0.4"}
    )
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
    as_alice.post(f"/admin/studies/study/{study.pk}/change/", {**ENOUGH, "title": "New"})
    study.refresh_from_db()
    assert (study.title, study.status) == ("New", "closed")


def test_a_draft_is_changed(as_alice: Client, alice: User) -> None:
    study = make_study(owner=alice)
    as_alice.post(
        f"/admin/studies/study/{study.pk}/change/",
        {**ENOUGH, "pairing": "same", "question": "Who?"},
    )
    study.refresh_from_db()
    assert (study.pairing, study.question, study.evaluations) == ("same", "Who?", 66)
    event = study.events.get(what="study changed")
    assert event.who == alice
    assert {"Texts of a triad are about", "Question"} <= set(event.details["fields"])


def test_a_draft_that_is_opened_while_its_form_is_filled_in_keeps_its_plan(
    as_alice: Client, alice: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    study = make_study(owner=alice)
    change = drafts.change_study

    def opened_meanwhile(**given: Any) -> Study:
        opening.open_study(study=Study.objects.get(pk=study.pk), user=alice)
        return change(**given)

    monkeypatch.setattr(drafts, "change_study", opened_meanwhile)
    answer = as_alice.post(f"/admin/studies/study/{study.pk}/change/", {**ENOUGH, "alpha": "0.4"})
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
    page = as_alice.get(f"/admin/studies/study/{study.pk}/change/").content.decode()
    assert 'value="2090-06-01T12:00"' in page
    assert "It closes by itself on 2090-06-01 12:00 +0545." in page


SECTION = {
    "asks_reason": "on",
    "asks_sureness": "on",
    "attention_at": "3, 1",
    "most_failed_attention": "0",
    "least_seconds": "2.5",
    "primary_set": "kept",
    "evaluations_per_judge": "4",
    "privacy_contact": "privacy@example.org",
    "withdrawal_until": "2090-05-01",
    "retention_until": "2095-01-01",
    "questionnaire-0-label": "Anything else?",
    "questionnaire-0-kind": "text",
    "questionnaire-0-when": "after",
    "questionnaire-0-place": "2",
    "questionnaire-1-label": "Your age",
    "questionnaire-1-kind": "choice",
    "questionnaire-1-when": "before",
    "questionnaire-1-options": "under 30\r\n30 or more\r\n",
    "questionnaire-1-required": "on",
    "questionnaire-1-place": "1",
    "questionnaire-2-label": "",
    "translations-de-question": "Welcher?",
    "translations-de-q-your_age-label": "Ihr Alter",
    "translations-de-q-your_age-options": "unter 30\r\nab 30",
}


def test_all_that_judges_are_asked_and_shown_is_given_without_json(as_alice: Client) -> None:
    assert add(as_alice, **SECTION).status_code == 302
    study = Study.objects.get()
    assert (study.attention_at, study.most_failed_attention, study.least_seconds) == (
        [1, 3],
        0,
        2.5,
    )
    assert [one["key"] for one in study.questionnaire] == ["your_age", "anything_else"]
    assert study.questionnaire[0]["options"] == ["under 30", "30 or more"]
    assert study.translations == {
        "de": {
            "question": "Welcher?",
            "questionnaire": {"your_age": {"label": "Ihr Alter", "options": ["unter 30", "ab 30"]}},
        }
    }
    page = as_alice.get(f"/admin/studies/study/{study.pk}/change/").content.decode()
    assert 'name="attention_at" value="1, 3"' in page
    assert 'value="2090-05-01"' in page
    assert "Welcher?</textarea>" in page
    assert "unter 30\nab 30</textarea>" in page
    # Stored as it is shown: nothing changes.
    form = as_alice.get(f"/admin/studies/study/{study.pk}/change/").context["adminform"].form
    for name in ("attention_at", "questionnaire", "translations"):
        shown = form[name].value()
        assert not form.fields[name].has_changed(form.initial[name], shown)


def test_a_question_is_removed_and_an_empty_one_is_none(as_alice: Client) -> None:
    add(as_alice, **SECTION)
    study = Study.objects.get()
    address = f"/admin/studies/study/{study.pk}/change/"
    as_alice.post(address, {**ENOUGH, **SECTION, "questionnaire-0-remove": "on"})
    study.refresh_from_db()
    assert [one["key"] for one in study.questionnaire] == ["your_age"]


def test_what_is_wrong_with_a_question_stands_at_it_and_is_kept(as_alice: Client) -> None:
    response = add(as_alice, **{**SECTION, "questionnaire-1-options": "<one>"})
    assert errors(response) == {
        "questionnaire": ["Question 1: Write at least two options, one a line."]
    }
    page = response.content.decode()
    assert page.count('errornote-small">Write at least two options') == 1
    assert "&lt;one&gt;</textarea>" in page
    assert "Anything else?" in page


@pytest.mark.parametrize(
    ("values", "name", "sentence"),
    [
        ({"attention_at": "one"}, "attention_at", "Write places from 1 to 100"),
        ({"attention_at": "0"}, "attention_at", "Write places from 1 to 100"),
        ({"attention_at": "2"}, "attention_at", "A judge makes 1 evaluations"),
        ({"most_failed_attention": "1"}, "most_failed_attention", "There are no attention triads"),
        ({"most_failed_attention": "-1"}, "most_failed_attention", "Write a whole number from 0"),
        ({"primary_set": "kept"}, "primary_set", "Say above which judges are excluded."),
        ({"least_seconds": "nan"}, "least_seconds", "Write seconds from 0.1 to 600"),
        ({"practice_triads": "9"}, "practice_triads", "Write a whole number from 0 to 5."),
        ({"withdrawal_until": "2001-01-01"}, "withdrawal_until", "This day has passed."),
        ({"translations-de-question": "x" * 2001}, "translations", "Deutsch, question: at most"),
        (
            {**SECTION, "translations-de-q-your_age-options": "eins"},
            "translations",
            "Deutsch: “Your age” has 2 options, here are 1.",
        ),
    ],
)
def test_an_error_of_the_new_sections_is_said_at_its_field(
    as_alice: Client, values: dict[str, str], name: str, sentence: str
) -> None:
    found = errors(add(as_alice, **values))
    assert list(found) == [name]
    assert found[name][0].startswith(sentence)


QUESTION = "Which one was written by a machine?"
DIRECTED = {"protocol": "directed", "question": QUESTION}


def test_a_directed_triad_is_chosen_with_its_question(as_alice: Client) -> None:
    response = add(as_alice, **DIRECTED, **{"translations-de-question": "Welcher ist vom Gerät?"})
    assert response.status_code == 302
    study = Study.objects.get()
    assert (study.protocol, study.question) == ("directed", QUESTION)
    page = as_alice.get(response["Location"]).content.decode()
    assert "Two of them were written by the same author" not in page
    assert "The question asks for exactly one of them." in page  # the default in its empty field


@pytest.mark.parametrize(
    ("values", "name", "sentence"),
    [
        ({"question": ""}, "question", "Write what judges look for in a directed triad"),
        ({"question": "  "}, "question", "Write what judges look for in a directed triad"),
        ({"question": "Which one?\n\nOf these."}, "question", "Write the question of a directed"),
        ({"question": "x" * 201}, "question", "Write the question of a directed triad on one line"),
        (
            {"translations-de-instructions": "Lies alle drei."},
            "translations",
            "Deutsch: translate the question too: it names what judges look for.",
        ),
        (
            {"translations-gl-question": "x" * 201},
            "translations",
            "Galego: write the question on one line",
        ),
        ({"protocol": "tetrad"}, "protocol", "Select a valid choice."),
    ],
)
def test_a_directed_triad_without_a_fit_question_is_refused_at_the_field(
    as_alice: Client, values: dict[str, str], name: str, sentence: str
) -> None:
    response = add(as_alice, **DIRECTED | values)
    found = errors(response)
    assert list(found) == [name]
    assert found[name][0].startswith(sentence)
    assert not Study.objects.exists()


def test_an_undirected_triad_needs_no_question_and_no_translation_of_it(as_alice: Client) -> None:
    assert add(as_alice, **{"translations-de-instructions": "Lies alle."}).status_code == 302


def test_a_family_is_declared_with_its_number(as_alice: Client) -> None:
    add(as_alice, family="Weather", family_size="4")
    study = Study.objects.get()
    assert (study.family, study.family_size) == ("Weather", 4)
    page = as_alice.get(reverse("studies:plan", args=[study.code])).content.decode()
    assert "Weather, 4 studies" in page


def test_of_a_known_family_the_name_is_enough_and_offered(as_alice: Client, alice: User) -> None:
    open_study(owner=alice, family="Weather", family_size=4)
    open_study(family="Of another", family_size=4)
    page = as_alice.get(ADD).content.decode()
    assert '<datalist id="family-known"><option value="Weather"></datalist>' in page
    add(as_alice, family="weather")
    assert Study.objects.filter(owner=alice, family="weather", family_size=4).exists()


@pytest.mark.parametrize(
    ("values", "field", "words"),
    [
        ({"family": "New"}, "family_size", "Write how many studies the family has"),
        ({"family_size": "4"}, "family", "Write the family's name"),
        ({"family": "Weather", "family_size": "3"}, "family", "was declared with 4 studies"),
        ({"family": "New", "family_size": "1"}, "family_size", "from 2 to 100"),
        ({"family": "New", "family_size": "x"}, "family_size", "from 2 to 100"),
        (
            {"family": "New", "family_size": "4", "method": "sequential"},
            "family",
            "fixed number of evaluations",
        ),
    ],
)
def test_what_is_wrong_with_a_family_stands_at_its_field(
    as_alice: Client, alice: User, values: dict[str, str], field: str, words: str
) -> None:
    open_study(owner=alice, family="Weather", family_size=4)
    found = errors(add(as_alice, **values))
    assert list(found) == [field]
    assert words in found[field][0]


def test_the_family_of_an_opened_study_is_fixed_and_copied(alice: User) -> None:
    study = open_study(owner=alice, family="Weather", family_size=4)
    copy = drafts.duplicate(study=study, user=alice)
    assert (copy.family, copy.family_size) == ("Weather", 4)
    assert '"family":"Weather","family_size":4' in study.plan_json


@pytest.mark.parametrize("wrong", [{"pd": "1.5"}, {"alpha": "0.7"}, {"beta": "x"}, {"title": ""}])
def test_a_mistake_in_a_stored_draft_keeps_what_was_typed(
    as_alice: Client, alice: User, wrong: dict[str, str]
) -> None:
    """The page above the form shows the study as it is stored, not what the form left in it."""
    study = make_study(owner=alice)
    address = f"/admin/studies/study/{study.pk}/change/"
    response = as_alice.post(address, {**ENOUGH, "evaluations": "", "question": "Mine?", **wrong})
    assert response.status_code == 200
    assert list(errors(response)) == list(wrong)
    page = response.content.decode()
    assert "Mine?</textarea>" in page
    assert "24 answers show it" in page
    assert "<title>Error: Weather reports" in page
