"""Rehearsals: simulated studies agree with exact numbers, and use the study's own allocation."""

from itertools import islice
from typing import Any

import numpy as np
import pytest
from django.test import Client

from analysis.simulation import job as stored
from analysis.simulation.monte_carlo import SimulatedCase, SimulationPlan, simulate
from analysis.simulation.one_study import PlayedStudy, SimulationSetting, SupposedJudges, play
from analysis.simulation.triad_pool import TriadPool
from studies import tasks
from studies.design import Text, blocks_for, plan_blocks
from studies.models import Job, Study, Triad, Trial
from studies.services import jobs
from studies.services.judging import answers, trials
from studies.services.lifecycle import triads
from tests.factories import make_judge, make_link, make_study, make_user, open_study

TEXTS = [Text(n, "AB"[n % 2], f"day {n // 2}", str(n)) for n in range(24)]


def setting(evaluations: int, *, per_judge: int = 1, **people: Any) -> SimulationSetting:
    planned = plan_blocks(TEXTS, seed=b"0" * 16, blocks=blocks_for(evaluations))
    return SimulationSetting(list(planned)[:evaluations], per_judge, 30, SupposedJudges(**people))


def cases(
    evaluations: int = 48, *, studies: int = 400, **more: Any
) -> tuple[SimulatedCase, SimulatedCase]:
    method, per_judge = more.pop("method", "fixed"), more.pop("per_judge", 1)
    plan = SimulationPlan(method, 0.05, 0.05, 0.3, evaluations, per_judge)
    place = setting(evaluations, per_judge=per_judge, **more)
    return simulate(place, plan, true_pd=0.3, studies=studies, seed=1)


def one(place: SimulationSetting, true_pd: float = 0.0) -> PlayedStudy:
    rng = np.random.default_rng(5)
    return play(place, true_pd=true_pd, rng=rng, decides=lambda _answers, _right: False)


@pytest.mark.parametrize(
    "more", [{}, {"leaving": 0.3}, {"method": "sequential"}, {"per_judge": 4, "leaving": 0.2}]
)
def test_risks_agree_with_the_exact_ones_where_answers_are_independent(more: Any) -> None:
    for case in cases(**more):
        for share in filter(None, (case.difference, case.similarity)):
            assert share.exact is not None
            error = np.sqrt(share.exact * (1 - share.exact) / share.of)
            assert abs(share.value - share.exact) <= 4 * error + 1e-12


def test_judges_who_repeat_and_differ_cost_power_but_not_alpha() -> None:
    alike = cases(per_judge=8)
    differing = cases(per_judge=8, spread=0.9)

    assert differing[1].difference.value < alike[1].difference.value - 0.03
    assert differing[0].difference.limits[0] <= 0.05
    assert differing[1].similarity is None


def test_judges_who_always_take_one_place_are_right_once_in_three_whoever_leaves() -> None:
    # 48 triads are whole blocks: however they are handed out, each place is odd 16 times.
    played = one(setting(48, one_place=1.0, place=2, leaving=0.4, per_judge=3))

    assert (played.right, played.answers) == (16, 48)
    assert played.imbalance == 0
    assert played.left > 0
    nobody, some = cases(one_place=1.0, place=1, studies=20)
    assert (nobody.difference.count, some.difference.count) == (0, 0)


def test_the_six_orders_differ_by_one_at_most_when_the_number_is_reached() -> None:
    nobody, some = cases(50, studies=50, leaving=0.5)

    assert set(nobody.imbalance) == set(some.imbalance) == {1}
    assert max(nobody.most_imbalance) > 1
    assert nobody.judges.middle > 50
    assert nobody.leavers.middle == pytest.approx(50, abs=15)


def test_everybody_who_perceives_it_is_right() -> None:
    assert one(setting(24), true_pd=1.0).right == 24
    assert one(setting(24, spread=1.0, per_judge=4), true_pd=0.5).right >= 8


def test_same_seed_same_rehearsal_and_json_keeps_it() -> None:
    found = cases(24, studies=30, method="sequential", one_place=0.3)

    assert cases(24, studies=30, method="sequential", one_place=0.3) == found
    assert [SimulatedCase.from_json(case.as_json()) for case in found] == list(found)


