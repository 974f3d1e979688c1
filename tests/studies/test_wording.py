"""What a consent says of the browser, and which words are missing in a language."""

import pytest
from django.urls import reverse

from studies.models import Study
from studies.questionnaire import checked
from studies.services.lifecycle.opening_warnings import warnings_of
from studies.wording import browser_sentence, consents_without_browser, missing_words, wording_now
from tests.factories import make_link, make_study, make_user, open_study

LANGUAGES = ("en", "es", "gl", "fr", "de")
QUESTIONS = checked(
    [
        {"key": "age", "label": "Your age", "options": ["under 30", "older"]},
        {"key": "more", "label": "More?", "kind": "text"},
    ]
)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_default_consent_names_cookies_and_translated_pages(language):
    consent = wording_now(Study(language=language), language).consent
    assert browser_sentence(language) in consent
    assert "180" in consent
    assert "cookies" in consent.lower()
    assert "IP" in consent


@pytest.mark.parametrize("own", ["", "You agree to all."])
def test_under_every_consent_stands_who_sees_whose_link_it_is(own):
    words = wording_now(Study(consent_text=own), "en")
    assert "unless this link was sent to you alone" in words.terms
    assert "until you withdraw or the study is erased" in words.terms
    assert "no name" not in words.consent


@pytest.mark.parametrize(
    ("text", "silent"),
    [
        ("", False),
        ("You agree to all.", True),
        ("Cookies stay for 180 days.", False),
        ("ملفات تعريف الارتباط لمدة ١٨٠ يومًا", False),
        (browser_sentence("de"), False),
    ],
)
def test_an_own_consent_that_is_silent_about_the_browser_is_found(text, silent):
    assert consents_without_browser(Study(consent_text=text)) == (["en"] if silent else [])
    study = Study(translations={"es": {"consent_text": text}})
    assert consents_without_browser(study) == (["es"] if silent else [])


def test_missing_words_are_those_of_the_study_alone():
    study = Study(question="Which?", thanks_text="Thanks!", questionnaire=QUESTIONS)
    assert missing_words(study, "en") == []
    assert missing_words(study, "es") == ["question", "thanks_text", "questionnaire"]
    asked = {"age": {"label": "Edad", "options": ["menos", "más"]}}
    study.translations = {"es": {"question": "¿Cuál?", "questionnaire": asked}}
    assert missing_words(study, "es") == ["thanks_text", "questionnaire"]
    asked["more"] = {"label": "¿Más?"}
    study.translations["es"]["thanks_text"] = "Gracias"
    assert missing_words(study, "es") == []
    assert missing_words(Study(), "es") == []


@pytest.mark.django_db
def test_both_are_pointed_out_before_opening(client):
    study = make_study(
        items=10,
        consent_text="You agree.",
        instructions="Read them.",
        translations={"es": {"instructions": "Lea."}, "fr": {}},
        owner=make_user(is_superuser=True),
    )
    partly, consent = (warning.message for warning in warnings_of(study))
    assert "Your consent text (English)" in consent
    assert browser_sentence("en") in consent
    assert "Español (consent text)" in partly
    client.force_login(study.owner)
    page = client.get(reverse("studies:open", args=[study.code])).content.decode()
    assert "Your consent text (English)" in page
    assert "Español (consent text)" in page
    page = client.get(reverse("studies:pages", args=[study.code])).content.decode()
    assert "Yours does not yet." in page
    study.consent_text = f"You agree. {browser_sentence('en')}"
    study.translations = {"es": {"instructions": "Lea.", "consent_text": "Sí, 180 días."}}
    assert warnings_of(study) == []


@pytest.mark.django_db
def test_the_form_offers_the_sentence(client):
    study = make_study(language="fr", owner=make_user(is_superuser=True))
    client.force_login(study.owner)
    page = client.get(reverse("studies:pages", args=[study.code])).content.decode()
    assert "A text of your own should say: “Pendant 180 jours, deux cookies" in page


@pytest.mark.django_db
def test_judges_are_told_which_languages_are_in_part(client):
    study = open_study(
        instructions="Read them.", translations={"es": {"instructions": "Lea."}}, language="en"
    )
    page = client.get(reverse("judge:welcome", args=[make_link(study).token])).content.decode()
    assert ">English</a>" in page
    assert ">Español</a>" in page
    assert ">Deutsch (teilweise)</a>" in page
    whole = client.get(reverse("judge:welcome", args=[make_link(open_study()).token]))
    assert "(teilweise)" not in whole.content.decode()
