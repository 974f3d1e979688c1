"""The verdict of a fixed number: when it is given, and that it stands."""

import pytest
from django.db import IntegrityError, transaction

from analysis.models import Result, Verdict
from analysis.recomputation import counting
from analysis.recomputation.counts import Share
from analysis.recomputation.store import recompute
from analysis.stats.repeats.fit import fit_beta_binomial
from studies.models import Answer, Event, Triad
from studies.services.lifecycle import transitions
from studies.services.lifecycle.places import triads
from tests.analysis.answering import give_answers, give_outcomes, withdraw
from tests.analysis.recomputation.runs import counts_of, raise_number
from tests.factories import make_link, open_study

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("plan", "correct", "outcome"),
    [
        ({"goal": "difference"}, 13, "difference"),
        ({"goal": "difference"}, 12, "not_shown"),
        ({"goal": "similarity", "beta": 0.2, "pd": 0.5}, 13, "similarity"),
        ({"goal": "similarity", "beta": 0.2, "pd": 0.5}, 14, "not_shown"),
    ],
)
def test_fixed_verdict_is_that_of_the_exact_test(plan, correct, outcome):
    study = open_study(evaluations=24, **plan)
    give_answers(study, 24, correct)
    recompute(study_id=study.pk)
    verdict = Verdict.objects.get(study=study)
    assert (verdict.outcome, verdict.counted, verdict.correct) == (outcome, 24, correct)
    assert verdict.last_answer == Answer.objects.latest("pk").pk
    assert verdict.numbers["texts"] == 24
    assert Event.objects.filter(study=study, what="verdict given").count() == 1
    study.refresh_from_db()
    assert study.is_complete


def test_no_verdict_before_the_number_is_reached():
    study = open_study(evaluations=24)
    give_answers(study, 23, 23)
    recompute(study_id=study.pk)
    assert not Verdict.objects.exists()


def test_surplus_answers_do_not_make_up_the_number():
    study = open_study(evaluations=24)
    give_answers(study, 23, 23)
    give_answers(study, 1, 1, state="surplus")
    recompute(study_id=study.pk)
    assert not Verdict.objects.exists()


def test_test_study_has_a_verdict_too():
    study = open_study(evaluations=24, is_test=True)
    give_answers(study, 24, 20)
    recompute(study_id=study.pk)
    assert Verdict.objects.exists()


def test_raise_after_looking_ends_the_fixed_verdict_for_good():
    study = open_study(evaluations=24)
    give_answers(study, 10, 5)
    raise_number(study, 30)
    give_answers(study, 20, 20)
    recompute(study_id=study.pk)
    assert Result.objects.get().counted == 30
    assert not Verdict.objects.exists()


@pytest.mark.parametrize("blind", [True, False])
def test_raise_before_looking_moves_the_verdict(blind):
    study = open_study(evaluations=24, blind=blind)
    link = make_link(study)
    if blind:
        give_answers(study, 10, 5, link=link)
    raise_number(study, 30)
    give_answers(study, 20 if blind else 24, 14, link=link)
    recompute(study_id=study.pk)
    assert Verdict.objects.exists() == blind
    if not blind:
        give_answers(study, 6, 0, link=link)
        recompute(study_id=study.pk)
    assert Verdict.objects.get().evaluations == 30


def test_closed_early_has_no_verdict():
    study = open_study(evaluations=24)
    give_answers(study, 20, 20)
    transitions.close(study=study, user=study.owner)
    give_answers(study, 4, 4, state="surplus")
    recompute(study_id=study.pk)
    assert not Verdict.objects.exists()


def test_later_answers_never_alter_a_verdict():
    study = open_study(evaluations=24)
    give_answers(study, 24, 12)
    recompute(study_id=study.pk)
    raise_number(study, 30)
    give_answers(study, 6, 6)
    recompute(study_id=study.pk)
    verdict = Verdict.objects.get()
    assert (verdict.outcome, verdict.counted, verdict.correct) == ("not_shown", 24, 12)
    counts = counts_of(study)
    assert (counts.counted, counts.correct) == (30, 18)
    assert counts.verdict_left == Share(24, 12)
    assert counts.after_verdict == Share(6, 6)


def test_withdrawal_after_the_verdict_leaves_it_on_record():
    study = open_study(evaluations=24)
    trials = give_answers(study, 24, 15)
    recompute(study_id=study.pk)
    withdraw(trials[:2])
    recompute(study_id=study.pk)
    assert Verdict.objects.get().correct == 15
    assert counts_of(study).verdict_left == Share(22, 13)
    assert counts_of(study).withdrawn == 2


