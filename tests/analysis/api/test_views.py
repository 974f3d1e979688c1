"""The API: planning without an account, results, its description, and the example of the docs."""

import re
import subprocess
import sys
from pathlib import Path

import pytest
from django.core.management import call_command
from django.test import Client

from analysis.api import views
from analysis.recomputation.store import recompute
from analysis.stats import (
    judges_needed,
    judges_needed_with_repeats,
    power,
    power_with_repeats,
)
from studies.models import Study
from studies.services.accounts import tokens
from tests.analysis.answering import give_answers
from tests.factories import make_user, open_study

pytestmark = pytest.mark.django_db

PLANNING = "/api/v1/planning/"
PLAN = {"goal": "similarity", "alpha": 0.05, "beta": 0.01, "pd": 0.3}


def ask(what: str, **numbers: object) -> dict:
    response = Client().get(f"{PLANNING}{what}/", numbers)
    assert response.status_code == 200, response.content
    return response.json()


def test_the_answers_are_those_of_the_statistics() -> None:
    for _ in range(2):  # computed, then remembered
        assert ask("judges", **PLAN)["smallest"] == judges_needed(**PLAN)
        asked = {"n": 98, "goal": "similarity", "pd": 0.3, "beta": 0.05}
        assert ask("power", **asked) == {"power": power(98, goal="similarity", pd=0.3, beta=0.05)}
        found = ask("sensitivity", n=98, goal="difference", alpha=0.05, beta=0.05)
        assert found["asked"] == "pd"
        assert 0 < found["value"] < 1
        tests = ask("tests", correct=40, n=98, alpha=0.05, beta=0.05, pd=0.3)
        assert tests["difference"]["n"] == tests["similarity"]["n"] == 98


def test_repeats_texts_and_protocols_are_those_of_the_statistics() -> None:
    plan = {"alpha": 0.05, "pd": 0.3, "gamma": 0.5}
    found = ask("repeats", each=6, judges=16, beta=0.05, **plan)
    assert found == {"judges": 16, "answers": 96, "power": power_with_repeats(16, 6, **plan)}
    needed = judges_needed_with_repeats(6, beta=0.05, **plan)
    found = ask("repeats", each=6, beta=0.05, **plan)
    assert (found["judges"], found["answers"]) == (needed, 6 * needed)
    assert found["power"] >= 0.95
    found = ask("texts", n=98, texts=12)
    assert (found["times_read"], found["needed"]) == (12.25, 158)
    assert found["design_effect"] == pytest.approx(98 / found["worth"])
    assert ask("texts", n=98, texts=2)["needed"] is None
    found = ask("protocols", d_prime=1, alpha=0.05, beta=0.1)
    assert [found[name]["smallest"] for name in ("triangle", "directed")] == [283, 23]


def test_more_answers_than_are_planned_for_are_null() -> None:
    asked = {"each": 2, "gamma": 1, "alpha": 0.0001, "beta": 0.0001, "pd": 0.01}
    assert ask("repeats", **asked) == {"judges": None, "answers": None, "power": None}


@pytest.mark.parametrize(
    ("what", "wrong"),
    [
        ("judges", {**PLAN, "alpha": 0.00009}),
        ("judges", {**PLAN, "beta": 0.00009}),
        ("judges", {**PLAN, "pd": 0.009}),
        ("judges", {**PLAN, "pd": "nan"}),
        ("judges", {**PLAN, "goal": "x"}),
        ("judges", {}),
        ("power", {"n": 1_000_001, "goal": "difference", "pd": 0.3, "alpha": 0.05}),
        ("power", {"n": 98, "goal": "difference", "pd": 0.3}),
        ("sensitivity", {"n": 98, "goal": "difference", "alpha": 0.05}),
        ("repeats", {"each": 6, "gamma": 1.1, "alpha": 0.05, "beta": 0.05, "pd": 0.3}),
        (
            "repeats",
            {"each": 6, "judges": 99_999, "gamma": 1, "alpha": 0.05, "beta": 0.05, "pd": 0.3},
        ),
        ("texts", {"n": 98, "texts": 0}),
        ("protocols", {"d_prime": 0, "alpha": 0.05, "beta": 0.05}),
        ("tests", {"correct": 99, "n": 98, "alpha": 0.05, "beta": 0.05, "pd": 0.3}),
    ],
)
def test_a_question_out_of_range_is_refused_in_words(what: str, wrong: dict) -> None:
    response = Client().get(f"{PLANNING}{what}/", wrong)
    assert response.status_code == 400
    assert response["Content-Type"] == "application/problem+json"
    assert response.json()["errors"]


