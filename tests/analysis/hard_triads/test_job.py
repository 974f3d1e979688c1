"""Hard triads: which are looked at, how like their texts are, and the order."""

import json
from dataclasses import asdict
from typing import Any

import numpy as np
import pytest

from analysis.hard_triads import answered
from analysis.hard_triads import job as hard_triads
from analysis.hard_triads.answered import AnsweredTriad, answered_triads
from analysis.hard_triads.job import HardTriads, in_order, latest, parts_of
from analysis.recomputation.store import recompute
from analysis.report_zip.companions import companions_file
from studies.models import Answer, Job, Study, Triad
from studies.services import jobs
from studies.services.lifecycle import opening
from studies.services.lifecycle.opening_warnings import ACCEPTING
from tests.analysis.answering import give_outcomes
from tests.analysis.breakdown.answered import answered as answered_study
from tests.factories import make_sample, make_study, make_user, open_study


def looked_at(study: Study) -> HardTriads:
    job = jobs.begin(study=study, user=study.owner, kind=Job.Kind.HARD_TRIADS)
    hard_triads.look(job, lambda _done, _total: None)
    Job.objects.filter(pk=job.pk).update(finished_at=study.opened_at)
    found = latest(study)
    assert found is not None
    return found


@pytest.mark.django_db
def test_triads_have_their_counted_answers_whatever_the_order() -> None:
    study, _ = answered_study(counted=24)
    triads, of = answered_triads(study)
    assert of == len(triads)
    assert sum(triad.answers for triad in triads) == 24
    counted = Answer.objects.filter(study=study)
    assert sum(triad.right for triad in triads) == sum(a.correct for a in counted)
    planned = {_texts(triad) for triad in Triad.objects.filter(study=study)}
    assert {triad.texts for triad in triads} <= planned


def _texts(triad: Triad) -> tuple[int, int, int]:
    odd = triad.sample_ids[triad.odd_position - 1]
    one, two = sorted(key for key in triad.sample_ids if key != odd)
    return odd, one, two


@pytest.mark.django_db
def test_of_many_triads_a_lot_decides_and_the_texts_are_bounded(monkeypatch: Any) -> None:
    study, _ = answered_study(counted=24)
    monkeypatch.setattr(answered, "MOST_TRIADS", 10)
    some, of = answered_triads(study)
    assert (len(some), of > 10) == (10, True)
    assert answered_triads(study)[0] == some
    monkeypatch.setattr(answered, "MOST_TEXTS", 6)
    few, _ = answered_triads(study)
    assert 2 <= len(few) < 10
    assert len({key for triad in few for key in triad.texts}) <= 6


@pytest.mark.django_db
def test_there_is_a_p_after_the_verdict_only() -> None:
    study = make_study(owner=make_user(), items=0, evaluations=24)
    for number in range(8):
        make_sample(study, "AB"[number % 2], f"day {number // 2}", "sun rain"[: number + 1])
    study = opening.open_study(study=study, user=study.owner, accepted=list(ACCEPTING))
    give_outcomes(study, [n % 2 == 0 for n in range(12)])
    recompute(study_id=study.pk)
    before = looked_at(study)
    assert (before.counted, before.found.answers, before.found.p_value) == (12, 12, None)
    give_outcomes(study, [n % 3 == 0 for n in range(12)])
    recompute(study_id=study.pk)
    after = looked_at(study)
    assert after.counted == 24
    assert after.found.p_value is not None
    assert after.found.permutations == 999
    assert Job.objects.filter(kind=Job.Kind.HARD_TRIADS).count() == 1


@pytest.mark.django_db
def test_it_can_be_cancelled_and_looks_again_at_nothing() -> None:
    study = open_study(owner=make_user())
    empty = looked_at(study)
    assert (empty.of, empty.parts, empty.in_order, empty.found.slope) == (0, (), (), None)

    def stop(_done: int, _total: int) -> None:
        raise jobs.CancelledError

    job = Job.objects.create(study=study, owner=study.owner, kind=Job.Kind.HARD_TRIADS)
    with pytest.raises(jobs.CancelledError):
        hard_triads.look(job, stop)


@pytest.mark.django_db
def test_likeness_is_the_mean_cosine_of_the_odd_text_with_the_others() -> None:
    texts = {1: ("abcd", "x"), 2: ("abcd", "x"), 3: ("efgh", "y"), 4: ("efgh", "y")}
    triads = [
        AnsweredTriad((1, 2, 3), 1, 1),
        AnsweredTriad((3, 1, 2), 1, 0),
        AnsweredTriad((3, 1, 4), 1, 0),
    ]
    likeness = hard_triads._likeness(texts, triads)
    assert likeness == pytest.approx([0.5, 0, 0.5])


TRIADS = [AnsweredTriad((n, 100, 101), 1, int(n < 3)) for n in range(6)]
LIKENESS = np.array([0.3, 0.1, 0.2, 0.4, 0.6, 0.5])


def test_easy_triads_come_first_the_less_alike_before() -> None:
    order = [triad.texts[0] for triad in in_order(LIKENESS, TRIADS)]
    assert order == [1, 2, 0, 3, 5, 4]
    many = [*TRIADS, AnsweredTriad((9, 100, 101), 16, 16), AnsweredTriad((8, 100, 101), 16, 0)]
    order = [triad.texts[0] for triad in in_order(np.append(LIKENESS, [0.9, 0]), many)]
    assert (order[0], order[-1]) == (9, 8)


def test_of_many_the_ends_are_kept(monkeypatch: Any) -> None:
    monkeypatch.setattr(hard_triads, "KEPT", 2)
    assert [triad.texts[0] for triad in in_order(LIKENESS, TRIADS)] == [1, 2, 5, 4]


def test_parts_hold_all_triads_by_likeness() -> None:
    triads = [AnsweredTriad((n, 100, 101), 2, n % 3) for n in range(25)]
    parts = parts_of(np.linspace(1, 0, 25), triads)
    assert [part.triads for part in parts] == [13, 12]
    assert parts[0].likeness < parts[1].likeness
    assert sum(part.answers for part in parts) == 50
    assert sum(part.right for part in parts) == sum(triad.right for triad in triads)
    assert parts_of(np.zeros(0), []) == ()


@pytest.mark.django_db
def test_a_result_comes_back_from_json_as_it_was() -> None:
    study, _ = answered_study(counted=24)
    found = looked_at(study)
    assert HardTriads.from_json(asdict(found)) == found
    told = json.loads(companions_file(study)["companions.json"])["hard_triads"]
    assert (told["method"], told["answers"], len(told["from_easiest_to_hardest"])) == (
        1, 24, len(found.in_order),
    )  # fmt: skip
    assert not told["stale"]
    give_outcomes(study, [True] * 6)
    recompute(study_id=study.pk)
    assert json.loads(companions_file(study)["companions.json"])["hard_triads"]["stale"]
    Job.objects.filter(kind=Job.Kind.HARD_TRIADS).update(result=asdict(found) | {"version": 0})
    assert latest(study) is None
