"""Practice and attention triads: when they come, and that they never count."""

from collections import Counter

import pytest

from studies.models import Answer, Judge, Triad, Trial
from studies.services.judging import claims, limits, trials
from studies.services.judging.answering import answers
from studies.services.judging.refusals import Refusal, Refused
from studies.services.lifecycle import frozen_plan, opening, transitions
from studies.services.lifecycle.opening_warnings import ACCEPTING
from tests.factories import make_link, make_sample, make_study
from tests.studies.services.judging.steps import is_held, reason_of, run_out, start

pytestmark = pytest.mark.django_db


def a_study(**fields):
    """A draft with three texts of each subject for practice and for attention."""
    study = make_study(**{"evaluations": 24, "items": 24, "evaluations_per_judge": 3} | fields)
    for kind in ("practice", "attention"):
        for number in range(3):
            for subject in "AB":
                text = f"For {kind} {number} {subject}."
                make_sample(study, subject, f"{kind} {number}", text, kind=kind)
    return study


def opened(study):
    return opening.open_study(study=study, user=study.owner, accepted=list(ACCEPTING))


def way_of(link, key="k1", *, right=True):
    """Kind and state of each trial of a judge who goes all the way."""
    while True:
        try:
            trial = start(link, key)
        except Refused as refused:
            assert refused.reason == Refusal.FINISHED  # noqa: PT017 - the end of the way
            found = Trial.objects.filter(judge=refused.judge).order_by("pk")
            return [f"{trial.kind} {trial.state}" for trial in found]
        odd = trial.triad.odd_position
        answers.answer(code=trial.code, position=odd if right else odd % 3 + 1)


@pytest.mark.parametrize("mode", ["live", "pilot"])
def test_practice_comes_first_and_attention_where_the_plan_says(mode):
    link = make_link(opened(a_study(practice_triads=2, attention_at=[1, 3])), mode=mode)
    kinds = ["practice", "practice", "attention", "main", "main", "attention", "main"]
    assert way_of(link) == [f"{kind} answered" for kind in kinds]
    texts = [pk for t in Trial.objects.all() for pk in (t.triad.first_id, t.triad.second_id)]
    assert Answer.objects.counted().count() == (3 if mode == "live" else 0)
    assert len(texts) == 14
    with pytest.raises(Refused):
        start(link)
    assert limits.taking_part(link) == limits.have_answered(link) == 1


def test_each_place_has_the_six_orders_and_judges_get_different_ones():
    study = opened(a_study(practice_triads=2, attention_at=[2]))
    for kind, places in (("practice", 2), ("attention", 1)):
        for mode in ("live", "pilot"):
            found = Triad.objects.filter(study=study, kind=kind, mode=mode)
            orders = Counter(found.values_list("block", "order"))
            assert len(orders) == 6 * places
    link = make_link(study)
    first = {start(link, f"k{number}").triad.order for number in range(12)}
    assert len(first) > 2


def test_many_judges_have_one_practice_triad_at_once():
    link = make_link(opened(a_study(practice_triads=1, evaluations=6, evaluations_per_judge=1)))
    begun = [start(link, f"k{number}") for number in range(20)]
    assert {trial.kind for trial in begun} == {"practice"}
    assert all(is_held(trial) and claims.renew(trial) for trial in begun)
    for trial in begun[:6]:
        answers.answer(code=trial.code, position=1)
        trials.next_trial(trial.judge)
    # Nothing that could follow is free: no more practice for nothing.
    assert reason_of(lambda: start(link, "late")) == Refusal.NO_PLACE


def test_a_practice_page_left_open_is_given_again():
    link = make_link(opened(a_study(practice_triads=1)))
    trial = start(link)
    Trial.objects.update(held_at="2020-01-01T00:00:00Z")
    assert not is_held(trial)
    again = start(link)
    assert again.pk == trial.pk
    assert is_held(again)
    assert answers.answer(code=trial.code, position=1).trial.state == "answered"
    assert trials.next_trial(trial.judge).kind == "main"


def test_a_text_comes_twice_only_where_there_are_too_few():
    study = a_study(practice_triads=1, attention_at=[1, 2])
    for number in range(3, 6):
        for subject in "AB":
            make_sample(
                study, subject, f"more {number}", f"More {number} {subject}.", kind="attention"
            )
    link = make_link(opened(study))
    for number in range(5):
        way_of(link, f"k{number}")
    for judge in Judge.objects.all():
        had = Trial.objects.filter(judge=judge, kind="attention").select_related("triad")
        texts = [sample.pk for trial in had for sample in trial.triad.samples]
        assert len(texts) == len(set(texts)) == 6


def test_quota_counts_who_is_in_practice_but_not_who_left_after_it():
    link = make_link(opened(a_study(practice_triads=1)), quota=1)
    trial = start(link)
    assert reason_of(lambda: start(link, "k2")) == Refusal.NO_PLACE
    answers.answer(code=trial.code, position=1)
    # Between feedback and the first texts the place is kept, for its holder too.
    assert reason_of(lambda: start(link, "k2")) == Refusal.NO_PLACE
    assert start(link).kind == "main"
    run_out(Trial.objects.get(kind="main"))
    Trial.objects.filter(kind="practice").update(held_at="2020-01-01T00:00:00Z")
    assert start(link, "k2").kind == "practice"
    assert reason_of(lambda: start(link)) == Refusal.NO_PLACE


def test_after_closing_nothing_is_asked():
    study = opened(a_study(practice_triads=1))
    link = make_link(study)
    trial = start(link)
    transitions.close(study=study, user=study.owner)
    assert answers.answer(code=trial.code, position=1).trial.state == "surplus"
    assert reason_of(lambda: trials.next_trial(trial.judge)) == Refusal.CLOSED


@pytest.mark.parametrize(
    ("plan", "codes"),
    [
        ({"practice_triads": 1}, ["practice_no_texts"] * 2),
        ({"attention_at": [1]}, ["attention_no_texts"] * 2),
        ({"attention_at": [2]}, ["attention_no_texts"] * 2 + ["attention_place"]),
        ({"least_seconds": 2, "most_failed_attention": 0}, ["attention_rule"]),
    ],
)
def test_a_plan_that_cannot_be_carried_out_is_not_opened(plan, codes):
    study = make_study(**plan)
    with pytest.raises(opening.CannotOpenError) as caught:
        opened(study)
    assert [reason.code for reason in caught.value.reasons] == codes
    assert all(str(reason) for reason in caught.value.reasons)


def test_the_frozen_plan_names_the_texts_of_all_kinds():
    study = a_study(practice_triads=1, attention_at=[1])
    plan = frozen_plan.plan_of(study)
    assert len(plan["samples"]) == 48
    assert len(plan["practice_samples"]) == len(plan["attention_samples"]) == 6