def test_too_many_questions_are_put_off(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(views, "CALLS_A_MINUTE", 2)
    statuses = [
        Client(headers={"x-forwarded-for": f"10.0.0.{n}"}).get(f"{PLANNING}judges/", PLAN)
        for n in range(3)
    ]
    assert [response.status_code for response in statuses] == [200, 200, 429]
    assert statuses[-1]["Retry-After"] == "60"


def test_results_are_those_of_the_page() -> None:
    study = open_study()
    give_answers(study, 7, 3)
    recompute(study_id=study.pk)
    _token, secret = tokens.make(user=study.owner, name="test")
    client = Client(headers={"authorization": f"Bearer {secret}"})
    found = client.get(f"/api/v1/studies/{study.code}/results/").json()
    assert (found["counted"], found["evaluations"]) == (7, 24)
    assert found["quantities"]["correct"] == 3
    assert found["statement"]


def test_an_infinite_d_prime_is_null() -> None:
    study = open_study()
    give_answers(study, 24, 24)
    recompute(study_id=study.pk)
    _token, secret = tokens.make(user=study.owner, name="test")
    client = Client(headers={"authorization": f"Bearer {secret}"})
    found = client.get(f"/api/v1/studies/{study.code}/results/").json()["quantities"]
    assert found["estimate_d_prime"] is None
    assert found["estimate_d_prime_lower"] > 0


def test_the_description_is_whole(tmp_path: Path) -> None:
    file = tmp_path / "schema.yml"
    call_command("spectacular", "--validate", "--fail-on-warn", "--file", str(file))
    assert "/api/v1/studies/{code}/texts/" in file.read_text()


@pytest.mark.django_db(transaction=True)
def test_the_example_drives_a_whole_study(live_server, tmp_path: Path) -> None:
    """The Python of docs/api.md, as it stands there."""
    text = (Path(__file__).parents[3] / "docs" / "api.md").read_text()
    [example] = re.findall(r"```python\n(.*?)```", text, re.DOTALL)
    script = tmp_path / "example.py"
    script.write_text(example)
    # An administrator: the group of researchers is gone with the tables that were emptied.
    _token, secret = tokens.make(user=make_user(is_superuser=True), name="example")
    ran = subprocess.run(
        [sys.executable, str(script), live_server.url, secret],
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert ran.returncode == 0, ran.stderr
    assert "texts stored: 24" in ran.stdout
    assert ran.stdout.endswith("status: closed\n")
    study = Study.objects.get()
    assert (study.status, study.links.count()) == ("closed", 2)


def test_results_where_every_answer_is_right() -> None:
    study = open_study(evaluations=18)
    give_answers(study, 18, 18)
    recompute(study_id=study.pk)
    _token, secret = tokens.make(user=study.owner, name="test")
    response = Client(headers={"authorization": f"Bearer {secret}"}).get(
        f"/api/v1/studies/{study.code}/results/"
    )
    assert response.status_code == 200
    found = response.json()["quantities"]
    assert found["estimate_d_prime"] is None
    assert found["estimate_d_prime_undefined"].startswith("infinite: ")


@pytest.mark.parametrize("correct", [0, 1, 18])
def test_tests_of_all_and_of_no_right_answers_are_json(correct: int) -> None:
    ask("tests", correct=correct, n=18, alpha=0.05, beta=0.05, pd=0.3)
