"""What is known to go wrong: each warning where it is due, and not where it is not."""

import pytest

from studies.models import Answer
from studies.models.sample import Kind
from studies.services.judging.answering.answers import answer
from studies.services.judging.trials import next_trial
from studies.services.lifecycle import drafts, opening
from studies.services.lifecycle.opening_warnings import ACCEPTED, ACCEPTING, warnings_of
from studies.wording import browser_sentence
from tests.factories import make_judge, make_link, make_sample, make_study, open_study

pytestmark = pytest.mark.django_db


def codes(study):
    return [warning.code for warning in warnings_of(study)]


def said(study):
    return " ".join(warning.message for warning in warnings_of(study))


def test_each_warning_has_words_for_its_box_and_for_the_plan():
    assert list(ACCEPTING) == list(ACCEPTED)


def test_a_contact_for_privacy():
    assert codes(make_study(privacy_contact="")) == ["no_contact"]
    assert codes(make_study(privacy_contact="Ann, ann@example.org")) == []


def test_a_consent_text_of_its_own_says_what_is_stored():
    assert codes(make_study(consent_text="You agree.")) == ["consent_silent"]
    assert codes(make_study(consent_text=f"You agree. {browser_sentence('en')}")) == []


def test_own_words_are_there_in_each_language_that_has_some():
    study = make_study(
        instructions="Read.", thanks_text="Thanks.", translations={"es": {"instructions": "Lea."}}
    )
    assert codes(study) == ["words_missing"]
    assert "Español (thank-you text)" in said(study)
    study.translations["es"]["thanks_text"] = "Gracias."
    assert codes(study) == []


def test_texts_that_are_there_twice():
    study = make_study()
    assert codes(study) == []
    make_sample(study, "A", "day 3", "Text 0 by hand A.")
    assert codes(study) == ["repeated_texts"]
    assert "1 text repeats another one." in said(study)


def test_texts_that_stand_out_by_their_length_or_by_a_name():
    study = make_study()
    make_sample(study, "A", "day 0", "As the Machine says.")
    assert codes(study) == ["texts_stand_out"]
    assert "texts with the name of a subject: a judge may" in said(study)
    study = make_study(items=0)
    for number in range(10):
        make_sample(study, "A", f"day {number}", f"Rain {number}.")
        make_sample(study, "B", f"day {number}", f"Rain is what we expect on day {number}.")
    assert codes(study) == ["texts_stand_out"]
    assert "A judge who looks only at length would be right in about " in said(study)
    assert said(study).endswith("; guessing gives 33 %.")
    study.samples.filter(subject="B").delete()
    for number in range(10):
        make_sample(study, "B", f"day {number}", f"Snow {number}.")
    assert codes(study) == []


def attention_study(a, b, **fields):
    study = make_study(attention_at=[1], most_failed_attention=0, **fields)
    for number in range(3):
        make_sample(study, "A", f"x {number}", f"{a} {number}", kind=Kind.ATTENTION)
        make_sample(study, "B", f"x {number}", f"{b} {number}", kind=Kind.ATTENTION)
    return study


@pytest.mark.parametrize(
    "words", ["Please choose this one.", "Bitte diesen Text auswählen.", "请选这一个。"]
)
def test_attention_texts_that_say_which_to_choose(words):
    assert codes(attention_study("The rain falls", words)) == ["attention_answer"]
    assert "3 attention texts seem to say" in said(attention_study("The rain falls", words))
    assert codes(attention_study("The rain falls", "xx xx xx xx")) == []


def test_in_a_directed_plan_the_text_of_b_may_say_that_it_is_the_right_one():
    directed = {"protocol": "directed", "question": "Which is stiff?"}
    assert codes(attention_study("The rain falls", "Choose this one.", **directed)) == []
    assert codes(attention_study("Choose this one.", "It rains", **directed)) == [
        "attention_answer"
    ]


def pilot_of(number, **fields):
    """A study with answers by a pilot link of so many judges, and a draft of the same texts."""
    study = open_study(**fields)
    link = make_link(study, mode="pilot")
    for _ in range(number):
        trial = next_trial(make_judge(link))
        answer(code=trial.code, position=1)
    return study, drafts.duplicate(study=study, user=study.owner)


def test_a_rule_that_would_have_excluded_most_of_the_pilot():
    study, draft = pilot_of(3)
    assert Answer.objects.filter(trial__study=study).count() == 3
    assert codes(draft) == []
    draft.least_seconds = 30
    assert codes(draft) == ["excludes_most"]
    assert "excluded 3 of the 3 judges" in said(draft)
    draft.least_seconds = 0.000001
    assert codes(draft) == []


def test_a_pilot_of_other_texts_or_of_another_owner_says_nothing():
    _study, draft = pilot_of(2)
    draft.least_seconds = 30
    draft.samples.filter(item="day 0").delete()
    assert codes(draft) == []
    _study, draft = pilot_of(2)
    draft.least_seconds = 30
    draft.owner = make_study().owner
    assert codes(draft) == []


def test_opening_takes_them_by_their_codes_and_keeps_them():
    study = make_study(privacy_contact="", consent_text="You agree.")
    with pytest.raises(opening.CannotOpenError) as refused:
        opening.open_study(study=study, user=study.owner, accepted=["no_contact"])
    assert [reason.code for reason in refused.value.reasons] == ["consent_silent"]
    both = ["no_contact", "consent_silent"]
    opened = opening.open_study(study=study, user=study.owner, accepted=both)
    assert opened.accepted_warnings == ["consent_silent", "no_contact"]
