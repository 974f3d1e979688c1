"""One visit to a study that asks for all there is, in the frame of Mechanical Turk."""

import re

import pytest

from studies.models import Answer, Judge, Trial
from tests.factories import make_link
from tests.policies import OF_FRAMED_PAGES, policy_of
from tests.studies.judge.visits import begin, text_of, welcome_of
from tests.studies.services.judging.test_practice import a_study, opened

pytestmark = pytest.mark.django_db
QUESTIONS = [
    {"key": "age", "when": "before", "kind": "number", "label": "Your age", "required": True},
    {"key": "remarks", "when": "after", "kind": "text", "label": "Remarks"},
]
TASK = {"workerId": "W1", "assignmentId": "A1", "hitId": "H1"}


def follow(client, response):
    """The page that a POST leads to, which must stand in the frame as all others."""
    while response.status_code == 303:
        assert policy_of(response) == OF_FRAMED_PAGES, response["Location"]
        response = client.get(response["Location"])
    assert response.status_code == 200
    assert policy_of(response) == OF_FRAMED_PAGES, response.request["PATH_INFO"]
    return response


def answers_in(body):
    part = re.search(r'name="part" value="(\w+)"', body)[1]
    return {"part": part, "q-age": "33", "q-remarks": "none"}


def test_all_steps_come_once_and_withdrawing_takes_all_back(client):
    study = opened(
        a_study(
            evaluations_per_judge=2,
            practice_triads=1,
            attention_at=[2],
            questionnaire=QUESTIONS,
            asks_reason=True,
            asks_sureness=True,
            progress_shown=False,
            presentation="masked",
        )
    )
    link = make_link(study, mturk=True, done_code="DONE-7")
    page = follow(client, begin(client, link, **TASK))
    steps = []
    for _ in range(20):
        path = page.request["PATH_INFO"]
        body = text_of(page)
        assert not any(word in body for word in ("odd_position", "Forecaster", "Machine"))
        if "DONE-7" in body:
            break
        if "/questions/" in path:
            steps.append("questions")
            page = follow(client, client.post(path, answers_in(body)))
        elif "/why/" in path:
            steps.append("why")
            page = follow(client, client.post(path, {"reason": "dull", "sureness": "certain"}))
        elif 'name="choice"' in body:
            code = path.strip("/").split("/")[1]
            steps.append(Trial.objects.get(code=code).kind)
            assert "1 of 2" not in body
            page = follow(client, client.post(path, {"choice": "1"}))
        else:
            steps.append("feedback")
            page = follow(client, client.post(f"{path}next/"))
    assert steps == [
        *("questions", "practice", "feedback", "main", "why"),
        *("attention", "why", "main", "why", "questions"),
    ]
    judge = Judge.objects.get()
    assert judge.questionnaire == {"age": 33, "remarks": "none"}
    assert Answer.objects.counted().count() == 2

    code = Trial.objects.filter(judge=judge).latest("pk").code
    assert policy_of(client.get(f"/t/{code}/withdraw/")) == OF_FRAMED_PAGES
    gone = client.post(f"/t/{code}/withdraw/", {"withdraw": "yes"})
    assert gone.status_code in (200, 303, 410)
    assert not Answer.objects.counted().exists()
    assert not Answer.objects.exclude(reason="", sureness="").exists()
    judge.refresh_from_db()
    assert judge.questionnaire == {}
    again = client.get(welcome_of(link), TASK)
    assert "withdrawn" in text_of(again)
    assert Judge.objects.count() == 1
