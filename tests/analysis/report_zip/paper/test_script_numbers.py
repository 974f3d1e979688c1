"""What the report's script computes stands in the report, and a difference is said."""

import dataclasses

import pytest

from analysis.report_zip.paper import content as paper
from analysis.report_zip.paper import script_numbers as numbers
from analysis.results.study_results import read_results, stamp_for
from studies.models import RecruitmentLink
from tests.analysis.answering import give_answers
from tests.analysis.report_zip.archive import answered

pytestmark = pytest.mark.django_db


def found(owner, study):
    return read_results(stamp_for(owner, study.code), reader=owner)


def test_they_are_the_script_s_and_agree(owner):
    study, _ = answered(owner, 98, 45)
    script = numbers.script_numbers(found(owner, study))
    told = dict(script.numbers)
    assert (told["counted"], told["difference_p_value"]) == ("98", "0.00646112")
    assert script.differences == ()


def test_a_stored_value_that_differs_is_named(owner):
    study, _ = answered(owner, 98, 45)
    results = found(owner, study)
    tests = results.snapshot.verdict.tests
    wrong = dataclasses.replace(
        tests, difference=dataclasses.replace(tests.difference, p_value=0.5)
    )
    given = dataclasses.replace(results.snapshot.verdict, tests=wrong)
    results = dataclasses.replace(
        results, snapshot=dataclasses.replace(results.snapshot, verdict=given)
    )
    report = paper.report_content(results)
    assert "these differ from what is stored" in report.script.told
    assert "difference_p_value: 0.00646" in report.script.told


def test_too_many_answers_are_left_to_the_reader(owner, monkeypatch):
    study, _ = answered(owner, 10, 5)
    monkeypatch.setattr(numbers, "MAX_ANSWERS", 9)
    assert numbers.script_numbers(found(owner, study)).none_because == numbers.TOO_MANY


def test_answers_that_are_not_counted_yet_are_no_difference(owner):
    study, _ = answered(owner, 10, 5)
    give_answers(study, 1, 1, link=RecruitmentLink.objects.get(study=study))
    script = numbers.script_numbers(found(owner, study))
    assert "being counted" in script.none_because
