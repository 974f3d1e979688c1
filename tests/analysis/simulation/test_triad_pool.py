"""Triads handed out in memory, as the database hands them out."""

from itertools import islice

import pytest

from analysis.simulation.triad_pool import TriadPool
from studies.design import plan_blocks
from studies.models import Triad, Trial
from studies.services.judging import trials
from studies.services.judging.answering import answers
from studies.services.lifecycle.places import triads
from tests.analysis.simulation.plays import TEXTS
from tests.factories import make_judge, make_link, open_study


@pytest.mark.django_db
def test_the_pool_hands_out_what_the_database_does() -> None:
    study = open_study(items=8, evaluations=24, evaluations_per_judge=4)
    planned = list(triads.planned_triads(study, mode="live", start_block=1, blocks=4))
    pool = TriadPool(planned)
    link = make_link(study)
    judges = [make_judge(link) for _ in range(5)]
    had: dict[int, list[int]] = {judge.pk: [] for judge in judges}

    for turn in range(18):
        judge = judges[(turn * 3) % 5]
        if len(had[judge.pk]) == 4:
            continue
        real = Triad.objects.get(pk=trials.next_trial(judge).triad_id).number
        place = pool.take(had[judge.pk])
        assert place is not None
        assert planned[place].number == real
        had[judge.pk].append(place)
        held = Trial.objects.get(judge=judge, state="held")
        answers.answer(code=held.code, position=1)


def test_a_triad_given_back_comes_first_again() -> None:
    pool = TriadPool(list(islice(plan_blocks(TEXTS, seed=b"0" * 16, blocks=1), 6)))
    assert [pool.take([]) for _ in range(3)] == [0, 1, 2]

    pool.give_back(1)

    assert [pool.take([]) for _ in range(5)] == [1, 3, 4, 5, None]
