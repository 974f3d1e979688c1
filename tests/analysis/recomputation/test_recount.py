"""What the statements count is what a count from scratch, row by row in Python, gives.

After random sequences of beginning, answering, leaving, withdrawing, being excluded, and raising
the number. What a recomputation stored on the way stands in the way of none that comes after it.
"""

import random
from collections import Counter
from dataclasses import replace
from datetime import timedelta
from itertools import accumulate

import pytest
from django.db import connection
from django.db.models.functions import Now

from analysis.models import Result
from analysis.recomputation import counting, order
from analysis.recomputation.counts import ORDERS, Panel, Share, StudyCounts
from analysis.recomputation.store import recompute
from studies.models import Answer, Judge, Triad, Trial
from studies.services.judging import admission, trials, withdrawal
from studies.services.judging.admission import Visitor
from studies.services.judging.answering import answers
from studies.services.judging.refusals import Refused
from studies.services.lifecycle import amendments
from tests.factories import make_link, open_study

pytestmark = pytest.mark.django_db


class Crowd:
    """Judges of one study who do at random what judges may do."""

    def __init__(self, seed, **fields):
        self.random = random.Random(seed)
        self.study = open_study(**{"evaluations": 24} | fields)
        self.links = [make_link(self.study, panel=name) for name in ("one", "two")]
        self.links.append(make_link(self.study, panel="two"))
        self.held: list[Trial] = []
        self.begun: list[Trial] = []
        self.did: Counter[str] = Counter()

    def act(self):
        acts = [self.begin, self.begin, self.answer, self.answer, self.leave, self.withdraw]
        acts = acts * 3 + [self.raise_number]
        act = self.random.choice(acts)
        try:
            act()
        except Refused:
            self.did["refused"] += 1
        else:
            self.did[act.__name__] += 1

    def begin(self):
        visitor = Visitor(form_key=f"{len(self.begun):_<20}")
        link = self.random.choice(self.links)
        trial = admission.start(token=link.token, visitor=visitor, consent_sha256="0" * 64)
        self.held.append(trial)
        self.begun.append(trial)

    def answer(self):
        if not self.held:
            return
        trial = self.held.pop(self.random.randrange(len(self.held)))
        # Below the second of the rule, or above.
        read = timedelta(seconds=self.random.choice([0.3, 5, 8.2, 31, 140]))
        Trial.objects.filter(pk=trial.pk).update(held_at=Now() - read)
        answers.answer(code=trial.code, position=self.random.randint(1, 3))
        following = Judge.objects.select_related("link").get(pk=trial.judge_id)
        following.study = self.study
        if self.study.evaluations_per_judge > 1:
            self.held.append(trials.next_trial(following))

    def leave(self):
        if self.held:
            trial = self.random.choice(self.held)  # who may still answer late
            triad = Triad.objects.filter(pk=trial.triad_id, free_from__lt="9000-01-01T00:00Z")
            triad.update(free_from=Now() - timedelta(seconds=1))

    def withdraw(self):
        if self.begun and self.random.random() < 0.4:
            gone = self.random.choice(self.begun)
            self.held = [trial for trial in self.held if trial.judge_id != gone.judge_id]
            withdrawal.withdraw(code=gone.code)

    def raise_number(self):
        self.study.refresh_from_db()
        more = self.random.choice([1, 6, 7])
        amendments.raise_evaluations(
            study=self.study,
            user=self.study.owner,
            evaluations=self.study.evaluations + more,
            why="x",
        )