@pytest.mark.django_db
def test_the_desk_hands_out_what_the_database_does() -> None:
    study = open_study(items=8, evaluations=24, evaluations_per_judge=4)
    planned = list(triads.planned_triads(study, mode="live", start_block=1, blocks=4))
    desk = TriadPool(planned)
    link = make_link(study)
    judges = [make_judge(link) for _ in range(5)]
    had: dict[int, list[int]] = {judge.pk: [] for judge in judges}

    for turn in range(18):
        judge = judges[(turn * 3) % 5]
        if len(had[judge.pk]) == 4:
            continue
        real = Triad.objects.get(pk=trials.next_trial(judge).triad_id).number
        place = desk.take(had[judge.pk])
        assert place is not None
        assert planned[place].number == real
        had[judge.pk].append(place)
        held = Trial.objects.get(judge=judge, state="held")
        answers.answer(code=held.code, position=1)


def test_a_triad_given_back_comes_first_again() -> None:
    desk = TriadPool(list(islice(plan_blocks(TEXTS, seed=b"0" * 16, blocks=1), 6)))
    assert [desk.take([]) for _ in range(3)] == [0, 1, 2]

    desk.give_back(1)

    assert [desk.take([]) for _ in range(5)] == [1, 3, 4, 5, None]


# -- the page


def page(client: Client, study: Study) -> str:
    return client.get(f"/studies/{study.code}/rehearse/").content.decode()


def typed(**more: Any) -> dict[str, Any]:
    return {
        "studies": 100, "pd": 0.3, "leaving": 20, "one_place": 10, "place": 0, "at_once": 5, **more
    }  # fmt: skip


@pytest.mark.django_db
@pytest.mark.parametrize("fields", [{"method": "sequential"}, {"evaluations_per_judge": 3}])
def test_a_study_is_rehearsed_by_a_job_and_its_page_tells_what_came_of_it(
    client: Client, fields: dict[str, Any]
) -> None:
    study = make_study(**fields)
    client.force_login(study.owner)
    assert "Rehearse the study</button>" in page(client, study)

    answer = client.post(f"/studies/{study.code}/rehearse/", typed(spread=0.2))
    job = Job.objects.get(kind=Job.Kind.REHEARSE)
    assert answer["Location"] == f"/studies/{study.code}/jobs/{job.pk}/"
    assert "It is being done" in page(client, study)
    tasks.run_job(job.pk)

    job.refresh_from_db()
    assert job.error == ""
    shown = page(client, study)
    assert "Of 100 rehearsed studies in which nobody perceives a difference" in shown
    assert 'value="20"' in shown
    assert "changed since" not in shown
    picture = client.get(f"/studies/{study.code}/rehearse/balance.svg")
    assert picture["Content-Type"].startswith("image/svg+xml")
    assert client.get(f"/studies/{study.code}/rehearse/risks.svg").status_code == 200
    study.samples.filter(item="day 3").update(left_out=True)
    assert "Plan or texts have been changed since" in page(client, study)


@pytest.mark.django_db
def test_what_cannot_be_rehearsed_is_said_at_the_field_and_kept(client: Client) -> None:
    study = make_study(evaluations=30_000)
    client.force_login(study.owner)

    shown = client.post(f"/studies/{study.code}/rehearse/", typed(leaving=99, studies=1000))

    text = shown.content.decode()
    assert "at most 133 studies can be simulated" in text
    assert "less than or equal to 80" in text
    assert 'value="99"' in text
    assert not Job.objects.exists()
    client.force_login(make_user())
    assert client.post(f"/studies/{study.code}/rehearse/", typed()).status_code == 404


@pytest.mark.django_db
def test_a_rehearsal_stops_when_it_is_cancelled() -> None:
    study = make_study()
    people = {"leaving": 0.1, "one_place": 0.0, "place": 0, "spread": 0.0, "at_once": 5}
    job = jobs.begin(
        study=study, user=study.owner, kind=Job.Kind.REHEARSE, pd=0.3, studies=100, people=people
    )
    seen: list[int] = []

    def stop(done: int, total: int) -> None:
        seen.append(done)
        raise jobs.CancelledError

    with pytest.raises(jobs.CancelledError):
        stored.run_job(job, stop)

    assert seen == [20]
    assert stored.latest(study) is None
