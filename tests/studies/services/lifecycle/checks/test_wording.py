"""What is pointed out of the words of a draft: where, in which words, and where nothing is."""

import pytest

from studies.models.sample import Kind
from studies.services.lifecycle import opening
from studies.services.lifecycle.checks.wording import notices_of, notices_of_mail
from studies.services.lifecycle.opening_warnings import warnings_of
from studies.wording import browser_sentence
from tests.factories import make_sample, make_study

pytestmark = pytest.mark.django_db


def found(study):
    return [(notice.code, notice.field) for notice in notices_of(study)]


def test_default_words_have_no_notice():
    assert found(make_study()) == []


def test_demand_in_each_text_that_judges_read_before_they_choose():
    study = make_study(
        question="Which one is by the Machine?",
        instructions="Find the robot.",
        consent_text=f"Answers to the chatbot study. {browser_sentence('en')}",
        translations={
            "es": {
                "instructions": "Busque la máquina.",
                "questionnaire": {"a": {"label": "¿Usa ChatGPT?"}},
            }
        },
        follow_up={
            "ask": "rate", "when": "each", "reference": [],
            "criteria": [{"key": "own", "label": "Robotic", "definition": "As by a robot?"}],
        },
        questionnaire=[
            {"key": "a", "label": "Do you use ChatGPT?", "when": "before", "kind": "text",
             "required": False, "options": [], "least": None, "most": None},
            {"key": "b", "label": "Was it a robot?", "when": "after", "kind": "text",
             "required": False, "options": [], "least": None, "most": None},
        ],
    )  # fmt: skip
    assert found(study) == [
        ("wording_demand", "question"),
        ("wording_demand", "instructions"),
        ("wording_demand", "consent_text"),
        ("wording_demand", "translations"),
        ("wording_demand", "translations"),
        ("wording_demand", "questionnaire"),
        ("wording_demand", "follow_up"),
    ]
    # After the last choice such words bias none.
    study.follow_up["when"] = "last"
    assert ("wording_demand", "follow_up") not in found(study)
    assert notices_of(study)[3].message.startswith(
        "“máquina” in the instructions (Español): judges"
    )


def test_the_title_is_read_by_researchers_alone():
    assert found(make_study(title="Machine against human: which is better?")) == []


def test_framing_of_the_question_in_its_language():
    study = make_study(
        question="Which one was written by somebody else?",
        translations={"es": {"question": "¿Cuál es más natural?"}, "pl": {"question": "Który?"}},
    )
    assert found(study) == [("wording_framing", "translations")]
    assert "“más natural” in the question (Español) names one side" in notices_of(study)[0].message


def test_a_directed_triad_asks_for_what_its_question_names():
    fields = {"protocol": "directed", "question": "Which one was written by a machine?"}
    study = make_study(instructions="Choose the one by a machine.", **fields)
    assert found(study) == []
    study.instructions = "Choose the one by a robot."
    assert found(study) == [("wording_demand", "instructions")]


def with_examples(a, b, **fields):
    study = make_study(items=0, **fields)
    for number in range(10):
        make_sample(study, "A", f"day {number}", f"It will rain on day {number}.")
        make_sample(study, "B", f"day {number}", f"Expect rain all day {number} long.")
    make_sample(study, "A", "x", a, kind=Kind.PRACTICE)
    make_sample(study, "B", "x", b, kind=Kind.PRACTICE)
    return study


def test_examples_that_resemble_one_subject_only():
    study = with_examples("It will rain on day 77.", "Snow.", practice_triads=1)
    assert found(study) == [("wording_anchoring", "practice_triads")]
    assert (
        "share 1 sentence, or their patterns, with main texts of Forecaster"
        in notices_of(study)[0].message
    )
    both = with_examples("It will rain on day 7.", "Expect rain all day 3 long.", practice_triads=1)
    assert found(both) == []
    assert found(with_examples("It will rain on day 77.", "Snow.")) == [], "no practice is asked"


def test_examples_that_name_a_subject():
    study = with_examples("By our forecaster.", "By someone.", practice_triads=1)
    assert found(study) == [("wording_demand", "practice_triads")]


def test_main_texts_quoted_in_the_instructions():
    study = with_examples("x", "y", instructions="Such as: “It will rain on day 3.” Then choose.")
    assert found(study) == [("wording_anchoring", "instructions")]
    assert "1 main text stands in the instructions" in notices_of(study)[0].message


@pytest.mark.parametrize(("each", "length", "notices"), [(12, 10, 0), (13, 10, 1), (1, 13_000, 1)])
def test_what_tires_judges(each, length, notices):
    study = make_study(evaluations_per_judge=each)
    study.samples.update(text="x" * length)
    assert found(study) == [("wording_fatigue", "evaluations_per_judge")] * notices


def test_accepted_notices_are_kept_with_the_study():
    study = make_study(question="Which robot is better?", instructions="Find the robot.")
    framing, demand = sorted(warnings_of(study), key=lambda one: one.code, reverse=True)
    assert demand.message.count("robot") == 2
    assert (demand.field, framing.field) == ("question", "question")
    with pytest.raises(opening.CannotOpenError):
        opening.open_study(study=study, user=study.owner)
    accepted = ["wording_demand", "wording_framing"]
    opened = opening.open_study(study=study, user=study.owner, accepted=accepted)
    assert opened.accepted_warnings == accepted


def test_words_of_an_invitation():
    study = make_study()
    assert [*notices_of_mail(study, "Texts", "Read three texts: {link}", "en")] == []
    told = [*notices_of_mail(study, "Man or machine?", "Find the AI: {link}", "en")]
    assert told[0].startswith("“machine” in the subject: judges may guess")
    assert told[1].startswith("“AI” in the message")