def from_scratch(study):
    """Count row by row, with the copies of no answer."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT statement_timestamp()")
        [now] = cursor.fetchone()
    rows = list(Trial.objects.filter(study=study).select_related("triad", "judge__link"))
    given = {answer.trial_id: answer for answer in Answer.objects.all()}
    counted = [row for row in rows if row.state == "answered"]
    right = {row.pk: given[row.pk].chosen_position == row.triad.odd_position for row in counted}
    tenths = sorted(
        int(10 * (given[row.pk].answered_at - given[row.pk].shown_at).total_seconds())
        for row in counted
    )
    reading = [row for row in rows if row.state == "held" and row.triad.free_from > now]
    lapsed = [
        row for row in rows if row.state == "lapsed" or (row.state == "held" and row not in reading)
    ]

    def share(some):
        return Share(len(some), sum(right[row.pk] for row in some))

    def panel(name):
        of = [row for row in rows if row.judge.link.panel == name]
        ours = share([row for row in of if row in counted])
        states = Counter(row.state for row in of)
        return Panel(
            name=name, counted=ours.counted, correct=ours.correct,
            reading=sum(row in reading for row in of), lapsed=sum(row in lapsed for row in of),
            surplus=states["surplus"],
        )  # fmt: skip

    states = Counter(row.state for row in rows)
    return {
        "counted": len(counted),
        "correct": sum(right.values()),
        "surplus": states["surplus"],
        "withdrawn": sum(row.state == "withdrawn" and row.pk in given for row in rows),
        "lapsed": len(lapsed),
        "reading": len(reading),
        "orders": {o: share([row for row in counted if row.triad.order == o]) for o in ORDERS},
        "positions": tuple(
            sum(given[row.pk].chosen_position == place for row in counted) for place in (1, 2, 3)
        ),
        "panels": tuple(map(panel, sorted({row.judge.link.panel for row in rows}))),
        "fast": sum(tenth < 20 for tenth in tenths),
        "median_seconds": tenths[-(-len(tenths) // 2) - 1] / 10 if tenths else None,
    }


def in_order(study):
    """The answers up to the first triad that was held and has none, by first hold."""
    triads = Triad.objects.filter(study=study, kind="main", mode="live").exclude(first_held_at=None)
    found = []
    for triad in sorted(triads, key=lambda triad: (triad.first_held_at, triad.number)):
        answer = Answer.objects.filter(trial__triad=triad, trial__state="answered").first()
        if answer is None:
            break
        found.append(answer.correct)
    return found


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize(
    "fields",
    [
        {},
        {"method": "sequential", "pd": 0.3},
        {"least_seconds": 1, "primary_set": "kept"},
        {"least_seconds": 1, "primary_set": "all", "evaluations_per_judge": 3},
    ],
    ids=["fixed", "sequential", "excluded are replaced", "repeats"],
)
def test_counts_are_those_from_scratch(seed, fields):
    crowd = Crowd(seed, **fields)
    for round_number in range(6):
        for _ in range(15):
            crowd.act()
        study = crowd.study
        study.refresh_from_db()
        inputs, sets = counting.count(study)
        if round_number % 2:
            check_stored(study, dict(sets))
        counts, expected = sets[study.primary_set], from_scratch(study)
        assert {name: getattr(counts, name) for name in expected} == expected
        assert inputs.answers_stored == Answer.objects.count()
        withdrawn = Trial.objects.filter(study=study, state="withdrawn")
        assert inputs.trials_withdrawn == withdrawn.count() >= expected["withdrawn"]
        assert counts.excluded == Judge.objects.exclude(excluded_at=None).count()
        for other, found in sets.items():
            assert found.counted == in_set(study, other)
        if study.evaluations_per_judge == 1:
            outcomes = in_order(study)
            assert (counts.in_order or Share()) == Share(len(outcomes), sum(outcomes))
            assert counts.path == tuple(enumerate(accumulate(map(int, outcomes)), 1))
            assert order.outcomes(study) == outcomes
            by_stretches = order.settled(study, counted=25, points=7)
            assert by_stretches[0] == Share(len(outcomes), sum(outcomes))
            assert set(by_stretches[1]) <= set(counts.path)
    assert all(crowd.did[what] for what in ("begin", "answer", "leave", "withdraw"))


def check_stored(study, sets):
    """A recomputation stores what is counted now, not what the one before it saw."""
    recompute(study_id=study.pk)
    for result in Result.objects.filter(study=study):
        stored, found = StudyCounts.from_json(result.numbers), sets.pop(result.analysis_set)
        of_verdict = {"verdict_left": stored.verdict_left, "after_verdict": stored.after_verdict}
        assert stored == replace(found, **of_verdict)
    assert sets == {}


def in_set(study, analysis_set):
    """How many answers an analysis set has: with or without those of excluded judges."""
    states = ["answered"] if study.primary_set == "all" else ["answered", "excluded"]
    rows = Trial.objects.filter(study=study, state__in=states)
    if analysis_set == "kept":
        rows = rows.filter(judge__excluded_at=None)
    return rows.count()


def test_what_was_acted_out_meets_every_state():
    states = set()
    for seed, fields in enumerate([{"least_seconds": 1, "primary_set": "kept"}] * 6):
        crowd = Crowd(seed, **fields)
        for _ in range(90):
            crowd.act()
        states |= set(Trial.objects.values_list("state", flat=True))
    assert states == set(Trial.State.values)


def test_the_copies_of_an_answer_are_those_of_its_trial():
    crowd = Crowd(1, least_seconds=1, primary_set="kept")
    for _ in range(60):
        crowd.act()
    rows = Answer.objects.select_related("trial__triad", "trial__judge")
    assert len(rows) > 10
    for row in rows:
        trial, triad = row.trial, row.trial.triad
        copies = (row.study_id, row.link_id, row.kind, row.mode)
        assert copies == (trial.study_id, trial.judge.link_id, trial.kind, trial.mode)
        held = (row.order, row.number, row.first_held_at)
        assert held == (triad.order, triad.number, triad.first_held_at)
