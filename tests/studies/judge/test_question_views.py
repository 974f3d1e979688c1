"""What is asked besides the texts: the questionnaire, and why and how sure after a choice."""

import html
import re
from datetime import date, timedelta

import pytest
from django.db.models.functions import Now
from django.urls import reverse

from studies.models import Answer, Judge, Study, Trial
from studies.questionnaire import checked
from studies.services.judging import withdrawal
from studies.services.lifecycle import transitions
from studies.wording import wording_of
from tests.factories import make_link, make_study, open_study
from tests.studies.judge.visits import begin, opened, run_out, text_of, texts_of_three, welcome_of
from tests.studies.services.judging.test_practice import a_study

pytestmark = pytest.mark.django_db

QUESTIONS = checked(
    [
        {
            "label": "Your age",
            "key": "age",
            "options": ["under 30", "30 or more"],
            "required": True,
        },
        {"label": "Years of study", "key": "years", "kind": "number", "least": 0, "most": 20},
        {"label": "Anything else?", "key": "more", "kind": "text", "when": "after"},
    ]
)


def why_of(trial):
    return reverse("judge:why", args=[trial.code])


def questions_of(trial):
    return reverse("judge:questions", args=[trial.code])


def texts_at(trial):
    return reverse("judge:trial", args=[trial.code])


def choose(client, trial, position="2", **more):
    return client.post(texts_at(trial), {"choice": position}, **more)


def asking(client, **fields):
    """A judge before the first texts of a study that asks why and how sure."""
    fields = {"asks_reason": True, "asks_sureness": True, **fields}
    begin(client, make_link(open_study(**fields), done_code="DONE-1"))
    return Trial.objects.get()


def test_why_comes_after_the_choice_is_stored_and_changes_nothing(client):
    trial = asking(client, evaluations_per_judge=2)
    assert text_of(client.get(texts_at(trial))).count("reason") == 0
    response = choose(client, trial)
    assert response["Location"] == why_of(trial)
    stored = Answer.objects.values("chosen_position", "correct", "answered_at").get()
    page = client.get(why_of(trial))
    assert "Your choice is stored" in text_of(page)
    assert (Trial.objects.count(), Answer.objects.get().reason) == (1, "")
    response = client.post(why_of(trial), {"reason": " <b>odd</b>\0 ", "sureness": "certain"})
    assert response["Location"] == texts_at(Trial.objects.latest("pk"))
    assert Trial.objects.count() == 2
    answer = Answer.objects.get()
    assert (answer.reason, answer.sureness) == ("<b>odd</b>", "certain")
    assert Answer.objects.values(*stored).get() == stored


def test_a_second_post_changes_nothing(client):
    trial = asking(client)
    choose(client, trial)
    client.post(why_of(trial), {"reason": "first", "sureness": ""})
    page = client.post(why_of(trial), {"reason": "second", "sureness": "guess"}, follow=True)
    assert "DONE-1" in text_of(page)
    answer = Answer.objects.get()
    assert (answer.reason, answer.sureness) == ("first", "")
    assert client.get(why_of(trial))["Location"] == texts_at(trial)


def test_both_can_be_left_out_and_the_page_can_be_left(client):
    trial = asking(client)
    choose(client, trial)
    # Leaving here, and coming back by the same address: the choice stands.
    assert "DONE-1" in text_of(client.get(texts_at(trial)))
    page = client.post(why_of(trial), {"sureness": "very"}, follow=True)
    assert "DONE-1" in text_of(page)
    assert (Answer.objects.get().reason, Answer.objects.get().sureness) == ("", "")


def test_another_second_choice_is_refused_and_why_is_still_asked(client):
    trial = asking(client)
    choose(client, trial, "2")
    page = client.get(choose(client, trial, "3")["Location"])
    assert "Your first answer for those texts was kept" in text_of(page)
    assert "How sure are you?" in text_of(page)
    assert Answer.objects.get().chosen_position == 2


