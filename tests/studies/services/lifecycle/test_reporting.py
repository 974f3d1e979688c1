"""What a report should say: stored by name, and logged by what changed."""

import pytest

from studies.models import Event, Study
from studies.services.lifecycle.reporting import (
    NAMES,
    SECTIONS,
    reported,
    save_reporting,
)
from tests.factories import make_study

pytestmark = pytest.mark.django_db


def test_only_known_names_are_stored_and_an_empty_text_is_removed() -> None:
    study = make_study(items=0)
    given = {"paper": "Ours", "ethics": "", "unknown": "x"}
    save_reporting(study=study, user=study.owner, given=given)
    assert Study.objects.get().reporting == {"paper": "Ours"}
    save_reporting(study=study, user=study.owner, given={"paper": "", "ethics": "None"})
    assert reported(Study.objects.get()) == {"ethics": "None"}
    changes = [event.details["fields"] for event in Event.objects.order_by("pk")]
    assert changes == [["paper"], ["paper", "ethics"]]


def test_what_a_program_wrote_there_is_read_as_text_or_not_at_all() -> None:
    assert reported(Study(reporting=["x"])) == {}
    assert reported(Study(reporting={"paper": 7, "other": "x"})) == {"paper": "7"}


def test_each_question_is_asked_once_and_in_words() -> None:
    assert len(set(NAMES)) == len(NAMES) == 23
    questions = [question for section in SECTIONS for question in section.questions]
    assert all(question.label and question.help for question in questions)
