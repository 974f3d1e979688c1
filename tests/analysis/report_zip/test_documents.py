"""The design statement and the datasheet: what is known, what is told, what is not reported."""

import re

import pytest
from django.urls import reverse

from analysis.report_zip.documents.datasheet import _power
from analysis.report_zip.documents.facts import PanelNumbers, _panels
from analysis.report_zip.documents.render import (
    Document,
    DocumentPoint,
    DocumentSection,
    as_latex,
    as_markdown,
)
from studies.models import Study
from studies.questionnaire import checked
from studies.services.lifecycle import opening, reporting
from studies.services.lifecycle.opening_warnings import ACCEPTING
from studies.workbench.dashboard import power_of_plan
from tests.analysis.answering import give_answers
from tests.analysis.report_zip.archive import files
from tests.factories import make_judge, make_link, make_sample, make_study, make_user

pytestmark = pytest.mark.django_db
# The question numbers of the datasheet, as its authors count them.
HEDS = [
    *("1.1", "1.2", "1.3", "2.1", "2.2", "2.3", "2.4", "2.5", "3.1.1", "3.1.2", "3.1.3"),
    *(f"3.2.{n}" for n in range(1, 6)),
    *(f"3.3.{n}" for n in range(1, 9)),
    *("4.1.1", "4.1.2", "4.1.3", "4.2.1", "4.2.2", "4.2.3"),
    *(f"4.3.{n}" for n in range(1, 12)),
    *("5.1", "5.2", "5.3", "5.4"),
]


@pytest.fixture
def owner():
    return make_user()


@pytest.fixture
def study(owner):
    asked = [{"label": "Your age", "kind": "number"}, {"label": "Reader", "options": ["yes", "no"]}]
    study = make_study(
        owner=owner,
        questionnaire=checked(asked),
        practice_triads=2,
        least_seconds=3,
        translations={"es": {"question": "¿Cuál es de otra mano?"}},
    )
    for number, subject in enumerate("AB" * 6):
        make_sample(study, subject, f"try {number // 2}", f"Try {number}.", kind="practice")
    return opening.open_study(study=study, user=owner, accepted=list(ACCEPTING))


def said(text, title):
    """What stands under a heading of the third degree that begins like this."""
    parts = re.split(r"^##+ ", text, flags=re.MULTILINE)
    return next(part.partition("\n")[2].strip() for part in parts if part.startswith(title))


def test_what_was_accepted_at_opening_is_printed(client, owner):
    study = make_study(owner=owner, question="Which robot is better?")
    study = opening.open_study(study=study, user=owner, accepted=list(ACCEPTING))
    text = files(client, owner, study)["design_statement.md"].decode()
    printed = said(text, "Pointed out before opening")
    assert "Words that may tell judges what the study is about (demand)" in printed.replace(
        "\\", ""
    )
    assert "(framing)" in printed.replace("\\", "")


def test_what_the_platform_knows_is_filled_in(client, owner, study):
    link = make_link(study, panel="experts")
    give_answers(study, 3, 1, link=link)
    for age, reads in ((30, "yes"), (41, "yes"), (52, "no")):
        make_judge(link, questionnaire={"your_age": age, "reader": reads})
    found = files(client, owner, study)
    text = found["design_statement.md"].decode()
    question = said(text, "Question, word for word")
    assert "¿Cuál es de otra mano?" in question
    assert "Galego: " in question
    assert "Forced choice" in said(text, "Type and scale")
    assert "six orders" in said(text, "Order of the texts")
    assert "At most 1 counted triad per judge; 2 practice" in said(text, "Questions per judge")
    assert "3 judges gave counted answers. 6 judges began: 3 completed" in said(text, "Number")
    methods = found["methods_en.txt"].decode()
    assert "Judges who began: 6; completed all their evaluations: 3; left before their" in methods
    assert "Jueces que empezaron: 6; completaron" in found["methods_es.txt"].decode()
    assert "less than 3 seconds" in said(text, "Number")
    people = said(text, "Demographics")
    assert "3 numbers from 30 to 52, median 41; no answer: 3" in people
    assert "yes: 2, no: 1" in people
    assert "Panel “experts”: 6 judges began, 3 of them gave" in said(text, "Recruitment")
    assert said(text, "Compensation") == "Not reported."


