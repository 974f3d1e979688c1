"""Answers in the order in which their triads were first held, while earlier ones are settled."""

import heapq
import math
import random
from collections import Counter
from datetime import timedelta
from pathlib import Path

import pytest
from django.db.models.functions import Now

from analysis.models import Verdict
from analysis.recomputation import counting, order
from analysis.recomputation.counts import Share
from analysis.recomputation.store import recompute
from analysis.stats import State, pc_from_pd, sprt, sprt_characteristics
from studies.models import Triad, Trial
from studies.services.judging import admission, withdrawal
from studies.services.judging.admission import Visitor
from studies.services.judging.answering import answers
from tests.analysis.answering import give_outcomes
from tests.analysis.recomputation.runs import counts_of
from tests.analysis.stats.reference import rows
from tests.factories import make_link, open_study

pytestmark = pytest.mark.django_db

STATISTICS = Path(__file__).parents[3] / "docs" / "statistics.md"


class Class:
    """Judges of one study, by name."""

    def __init__(self, **fields):
        self.study = open_study(**{"evaluations": 24, "method": "sequential", "pd": 0.3} | fields)
        self.link = make_link(self.study)
        self.trials: dict[str, Trial] = {}

    def begin(self, name: str) -> Trial:
        visitor = Visitor(form_key=f"{name:_<20}")
        self.trials[name] = admission.start(
            token=self.link.token, visitor=visitor, consent_sha256="0" * 64
        )
        return self.trials[name]

    def answer(self, name: str, *, right: bool) -> None:
        trial = self.trials[name]
        odd = trial.triad.odd_position
        answers.answer(code=trial.code, position=odd if right else odd % 3 + 1)

    def run_out(self, name: str) -> None:
        triad = Triad.objects.filter(pk=self.trials[name].triad_id)
        triad.update(free_from=Now() - timedelta(seconds=1))

    def in_order(self) -> Share:
        return order.settled(self.study, counted=0, points=100)[0]

    def outcomes(self) -> list[bool]:
        return order.outcomes(self.study)


def test_who_begins_first_is_counted_first_however_late_the_answer():
    judges = Class()
    for name in ("slow", "quick", "quicker"):
        judges.begin(name)
    judges.answer("quicker", right=False)
    judges.answer("quick", right=False)
    assert judges.in_order() == Share(0, 0)
    judges.answer("slow", right=True)
    assert judges.outcomes() == [True, False, False]
    assert judges.in_order() == Share(3, 1)


def test_the_place_of_a_lapsed_triad_is_its_successors():
    judges = Class()
    judges.begin("leaves")
    judges.begin("second")
    judges.answer("second", right=True)
    judges.run_out("leaves")
    assert judges.in_order() == Share(0, 0)
    # The next judge is given this triad, not a new one.
    assert judges.begin("successor").triad_id == judges.trials["leaves"].triad_id
    assert judges.in_order() == Share(0, 0)
    judges.begin("fourth")
    judges.answer("fourth", right=True)
    judges.answer("successor", right=False)
    assert judges.outcomes() == [False, True, True]


def test_the_place_of_an_answer_that_was_withdrawn_waits_for_another():
    judges = Class()
    for name in ("first", "second"):
        judges.begin(name)
        judges.answer(name, right=True)
    withdrawal.withdraw(code=judges.trials["first"].code)
    assert judges.in_order() == Share(0, 0)
    judges.begin("third")
    judges.answer("third", right=False)
    assert judges.outcomes() == [False, True]


def test_a_trial_that_is_given_again_keeps_its_place():
    judges = Class()
    first = judges.begin("first")
    judges.begin("second")
    judges.answer("second", right=False)
    judges.run_out("first")
    again = judges.begin("first")
    assert (again.pk, again.triad_id) == (first.pk, first.triad_id)
    judges.answer("first", right=True)
    assert judges.outcomes() == [True, False]


def test_the_result_says_how_many_answers_are_in_order_and_its_path_is_theirs():
    judges = Class()
    for name in ("first", "second", "third", "fourth"):
        judges.begin(name)
    for name in ("fourth", "first", "second"):
        judges.answer(name, right=name == "second")
    recompute(study_id=judges.study.pk)
    counts = counts_of(judges.study)
    assert (counts.counted, counts.correct) == (3, 1)
    assert counts.in_order == Share(2, 1)
    assert counts.path == ((1, 0), (2, 1))


def test_a_long_path_is_thinned_by_stretches(monkeypatch):
    monkeypatch.setattr(counting, "PATH_POINTS", 6)
    study = open_study(evaluations=24)
    give_outcomes(study, [True, False] * 12)
    recompute(study_id=study.pk)
    assert counts_of(study).path == ((4, 2), (8, 4), (12, 6), (16, 8), (20, 10), (24, 12))


def test_where_judges_repeat_nothing_depends_on_the_order():
    judges = Class(method="fixed", evaluations_per_judge=2)
    judges.begin("first")
    judges.begin("second")
    judges.answer("second", right=True)
    recompute(study_id=judges.study.pk)
    counts = counts_of(judges.study)
    assert counts.in_order is None
    assert counts.path == ((1, 1),)


