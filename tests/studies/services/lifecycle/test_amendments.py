"""Amending an opened study: when it is allowed, and what it costs."""

from datetime import timedelta

import pytest
from django.utils import timezone

from studies.models import Amendment
from studies.services.judging.answering.answers import answer
from studies.services.judging.trials import next_trial
from studies.services.lifecycle import amendments, transitions
from studies.services.lifecycle.availability import WrongStateError
from tests.factories import make_judge, make_link, open_study
from tests.studies.services.lifecycle.completing import answer_all

pytestmark = pytest.mark.django_db


def test_amending_before_the_first_answer_costs_nothing() -> None:
    study = open_study()
    assert not amendments.amending_costs(study)
    amendment = amendments.raise_evaluations(
        study=study, user=study.owner, evaluations=40, why="more", cost_accepted=False
    )
    assert (amendment.old_evaluations, amendment.after_looking) == (24, False)
    assert study.triads.count() == 42


def test_amending_after_the_first_answer_costs_the_verdict() -> None:
    study = open_study()
    answer(code=next_trial(make_judge(make_link(study))).code, position=1)
    assert amendments.amending_costs(study)
    amendment = amendments.raise_evaluations(
        study=study, user=study.owner, evaluations=30, why="more", cost_accepted=True
    )
    assert amendment.after_looking


def test_pilot_answers_show_no_results() -> None:
    study = open_study()
    answer(code=next_trial(make_judge(make_link(study, mode="pilot"))).code, position=1)
    assert not amendments.amending_costs(study)


def test_a_blind_study_is_amended_freely_until_it_is_unsealed_or_complete() -> None:
    study = open_study(blind=True, evaluations=6, alpha=0.4)
    answer(code=next_trial(make_judge(make_link(study))).code, position=1)
    assert not amendments.amending_costs(study)
    transitions.unseal(study=study, user=study.owner, why="looked")
    study.refresh_from_db()
    assert amendments.amending_costs(study)


def test_an_amended_complete_study_takes_judges_again() -> None:
    study = open_study(evaluations=6, alpha=0.4)
    answer_all(study)
    assert study.is_complete
    amendments.raise_evaluations(study=study, user=study.owner, evaluations=12, why="more")
    study.refresh_from_db()
    assert not study.is_complete
    next_trial(make_judge(make_link(study)))


@pytest.mark.parametrize(
    ("number", "error"),
    [(24, WrongStateError), (23, WrongStateError), (-1, WrongStateError), (1_000_001, ValueError)],
)
def test_a_number_is_only_raised_and_not_beyond_a_million(
    number: int, error: type[Exception]
) -> None:
    """One that is as large already is no mistake: another amendment may have been quicker."""
    study = open_study()
    with pytest.raises(error, match=r"The number is 24 by now|must be at most 1000000"):
        amendments.raise_evaluations(study=study, user=study.owner, evaluations=number, why="x")


def test_reopening_keeps_an_end_date_that_lies_ahead() -> None:
    ahead = timezone.now() + timedelta(days=1)
    study = open_study(ends_at=ahead)
    transitions.close(study=study, user=study.owner)
    amendments.reopen(study=study, user=study.owner, why="by mistake")
    study.refresh_from_db()
    assert (study.status, study.closed_at, study.ends_at) == ("open", None, ahead)
    assert Amendment.objects.get().kind == "reopened"
