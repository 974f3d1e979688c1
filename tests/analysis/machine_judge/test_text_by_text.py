"""The machine judge text by text: which subject each is taken for, and where more are."""

import json
from typing import Any

import pytest
from django.test import Client

from analysis.machine_judge.job import METHOD_VERSION, MachineJudgeResult
from analysis.machine_judge.text_by_text import JudgedText, judged_texts, signed, texts_page
from analysis.report_zip.companions import companions_file
from studies.kinds.pair import Pair
from studies.models import Study
from tests.analysis.machine_judge.found import found
from tests.analysis.machine_judge.test_views import ask, page, telling_study
from tests.factories import make_sample, make_study

pytestmark = pytest.mark.django_db


def of_scores(*scores: float, subjects: str) -> tuple[Study, MachineJudgeResult]:
    """A study with a text for each score, each about an item of its own."""
    study = make_study(items=0)
    keys = tuple(
        make_sample(study, subject, f"item {number}", f"Text {number}.").pk
        for number, subject in enumerate(subjects)
    )
    return study, MachineJudgeResult(found(scores=scores), "", len(keys), keys, METHOD_VERSION)


def test_wrongly_taken_texts_come_first() -> None:
    study, result = of_scores(0.5, -0.2, 0.4, -0.9, subjects="AABB")
    texts = judged_texts(Pair(study), result)
    assert [(text.subject, text.score, text.told) for text in texts] == [
        ("B", -0.4, "A"),
        ("A", -0.2, "B"),
        ("A", 0.5, "A"),
        ("B", 0.9, "B"),
    ]
    assert [text.passes for text in texts] == [True, True, False, False]
    shown = texts_page(Pair(study), texts).rows
    assert (shown[0].name, shown[0].subject, shown[0].told, shown[0].score) == (
        "Text 2.", "Machine", "Forecaster", "−0.40",
    )  # fmt: skip
    assert [row.name for row in texts_page(Pair(study), texts, of="A").rows] == ["Text 1."]


def test_texts_of_one_subjects_items_say_so() -> None:
    study, result = of_scores(0.5, subjects="A")
    assert texts_page(Pair(study), judged_texts(Pair(study), result)).rows[0].alone
    undecided = JudgedText(result.samples[0], "A", "item 0", 0.0, False)
    assert texts_page(Pair(study), [undecided]).rows[0].told == "no choice"


def test_texts_that_are_gone_are_passed_over() -> None:
    study, result = of_scores(0.5, -0.5, subjects="AB")
    study.samples.filter(pk=result.samples[0]).update(left_out=True)
    assert [text.key for text in judged_texts(Pair(study), result)] == [result.samples[1]]


def test_long_lists_have_pages() -> None:
    study, result = of_scores(*[0.1] * 45, subjects="A" * 45)
    texts = judged_texts(Pair(study), result)
    pages = [texts_page(Pair(study), texts, number=number) for number in range(3)]
    assert [(len(one.rows), one.has_next) for one in pages] == [(20, True), (20, True), (5, False)]


def test_scores_are_signed() -> None:
    assert [signed(score) for score in (0.314, -0.314, 0.001, -0.001)] == [
        "+0.31", "−0.31", "0.00", "0.00",
    ]  # fmt: skip


def test_the_page_tells_which_texts_pass(client: Client) -> None:
    study = telling_study()
    make_sample(study, "B", "day 1", "Rain on day 1, then wind <b>.")
    job = ask(client, study)
    assert job.result["version"] == METHOD_VERSION
    told = json.loads(companions_file(study)["companions.json"])["machine_judge"]
    assert (told["method"], len(told["scores"]), told["accuracy"]) == (
        METHOD_VERSION, 25, job.result["found"]["accuracy"],
    )  # fmt: skip
    assert not told["stale"]
    shown = page(client, study)
    assert "8\u00a0% of Machine texts pass for Forecaster." in shown
    assert "0\u00a0% of Forecaster texts pass for Machine." in shown
    assert "1 of Machine taken for the other&#x27;s" in shown
    only = client.get(f"/studies/{study.code}/machine-judge/?of=B").content.decode()
    assert only.count('<th scope="row" class="text"') == 1
    assert "then wind &lt;b&gt;." in only
    make_sample(study, "A", "day 1", "Another text.")
    assert json.loads(companions_file(study)["companions.json"])["machine_judge"]["stale"]


def test_results_of_before_are_shown_without_the_table(client: Client) -> None:
    study = telling_study()
    job = ask(client, study)
    stored: dict[str, Any] = job.result
    for name in ("samples", "version"):
        del stored[name]
    del stored["found"]["scores"]
    job.save(update_fields=["result"])
    shown = page(client, study)
    assert "tells Forecaster from Machine in 100\u00a0% of cases" in shown
    assert "ask again to see which author each text is taken for" in shown
    assert "Texts and their scores" not in shown
