"""The sections of a study's form below its plan: questions, directed triads, families."""

import pytest
from django.test import Client
from django.urls import reverse

from studies.models import Study, User
from studies.services.lifecycle import drafts
from tests.factories import make_study, open_study
from tests.studies.admin.test_study_form import ADD, ENOUGH, add, errors, step

pytestmark = pytest.mark.django_db

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
    page = as_alice.get(step(study, "pages")).content.decode()
    assert 'name="attention_at" value="1, 3"' in page
    assert 'value="2090-05-01"' in page
    assert "Welcher?</textarea>" in page
    assert "unter 30\nab 30</textarea>" in page
    # Stored as it is shown: nothing changes.
    form = as_alice.get(step(study, "pages")).context["form"]
    for name in ("attention_at", "questionnaire", "translations"):
        shown = form[name].value()
        assert not form.fields[name].has_changed(form.initial[name], shown)


def test_a_question_is_removed_and_an_empty_one_is_none(as_alice: Client) -> None:
    add(as_alice, **SECTION)
    study = Study.objects.get()
    as_alice.post(step(study, "pages"), {**ENOUGH, **SECTION, "questionnaire-0-remove": "on"})
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
    page = as_alice.get(step(study, "pages")).content.decode()
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
        ({"protocol": "tetrad"}, "protocol", "Choose one of the list."),
    ],
)
def test_a_directed_triad_without_a_fit_question_is_refused_at_the_field(
    as_alice: Client, values: dict[str, str], name: str, sentence: str
) -> None:
    response = add(as_alice, **DIRECTED | values)
    found = errors(response)
    assert list(found) == [name]
    assert found[name][0].startswith(sentence)
    assert not Study.objects.filter(translations__de__isnull=False).exists()


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
    """The header above the form shows the study as it is stored, not what the form left in it."""
    study = make_study(owner=alice)
    response = as_alice.post(step(study), {**ENOUGH, "subject_a": "Mine", **wrong})
    assert response.status_code == 422
    assert list(errors(response)) == list(wrong)
    page = response.content.decode()
    assert 'value="Mine"' in page
    assert f"<bdi>{study.title}</bdi>" in page
    assert "<title>Error: Question | Weather reports" in page