def test_what_came_after_a_sequential_verdict_goes_by_the_order_too():
    judges = Class(evaluations=60, items=24, alpha=0.05, beta=0.05)
    names = [f"judge {number}" for number in range(12)]
    for name in names:
        judges.begin(name)
    # The last eight answer first; the verdict is that of the first seven all the same.
    for name in names[4:]:
        judges.answer(name, right=True)
    recompute(study_id=judges.study.pk)
    assert not Verdict.objects.exists()
    for name in names[:4]:
        judges.answer(name, right=True)
    recompute(study_id=judges.study.pk)
    verdict = Verdict.objects.get()
    assert verdict.counted == verdict.correct == verdict.numbers["upper_line"] == 7
    assert verdict.last_answer == judges.trials["judge 6"].answer.pk
    counts = counts_of(judges.study)
    assert (counts.verdict_left, counts.after_verdict) == (Share(7, 7), Share(5, 5))
    assert verdict.numbers["texts"] == len(
        {
            pk
            for triad in Triad.objects.filter(trials__in=[judges.trials[n] for n in names[:7]])
            for pk in triad.sample_ids
        }
    )


@pytest.mark.parametrize("seed", range(3))
def test_no_place_waits_for_ever(seed):
    """With any steps of judges, when all triads are answered all answers are in order."""
    rng = random.Random(seed)
    judges = Class(evaluations=18)
    reading: list[str] = []
    for number in range(400):
        if not Triad.objects.planned().filter(study=judges.study).unanswered().exists():
            break
        if len(reading) < 6 and Triad.objects.planned().filter(study=judges.study).free().exists():
            judges.begin(f"judge {number}")
            reading.append(f"judge {number}")
            continue
        name = reading.pop(rng.randrange(len(reading)))
        if rng.random() < 0.35:
            judges.run_out(name)
        else:
            judges.answer(name, right=rng.random() < 0.5)
    assert judges.in_order().counted == 18


PLAN = {"alpha": 0.05, "beta": 0.05, "pd": 0.3}
END = 132


class Simulated:
    """Begins and answers of a class: who perceives reads longer; who goes is followed by one."""

    def __init__(self, rng: random.Random, *, pd: float, slower: float, at_once: int) -> None:
        self.begun: list[bool] = []  # right or wrong, in the order of begins
        self.steps: list[int] = []  # who answers next: by begins
        self.at_once = at_once
        reading: list[tuple[float, int]] = []

        def begin(now: float) -> None:
            perceives = rng.random() < pd
            seconds = (slower if perceives else 1.0) * math.exp(rng.gauss(0, 0.5))
            heapq.heappush(reading, (now + seconds, len(self.begun)))
            self.begun.append(perceives or rng.random() < pc_from_pd(0))

        for _ in range(at_once):
            begin(0.0)
        while reading:
            now, judge = heapq.heappop(reading)
            self.steps.append(judge)
            if len(self.begun) < END:
                begin(now)

    @property
    def completed(self) -> list[bool]:
        """Right or wrong in the order of completion."""
        return [self.begun[judge] for judge in self.steps]

    def play(self) -> Verdict:
        """The same by holds and answers in a study, up to its verdict."""
        judges = Class(evaluations=END, items=24, **PLAN)
        for number in range(self.at_once):
            judges.begin(f"judge {number}")
        for done, judge in enumerate(self.steps):
            judges.answer(f"judge {judge}", right=self.begun[judge])
            if done + self.at_once < END:
                judges.begin(f"judge {done + self.at_once}")
            if done % 10 == 9 or done == END - 1:
                recompute(study_id=judges.study.pk)
                if verdict := Verdict.objects.filter(study=judges.study).first():
                    return verdict
        raise AssertionError("a study that is answered has a verdict")


@pytest.mark.slow
@pytest.mark.parametrize("seed", [2026, 2027, 2030])
def test_a_class_of_slow_perceivers_gets_the_verdict_of_the_order_in_which_it_began(seed):
    """By holds, answers, counting and verdict; in the order of completion it would be another."""
    one = Simulated(random.Random(seed), pd=0.3, slower=2.0, at_once=100)
    verdict, expected = one.play(), sprt(one.begun, maximum=END, **PLAN)
    found = (verdict.outcome, verdict.counted, verdict.correct)
    assert found == (expected.state, expected.n, expected.correct)
    other = sprt(one.completed, maximum=END, **PLAN)
    assert (other.state, other.n) != (expected.state, expected.n)


@pytest.mark.slow
@pytest.mark.parametrize("row", rows("sequential_order"), ids=lambda row: "-".join(row.values()))
def test_in_the_order_of_begins_the_risk_is_that_of_the_plan(row):
    """1,000 classes: in the order of completion the reference's shares, else those of the plan."""
    rng, studies = random.Random(7), 1000
    by_completion, by_begin = Counter(), Counter()
    for _ in range(studies):
        one = Simulated(
            rng,
            pd=0.3,
            slower=float(row["reading_time_ratio_perceivers"]),
            at_once=int(row["judges_at_once"]),
        )
        by_completion[sprt(one.completed, maximum=END, **PLAN).state] += 1
        by_begin[sprt(one.begun, maximum=END, **PLAN).state] += 1
    plan = sprt_characteristics(true_pd=0.3, maximum=END, **PLAN)
    for counts, state, share in (
        (by_completion, State.SIMILARITY, float(row["p_false_similarity_at_pd03"])),
        (by_begin, State.SIMILARITY, plan.similarity),
        (by_begin, State.DIFFERENCE, plan.difference),
    ):
        # The reference's 2,000 studies and these.
        error = (share * (1 - share) * (1 / 2000 + 1 / studies)) ** 0.5
        assert abs(counts[state] / studies - share) <= 4 * error
    shares = (row["p_false_similarity_at_pd03"], *(
        f"{share:.3f}"
        for share in (
            by_completion[State.SIMILARITY] / studies,
            by_begin[State.SIMILARITY] / studies,
            plan.similarity,
        )
    ))  # fmt: skip
    ends = (row["judges_at_once"], row["reading_time_ratio_perceivers"], *shares)
    assert f"| {' | '.join(ends)} |" in STATISTICS.read_text().splitlines()
