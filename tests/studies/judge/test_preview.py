"""The preview: the judge's pages of a study, for its people, storing nothing."""

import re

import pytest
from django.urls import reverse

from studies.models import Answer, Collaborator, Event, Judge, Triad, Trial
from studies.questionnaire import checked
from tests.factories import make_study, make_user, open_study
from tests.studies.judge.visits import text_of, texts_of_three
from tests.studies.services.judging.test_practice import a_study

pytestmark = pytest.mark.django_db


def address_of(study, page="welcome", **parameters):
    query = "&".join(f"{name}={value}" for name, value in {"page": page, **parameters}.items())
    return f"{reverse('studies:preview', args=[study.code])}?{query}"


def numbers():
    return [model.objects.count() for model in (Answer, Event, Judge, Triad, Trial)]


@pytest.mark.parametrize("make", [make_study, open_study])
def test_the_whole_way_stores_nothing(client, make):
    study = make(evaluations_per_judge=2)
    client.force_login(study.owner)
    before, free = numbers(), Triad.objects.free().count()
    page = client.get(address_of(study))
    assert "Preview: nothing is stored" in text_of(page)
    page = client.post(address_of(study), {"consent": "yes"}, follow=True)
    assert "1 of 2" in text_of(page)
    assert client.post(address_of(study, "texts")).status_code == 422
    page = client.post(address_of(study, "texts", n=1), {"choice": "1"}, follow=True)
    assert "2 of 2" in text_of(page)
    page = client.post(address_of(study, "texts", n=2), {"choice": "1"}, follow=True)
    assert "Thank you" in text_of(page)
    assert (numbers(), Triad.objects.free().count()) == (before, free)


def test_every_page_is_shown_and_leads_back_to_the_study(client):
    study = make_study()
    client.force_login(study.owner)
    start = text_of(client.get(address_of(study)))
    pages = re.findall(r'href="(/studies/[^"]+/preview/\?page=[^"]+)"', start)
    assert len(pages) == 8
    for page in pages:
        response = client.get(page.replace("&amp;", "&"))
        assert response.status_code == 200
        assert "Preview: nothing is stored" in text_of(response)
        assert reverse("analysis:overview", args=[study.code]) in text_of(response)


def test_practice_is_shown_with_its_feedback(client):
    study = a_study(practice_triads=1)
    client.force_login(study.owner)
    page = client.post(address_of(study), {"consent": "yes"}, follow=True)
    assert "This is practice" in text_of(page)
    texts = texts_of_three(page)
    page = client.post(address_of(study, "practice"), {"choice": "1"}, follow=True)
    assert "That was practice" in text_of(page)
    assert texts_of_three(page) == texts
    page = client.post(address_of(study, "feedback"), follow=True)
    assert "of 3" in text_of(page)
    assert client.post(address_of(study, "practice")).status_code == 422


def test_the_same_texts_each_time_and_others_under_other_numbers(client):
    study = make_study()
    client.force_login(study.owner)
    first = texts_of_three(client.get(address_of(study, "texts")))
    assert first == texts_of_three(client.get(address_of(study, "texts", n=1)))
    assert first != texts_of_three(client.get(address_of(study, "texts", n=2)))


def test_the_triads_are_not_those_of_the_judges(client):
    study = open_study(items=40)
    client.force_login(study.owner)
    real = {
        tuple(sample.text for sample in triad.samples)
        for triad in Triad.objects.select_related("first", "second", "third")
    }
    shown = [
        tuple(texts_of_three(client.get(address_of(study, "texts", n=number))))
        for number in range(1, 7)
    ]
    assert len(set(shown)) == 6
    assert not real & set(shown)


@pytest.mark.parametrize("number", ["0", "-1", "x", "９", "99999999999", "%01", ""])
def test_a_strange_number_shows_some_texts(client, number):
    study = make_study()
    client.force_login(study.owner)
    assert len(texts_of_three(client.get(address_of(study, "texts", n=number)))) == 3


def test_too_few_texts_say_what_to_do(client):
    study = make_study(items=0)
    client.force_login(study.owner)
    page = client.get(address_of(study, "texts"))
    assert page.status_code == 200
    assert "No texts to show yet" in text_of(page)
    assert reverse("studies:upload", args=[study.code]) in text_of(page)


def test_missing_practice_texts_are_said_to_be_of_practice_and_of_whom(client):
    study = make_study(subject_a="TGen", practice_triads=1)
    client.force_login(study.owner)
    page = client.get(address_of(study, "practice"))
    assert "Texts for practice triads: There are no texts of TGen." in text_of(page)


def test_only_those_who_may_see_the_study(client):
    study = make_study(blind=True)
    assert client.get(address_of(study)).status_code == 302
    client.force_login(make_user())
    assert client.get(address_of(study)).status_code == 404
    recruiter = make_user()
    Collaborator.objects.create(study=study, user=recruiter, role="recruiter")
    client.force_login(recruiter)
    assert client.get(address_of(study)).status_code == 200


def test_the_preview_tells_no_more_than_the_judges_page(client):
    study = make_study(subject_a="Quixotl", subject_b="Zarathu")
    client.force_login(study.owner)
    for page in ("welcome", "texts", "thanks", "leave", "complete", "no_consent"):
        sent = text_of(client.get(address_of(study, page)))
        assert not re.search("Quixotl|Zarathu|odd|correct", sent, re.IGNORECASE), page


def test_the_texts_of_a_large_study_cost_few_queries(client, django_assert_num_queries):
    study = make_study(items=30)
    client.force_login(study.owner)
    client.get(address_of(study))
    with django_assert_num_queries(5):  # session, user, study, all texts, three texts
        client.get(address_of(study, "texts"))


def test_what_is_asked_besides_is_previewed_in_each_language_and_stores_nothing(client):
    asked = [
        {"key": "age", "label": "Age", "options": ["young", "old"], "required": True},
        {"key": "more", "label": "More?", "kind": "text", "when": "after"},
    ]
    spanish = {"es": {"questionnaire": {"age": {"label": "Edad"}}}}
    study = open_study(asks_reason=True, questionnaire=checked(asked), translations=spanish)
    client.force_login(study.owner)
    before = numbers()
    page = client.post(address_of(study, lang="es"), {"consent": "yes"}, follow=True)
    assert "Edad" in text_of(page)
    questions = page.redirect_chain[-1][0]
    assert client.post(questions, {}).status_code == 422
    page = client.post(questions, {"q-age": "1"}, follow=True)
    page = client.post(page.redirect_chain[-1][0], {"choice": "2"}, follow=True)
    assert text_of(page).count('class="chosen"') == 1
    assert "lang=es" in page.redirect_chain[-1][0]
    page = client.post(page.redirect_chain[-1][0], {"reason": "x"}, follow=True)
    assert "More?" in text_of(page)
    page = client.post(page.redirect_chain[-1][0], {}, follow=True)
    assert "EXAMPLE-CODE" in text_of(page)
    assert "Un ejemplo: aquí aparece el código" in text_of(page)
    assert numbers() == before