def test_the_script_is_sent_to_the_same_page(client):
    trial = asking(client)
    answer = choose(client, trial, headers={"accept": "application/json"})
    assert answer.json() == {"next": why_of(trial)}


def test_only_what_the_study_asks_for_is_asked_and_kept(client):
    trial = asking(client, asks_reason=False)
    choose(client, trial)
    page = text_of(client.get(why_of(trial)))
    assert ("How sure are you?" in page, "<textarea" in page) == (True, False)
    client.post(why_of(trial), {"reason": "nobody asked", "sureness": "guess"})
    answer = Answer.objects.get()
    assert (answer.reason, answer.sureness) == ("", "guess")


def test_what_is_not_asked_is_no_page(client):
    trial = asking(client, asks_reason=False, asks_sureness=False)
    assert client.get(why_of(trial))["Location"] == texts_at(trial)
    assert choose(client, trial)["Location"] == texts_at(trial)
    client.post(why_of(trial), {"reason": "nobody asked", "sureness": "guess"})
    assert (Answer.objects.get().reason, Answer.objects.get().sureness) == ("", "")


def test_the_page_of_a_wrong_choice_is_that_of_a_right_one(client):
    trial = asking(client, evaluations_per_judge=2)
    right = trial.triad.odd_position
    choose(client, trial, right % 3 + 1)
    wrong_page = text_of(client.get(why_of(trial)))
    assert not re.search(r"correct|right|wrong|odd|Forecaster|Machine", wrong_page, re.IGNORECASE)
    assert len(texts_of_three(client.get(why_of(trial)))) == 3
    assert wrong_page.count("Your choice</small>") == 1


def test_covered_texts_are_not_shown_whole_afterwards(client):
    trial = asking(client, presentation="masked")
    choose(client, trial)
    assert "Text 1 by hand" not in text_of(client.get(why_of(trial)))
    assert texts_of_three(client.get(why_of(trial))) == []


def test_too_long_a_reason_is_said_at_the_field_and_kept(client):
    trial = asking(client)
    choose(client, trial)
    page = client.post(why_of(trial), {"reason": "x" * 5001, "sureness": "guess"})
    assert page.status_code == 422
    assert "at most 5,000 characters" in text_of(page)
    assert "x" * 5001 in text_of(page)
    assert 'value="guess" checked' in text_of(page)
    assert Answer.objects.get().sureness == ""


def test_a_judge_who_has_withdrawn_says_nothing_more(client):
    trial = asking(client)
    choose(client, trial)
    withdrawal.withdraw(code=trial.code)
    assert client.post(why_of(trial), {"reason": "late"}).status_code == 410
    assert Answer.objects.get().reason == ""


def questioned(client, **fields):
    fields = {"questionnaire": QUESTIONS, **fields}
    begin(client, make_link(open_study(**fields), done_code="DONE-1"))
    return Trial.objects.get()


def test_questions_come_before_the_first_texts_and_after_the_last(client):
    trial = questioned(client)
    page = client.get(texts_at(trial), follow=True)
    assert "Your age" in text_of(page)
    assert text_of(page).count('type="radio"') == 2
    assert "From 0 to 20" in text_of(page)
    assert "Anything else?" not in text_of(page)
    answers = {"part": "before", "q-age": "2", "q-years": "3,5"}
    page = client.post(questions_of(trial), answers, follow=True)
    assert len(texts_of_three(page)) == 3
    page = client.get(choose(client, trial)["Location"], follow=True)
    assert "Anything else?" in text_of(page)
    assert "DONE-1" not in text_of(page)
    page = client.post(questions_of(trial), {"part": "after"}, follow=True)
    assert "DONE-1" in text_of(page)
    assert Judge.objects.get().questionnaire == {"age": "30 or more", "years": 3.5, "more": None}