def test_withdrawal_before_the_verdict_puts_it_off():
    study = open_study(evaluations=24)
    trials = give_answers(study, 24, 15)
    withdraw(trials[:1])
    recompute(study_id=study.pk)
    assert not Verdict.objects.exists()


def test_repeats_have_the_beta_binomial_estimate_and_no_similarity_test():
    study = open_study(evaluations=24, evaluations_per_judge=6)
    give_outcomes(study, ([True] * 4 + [False] * 2) * 4, per_judge=6)
    recompute(study_id=study.pk)
    numbers = Verdict.objects.get().numbers
    assert numbers["similarity"] is None
    # 16 of 24 right: half of the people, by pc = 1/3 + 2/3 pd. The limits are tested below.
    assert numbers["repeats"]["judges"] == 4
    assert numbers["repeats"]["pd"] == pytest.approx(0.5, abs=1e-3)


def test_database_refuses_to_alter_a_verdict():
    study = open_study(evaluations=24)
    give_answers(study, 24, 15)
    recompute(study_id=study.pk)
    with pytest.raises(IntegrityError), transaction.atomic():
        Verdict.objects.update(outcome="not_shown")


def test_the_estimate_of_repeats_is_that_of_the_chance_corrected_model():
    """Judges of two kinds; the model without the correction for guessing gives other values."""
    study = open_study(evaluations=24, evaluations_per_judge=6)
    outcomes = [right for each in (6, 5, 2, 1) for right in [True] * each + [False] * (6 - each)]
    give_outcomes(study, outcomes, per_judge=6)
    recompute(study_id=study.pk)
    repeats = Verdict.objects.get().numbers["repeats"]
    fit = fit_beta_binomial([1, 2, 5, 6], [6] * 4, chance_corrected=True)
    assert repeats == {
        "judges": 4,
        "pd": pytest.approx(fit.pd.value),
        "pd_lower": pytest.approx(fit.pd.lower),
        "pd_upper": pytest.approx(fit.pd.upper),
        "gamma": pytest.approx(fit.gamma.value),
        "gamma_lower": pytest.approx(fit.gamma.lower),
        "gamma_upper": pytest.approx(fit.gamma.upper),
        "p_overdispersion": pytest.approx(fit.p_overdispersion),
        "d_prime": pytest.approx(fit.d_prime.value),
    }
    other = fit_beta_binomial([1, 2, 5, 6], [6] * 4, chance_corrected=False)
    assert other.gamma.value != pytest.approx(fit.gamma.value, rel=0.05)


def test_a_verdict_on_one_judge_who_repeats_has_no_estimate():
    study = open_study(evaluations=6, evaluations_per_judge=6, items=24)
    give_outcomes(study, [True] * 6, per_judge=6)
    recompute(study_id=study.pk)
    numbers = Verdict.objects.get().numbers
    assert (numbers["repeats"], numbers["similarity"], numbers["judges"]) == (None, None, 1)


def test_the_texts_of_a_verdict_are_those_that_were_judged():
    """Of triads beyond the plan, of a pilot, or held and never answered, none was."""
    study = open_study(evaluations=24, items=12)
    triads.add_pilot_block(study)
    give_answers(study, 6, 6, link=make_link(study, mode="pilot"))
    give_answers(study, 24, 20)
    recompute(study_id=study.pk)
    answered = Triad.objects.filter(study=study, mode="live", number__lte=24)
    texts = {pk for triad in answered for pk in triad.sample_ids}
    numbers = Verdict.objects.get().numbers
    assert numbers["texts"] == len(texts) == 24
    other = open_study(evaluations=24, items=40)
    give_answers(other, 7, 3)
    held = give_answers(other, 2, 0, state="held")
    read = {pk for number in range(7) for pk in _triad(other, number + 1).sample_ids}
    assert held[0].triad.number == 8
    assert counting.texts_used(other) == len(read) < 24


def _triad(study, number):
    return Triad.objects.get(study=study, mode="live", kind="main", number=number)


def test_the_last_answer_of_a_verdict_is_the_number_of_the_plan():
    study = open_study(evaluations=24)
    trials = give_answers(study, 24, 12)
    assert [counting.answer_at(study, n) for n in (1, 7, 24)] == [
        trials[n - 1].answer.pk for n in (1, 7, 24)
    ]