def test_the_datasheet_answers_every_question_by_its_number(client, owner, study):
    text = files(client, owner, study)["heds_datasheet.md"].decode()
    assert re.findall(r"^### (\d[\d.]*\d) ", text, flags=re.MULTILINE) == HEDS
    assert "version 1.0" in text
    assert "12 of A, 12 of B" in said(text, "3.1.1")
    assert said(text, "3.1.3").startswith("0.")
    assert study.plan_sha256 in said(text, "3.3.1")
    for number in ("1.1", "1.2", "1.3", "2.1", "2.4", "3.1.2", "3.3.7", "5.1", "5.3", "5.4"):
        assert said(text, number) == "Not reported."


def test_the_power_of_several_answers_a_judge_is_that_of_the_plan():
    study = Study(evaluations=66, evaluations_per_judge=2, alpha=0.05, beta=0.05, pd=0.3)
    assert power_of_plan(study)
    assert power_of_plan(study) in _power(study)


def test_all_that_is_asked_stands_in_a_document(client, owner, study):
    given = {name: f"told about {name} here" for name in reporting.NAMES}
    reporting.save_reporting(study=study, user=owner, given=given)
    found = files(client, owner, study)
    for ending in ("md", "tex"):
        text = found[f"heds_datasheet.{ending}"].decode().replace("\\", "")
        text += found[f"design_statement.{ending}"].decode().replace("\\", "")
        assert [name for name in given if given[name] not in text] == []
    assert "ot reported" not in found["heds_datasheet.md"].decode().split("## 1 ")[1]


def test_the_statement_as_one_paragraph(client, owner, study):
    link = make_link(study, panel="experts")
    give_answers(study, 3, 1, link=link)
    given = {"compensation": "5 euros\n# each", "recruitment": "By e-mail."}
    reporting.save_reporting(study=study, user=owner, given=given)
    text = files(client, owner, study)["design_statement_short.txt"].decode()
    assert text.count("\n") == 1
    assert "The question read “Which one was written by the other author?”." in text
    assert re.search(
        r"Panels: “experts” \(\d judges?\)\. Recruitment: By e-mail\. Demographics: Not", text
    )
    assert "Compensation: 5 euros # each. Accepted before opening: " in text
    client.force_login(owner)
    page = client.get(reverse("analysis:short_statement", args=[study.code]))
    assert page.content.decode() == text


def test_hostile_text_is_literal_in_markdown_and_latex():
    hostile = "# [x](javascript:1) <b>*y*</b>\n\n- 1. `z` | &lt;\n1. a_b\r\x07=== \\input{q} ^ ~"
    document = Document("T", (), (DocumentSection("S", (DocumentPoint(hostile, (hostile,)),)),))
    text = as_markdown(document)
    assert "\n\n- " not in text
    assert not re.search(r"(?<!\\)[<*`|\[\]_&]", text)
    assert not re.search(r"^(1\.|[-=+])", text, flags=re.MULTILINE)
    assert "\x07" not in text
    tex = as_latex(document)
    assert "\\input" not in tex
    assert r"\textbackslash{}input\{q\}" in tex


def test_panels_are_counted_by_links_and_live_judges():
    study = make_study(items=1)
    links = [make_link(study, panel="experts") for _ in range(2)]
    make_link(study, panel="experts", personal=True)
    make_link(study, panel="public", personal=True)
    for link in (links[0], links[1], make_link(study, panel="experts", mode="pilot")):
        make_judge(link)
    assert list(_panels(study)) == [
        PanelNumbers("experts", open_links=2, personal_links=1, began=2, counted=0),
        PanelNumbers("public", open_links=0, personal_links=1, began=0, counted=0),
    ]