def test_errors_stand_at_the_question_and_keep_what_was_typed(client):
    trial = questioned(client)
    page = client.post(questions_of(trial), {"part": "before", "q-years": "<many>"})
    assert page.status_code == 422
    text = text_of(page)
    assert 'id="wrong-age">Please answer this question.' in text
    assert 'id="wrong-years">Please write a number' in text
    assert 'value="&lt;many&gt;"' in text
    assert Judge.objects.get().questionnaire == {}


def test_answers_are_stored_once(client):
    trial = questioned(client)
    client.post(questions_of(trial), {"part": "before", "q-age": "1"})
    page = client.post(questions_of(trial), {"part": "before", "q-age": "2"})
    assert page["Location"] == texts_at(trial)
    assert Judge.objects.get().questionnaire["age"] == "under 30"


def test_the_time_to_read_begins_after_the_questions(client):
    trial = questioned(client)
    Trial.objects.update(held_at=Now() - timedelta(minutes=9))
    client.post(questions_of(trial), {"part": "before", "q-age": "1"})
    choose(client, trial)
    answer = Answer.objects.get()
    assert answer.answered_at - answer.shown_at < timedelta(minutes=1)


def test_a_hold_that_ran_out_meanwhile_costs_no_answer(client):
    trial = questioned(client)
    run_out(trial)
    page = client.post(questions_of(trial), {"part": "before", "q-age": "1"}, follow=True)
    assert "Your texts are still free" in text_of(page)
    assert Judge.objects.get().questionnaire["age"] == "under 30"


def test_a_judge_who_comes_back_is_asked_what_is_left(client):
    trial = questioned(client)
    client.post(questions_of(trial), {"part": "before", "q-age": "1"})
    choose(client, trial)
    page = begin(client, Judge.objects.get().link)
    assert page["Location"] == questions_of(trial)
    client.post(questions_of(trial), {"part": "after", "q-more": "no"})
    assert "DONE-1" in text_of(begin(client, Judge.objects.get().link))


def test_a_study_that_ended_meanwhile_asks_what_is_left_and_says_thanks(client):
    trial = questioned(client, evaluations_per_judge=3)
    client.post(questions_of(trial), {"part": "before", "q-age": "1"})
    choose(client, trial)
    study = Study.objects.get()
    transitions.close(study=study, user=study.owner)
    trial = Trial.objects.latest("pk")
    page = client.get(choose(client, trial)["Location"], follow=True)
    assert "Anything else?" in text_of(page)
    page = client.post(questions_of(trial), {"part": "after"}, follow=True)
    assert "The study has ended in the meantime" in text_of(page)


def test_progress_is_hidden_where_the_study_says_so(client):
    begin(client, make_link(open_study(evaluations_per_judge=3, progress_shown=False)))
    page = text_of(client.get(texts_at(Trial.objects.get())))
    assert "of 3" not in page
    assert '<p class="progress"></p>' in page


SPANISH = {
    "question": "¿Cuál es la del otro autor?",
    "consent_text": "Acepto.",
    "questionnaire": {"age": {"label": "Su edad", "options": ["menos de 30", "30 o más"]}},
}


def translated_study(**fields):
    return make_study(
        **{
            "questionnaire": QUESTIONS,
            "question": "Which is the other author's?",
            "consent_text": "I agree.",
            "thanks_text": "Many thanks.",
            "translations": {"es": SPANISH},
            "privacy_contact": "privacy@example.org",
            "withdrawal_until": date(2090, 5, 1),
            **fields,
        }
    )


