"""How sure judges were, from their answers to the results page: a sensitivity check."""

from dataclasses import replace

import pytest

from analysis.models import Result
from analysis.recomputation.counts import Share, StudyCounts
from analysis.recomputation.store import recompute
from analysis.results.rated_triads.sureness import LEVELS, sureness_of, sureness_table
from studies.models import Answer
from studies.services.judging.answering import questionnaire
from tests.analysis.answering import give_outcomes
from tests.analysis.results.snapshots import decided, waiting
from tests.analysis.verdict_text.statements import PLAN
from tests.factories import open_study

SAID = {
    "guess": Share(40, 13),
    "not_sure": Share(30, 10),
    "fairly_sure": Share(20, 10),
    "certain": Share(8, 6),
}


def sure(snapshot, said=SAID):
    return replace(snapshot, counts=replace(snapshot.counts, sureness=said))


def test_its_levels_are_those_that_judges_may_say():
    assert dict(Answer.Sureness.choices) == LEVELS


def test_the_table_names_both_values_of_p_and_which_decides():
    table = sureness_table(sure(decided(PLAN, 39)))
    assert table.rows == (
        ("a guess", "0", "40", "13"),
        ("not sure", "1", "30", "10"),
        ("fairly sure", "2", "20", "10"),
        ("certain", "3", "8", "6"),
    )
    assert table.title == "By how sure judges were: weighted p = 0.0068, plain p = 0.11"
    assert "T = 48" in table.note
    assert "the verdict stays with the plain count" in table.note


def test_answers_of_which_it_was_not_said_stand_apart():
    table = sureness_table(sure(decided(PLAN, 39), {"certain": Share(8, 6)}))
    assert table.rows[-1] == ("not said", "–", "90", "–")


@pytest.mark.parametrize(
    "snapshot",
    [
        sure(waiting(PLAN, 98, 39)),
        sure(decided(PLAN, 39, hidden=True)),
        sure(decided(PLAN, 39), {}),
        sure(decided(PLAN, 39), {"guess": Share(40, 13)}),
    ],
)
def test_before_the_verdict_hidden_or_unsaid_there_is_none(snapshot):
    assert sureness_of(snapshot) is None
    assert sureness_table(snapshot) is None


@pytest.mark.django_db
def test_what_is_said_of_a_counted_answer_is_counted(django_capture_on_commit_callbacks):
    study = open_study(evaluations=24, asks_sureness=True)
    trials = give_outcomes(study, [True, True, False, True])
    with django_capture_on_commit_callbacks() as asked:
        for trial, level in zip(trials, ["certain", "guess", "certain", ""], strict=True):
            questionnaire.save_reason(trial=trial, reason="", sureness=level)
    assert len(asked) == 3  # a recomputation each
    recompute(study_id=study.pk)
    stored = StudyCounts.from_json(Result.objects.get(study=study).numbers)
    assert stored.sureness == {"certain": Share(2, 1), "guess": Share(1, 1)}
    assert Answer.objects.filter(sureness="").count() == 1
