"""Balance and places while judges come, leave, come back and answer late, in any sequence."""

import random
from collections import Counter
from datetime import timedelta

import pytest
from django.db.models.functions import Now

from studies.models import Answer, Judge, RecruitmentLink, Study, Triad, Trial
from studies.services.judging import admission
from studies.services.judging.admission import Visitor
from studies.services.judging.answering import answers
from studies.services.judging.refusals import Refusal, Refused
from tests.factories import make_link, open_study

pytestmark = pytest.mark.django_db

EVALUATIONS = 27
STEPS = 180


class Crowd:
    """Judges of one study who do what a random number says; what must hold is looked at."""

    def __init__(self, study: Study, link: RecruitmentLink, seed: int) -> None:
        self.study = study
        self.link = link
        self.random = random.Random(seed)
        self.turned_away: Counter[Refusal] = Counter()

    def step(self, number: int) -> None:
        draw = self.random.random()
        if draw < 0.45:
            # A new person, or one who came before, perhaps long ago.
            self.start(f"k{number if draw < 0.2 else self.random.randrange(number + 1)}")
        elif draw < 0.6:
            self.leave()
        else:
            self.answer(late=draw > 0.92)

    def start(self, key: str) -> None:
        try:
            admission.start(
                token=self.link.token, visitor=Visitor(form_key=key), consent_sha256="0" * 64
            )
        except Refused as refused:
            self.turned_away[refused.reason] += 1
            if refused.reason in (Refusal.NO_PLACE, Refusal.COMPLETE):
                assert self.free_for(key) == []

    def free_for(self, key: str) -> list[Triad]:
        """The triads within the plan that this judge could be given now."""
        had = Triad.objects.filter(trials__judge__form_key=key)
        return list(Triad.objects.planned().free().exclude(pk__in=had))

    def leave(self) -> None:
        """A hold runs out; whether it is taken, other steps decide."""
        if held := self.one_of(Trial.State.HELD):
            triad = Triad.objects.filter(pk=held.triad_id).unanswered()
            triad.update(free_from=Now() - timedelta(seconds=1))

    def answer(self, *, late: bool) -> None:
        trial = self.one_of(Trial.State.LAPSED if late else Trial.State.HELD)
        if trial:
            try:
                answers.answer(code=trial.code, position=self.random.randint(1, 3))
            except Refused as refused:
                assert refused.reason == Refusal.FINISHED  # noqa: PT017 - the one way out

    def one_of(self, state: str) -> Trial | None:
        found = list(Trial.objects.filter(state=state).order_by("pk"))
        return self.random.choice(found) if found else None


@pytest.mark.parametrize("seed", [1, 2])
@pytest.mark.parametrize("per_judge", [1, 3])
def test_no_judge_is_turned_away_and_the_orders_are_balanced(seed, per_judge):
    study = open_study(evaluations=EVALUATIONS, items=20, evaluations_per_judge=per_judge)
    crowd = Crowd(study, make_link(study), seed)
    for number in range(STEPS):
        crowd.step(number)
    assert crowd.turned_away
    number = STEPS
    while Answer.objects.counted().count() < EVALUATIONS:
        number += 1
        crowd.start(f"k{number}")
        crowd.answer(late=False)
    orders = Counter(Answer.objects.counted().values_list("trial__triad__order", flat=True))
    assert sorted(orders.values()) == [4, 4, 4, 5, 5, 5]
    used = Counter(
        Trial.objects.filter(state__in=Trial.USED_STATES).values_list("judge", flat=True)
    )
    assert max(used.values()) <= per_judge
    assert Judge.objects.count() >= len(used)


def test_a_judge_is_given_the_own_lapsed_triad_when_nothing_else_is_free():
    study = open_study(evaluations=6)
    link = make_link(study)

    def start(key: str) -> Trial:
        return admission.start(
            token=link.token, visitor=Visitor(form_key=key), consent_sha256="0" * 64
        )

    def run_out(trial: Trial) -> None:
        Triad.objects.filter(pk=trial.triad_id).update(free_from=Now() - timedelta(seconds=1))

    slow = start("slow")
    run_out(slow)
    taker = start("taker")
    assert taker.triad_id == slow.triad_id
    for number in range(5):
        answers.answer(code=start(f"k{number}").code, position=1)
    run_out(taker)
    again = start("slow")
    assert (again.pk, again.state) == (slow.pk, "held")
    assert answers.answer(code=again.code, position=1).trial.state == "answered"