def test_the_studys_own_texts_are_shown_in_the_judges_language(client):
    link = make_link(opened(translated_study()))
    page = text_of(client.get(welcome_of(link) + "?lang=es"))
    assert '<div class="prose" lang="es" dir="auto"><p>Acepto.</p></div>' in page
    assert "1 de mayo de 2090" in page
    assert "privacy@example.org" in page
    begin(client, link, lang="es")
    trial = Trial.objects.get()
    page = text_of(client.get(questions_of(trial)))
    assert '<span lang="es" dir="auto">Su edad</span>' in page
    # What is not given in Spanish stands in the study's own language, and says so.
    assert '<span lang="en" dir="auto">Years of study</span>' in page
    client.post(questions_of(trial), {"part": "before", "q-age": "1"})
    assert Judge.objects.get().questionnaire["age"] == "under 30"
    page = text_of(client.get(texts_at(trial)))
    assert '<h1 id="question" lang="es" dir="auto">¿Cuál es la del otro autor?</h1>' in page


@pytest.mark.parametrize("language", ["en", "es", "de"])
def test_the_consent_names_the_very_text_and_its_language(client, language):
    study = opened(translated_study())
    begin(client, make_link(study), lang=language)
    judge = Judge.objects.get()
    plan = study.plan_json
    assert judge.language == language
    assert f'"consent_sha256":"{judge.consent_sha256}"' in plan
    words = wording_of(study, language)
    assert judge.consent_sha256 == words.consent_sha256
    assert words.consent == ("Acepto." if language == "es" else "I agree.")
    assert "privacy@example.org" in words.terms


def test_contact_and_date_are_part_of_what_is_agreed_to():
    hashes = {
        wording_of(translated_study(**change)).consent_sha256
        for change in ({}, {"privacy_contact": ""}, {"withdrawal_until": None})
    }
    assert len(hashes) == 3


def test_an_opened_study_keeps_its_wording_whatever_the_program_says_later(monkeypatch):
    study = opened(make_study())
    before = wording_of(study, "fr")
    monkeypatch.setattr("studies.wording._default_consent", lambda study: ["Other."])
    assert wording_of(study, "fr") == before
    assert wording_of(make_study(), "fr").consent == "Other."


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"presentation": "masked"}, "which sentences you looked at"),
        ({"asks_reason": True}, "our other questions"),
        ({"questionnaire": QUESTIONS}, "our other questions"),
        ({"follow_up": {"ask": "degree", "when": "last"}}, "our other questions"),
    ],
)
def test_the_default_consent_says_what_is_stored(fields, words):
    assert words not in wording_of(make_study()).consent
    consent = wording_of(make_study(**fields)).consent
    assert words in consent
    for always in ("how long you read", "mouse, a finger or the keyboard", "how wide the page"):
        assert always in consent


def test_hostile_questions_are_inert(client):
    hostile = """k1<script>k2"><img src=x>{{7*7}}"""
    asked = checked([{"label": hostile, "options": [hostile, "b"], "required": True}])
    trial = questioned(client, questionnaire=asked)
    key = asked[0]["key"]
    page = text_of(client.post(questions_of(trial), {"part": "before", f"q-{key}": hostile}))
    assert "<script>k2" not in page
    assert "<img src=x>" not in page
    assert html.escape(hostile) in page


def test_attention_triads_ask_as_the_real_ones_and_practice_does_not(client):
    study = a_study(
        practice_triads=1, attention_at=[1], asks_sureness=True, questionnaire=QUESTIONS
    )
    begin(client, make_link(opened(study)))
    practice = Trial.objects.get(kind="practice")
    assert client.get(texts_at(practice))["Location"] == questions_of(practice)
    client.post(questions_of(practice), {"part": "before", "q-age": "1"})
    page = client.get(choose(client, practice)["Location"], follow=True)
    assert "How sure are you?" not in text_of(page)
    client.post(reverse("judge:next", args=[practice.code]))
    asked = []
    for kind in ("attention", "main"):
        trial = Trial.objects.get(kind=kind)
        page = client.get(choose(client, trial)["Location"])
        asked.append(re.sub(rf"{trial.code}|\d+", "", text_of(page).split("<details class")[0]))
        client.post(why_of(trial), {"sureness": "certain"})
        assert Answer.objects.get(trial=trial).sureness == "certain"
    assert asked[0] == asked[1]
