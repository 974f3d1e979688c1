"""Codes of reasons: two coders, each code once, final once both are complete."""

import pytest
from django.db import IntegrityError, transaction

from studies.models import Answer, ReasonCode
from studies.services.coding import CodingError, code_reasons, coding_of, uncoded
from studies.services.judging.withdrawal import withdraw_for
from studies.services.lifecycle.erasure import erase
from tests.analysis.answering import give_answers
from tests.factories import make_user, open_study

pytestmark = pytest.mark.django_db


@pytest.fixture
def study():
    study = open_study(asks_reason=True, evaluations=24)
    give_answers(study, 4, 2)
    Answer.objects.filter(study=study).update(reason="It sounds stiff.")
    return study


def keys(study):
    return [*Answer.objects.filter(study=study).order_by("pk").values_list("pk", flat=True)]


def code_all(study, coder, code="style"):
    return code_reasons(study=study, coder=coder, codes=dict.fromkeys(keys(study), code))


def test_a_coder_codes_changes_and_takes_back(study):
    one, two, *_rest = keys(study)
    owner = study.owner
    assert code_reasons(study=study, coder=owner, codes={one: " style\u200b ", two: "length"}) == 2
    assert code_reasons(study=study, coder=owner, codes={one: "facts", two: ""}) == 1
    assert [*ReasonCode.objects.values_list("answer", "code")] == [(one, "facts")]
    assert uncoded(study, owner).count() == 3
    assert coding_of(study).coded == {owner.pk: 1}


def test_answers_of_other_studies_and_without_a_reason_are_passed_over(study):
    other = open_study()
    give_answers(other, 1, 1)
    silent = keys(study)[0]
    Answer.objects.filter(pk=silent).update(reason="")
    codes = {silent: "x", keys(other)[0]: "x", 10**15: "x"}
    assert code_reasons(study=study, coder=study.owner, codes=codes) == 0


def test_two_people_code_and_no_third(study):
    code_all(study, study.owner)
    code_reasons(study=study, coder=make_user(), codes={keys(study)[0]: "style"})
    with pytest.raises(CodingError, match="Two people"):
        code_all(study, make_user())


def test_once_both_are_complete_codes_stay(study):
    second = make_user()
    code_all(study, study.owner)
    assert not coding_of(study).is_done
    code_all(study, second)
    assert coding_of(study).is_done
    with pytest.raises(CodingError, match="compared and stay"):
        code_all(study, second, "facts")
    code_all(study, second)  # the same again changes nothing


def test_codes_that_were_compared_stay_when_another_reason_comes(study):
    second = make_user()
    code_all(study, study.owner)
    code_all(study, second)
    seen = keys(study)
    give_answers(study, 1, 1)
    late = [key for key in keys(study) if key not in seen]
    Answer.objects.filter(pk__in=late).update(reason="It rhymes.")
    assert not coding_of(study).is_done
    with pytest.raises(CodingError, match="compared and stay"):
        code_reasons(study=study, coder=second, codes={seen[0]: ""})
    for coder in (study.owner, second):
        assert code_reasons(study=study, coder=coder, codes={late[0]: "sound"}) == 1
    assert coding_of(study).is_done


def test_codes_that_a_withdrawal_made_complete_stay(study):
    second = make_user()
    code_all(study, study.owner)
    code_reasons(study=study, coder=second, codes=dict.fromkeys(keys(study)[1:], "style"))
    judge = Answer.objects.get(pk=keys(study)[0]).trial.judge
    withdraw_for(study=study, judge_code=judge.code, user=study.owner, why="asked")
    with pytest.raises(CodingError, match="compared and stay"):
        code_reasons(study=study, coder=second, codes={keys(study)[1]: "facts"})


def test_a_code_is_short(study):
    with pytest.raises(CodingError, match="60 characters"):
        code_all(study, study.owner, "x" * 61)


def test_the_database_keeps_one_code_of_a_coder_that_says_something(study):
    code_all(study, study.owner)
    again = {"answer_id": keys(study)[0], "coder": study.owner, "code": "x"}
    for wrong in (again, again | {"coder": make_user(), "code": " "}):
        with pytest.raises(IntegrityError), transaction.atomic():
            ReasonCode.objects.create(**wrong)


def test_withdrawal_deletes_the_codes_and_erasure_all(study):
    code_all(study, study.owner)
    judge = Answer.objects.filter(study=study).first().trial.judge
    withdraw_for(study=study, judge_code=judge.code, user=study.owner, why="asked")
    assert ReasonCode.objects.count() == 3
    erase(study=study, user=study.owner)
    assert not ReasonCode.objects.exists()
