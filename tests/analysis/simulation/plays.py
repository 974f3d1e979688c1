"""Simulated studies of invented texts."""

from itertools import islice
from typing import Any

import numpy as np

from analysis.simulation.monte_carlo import SimulatedCase, SimulationPlan, simulate
from analysis.simulation.one_study import PlayedStudy, SimulationSetting, SupposedJudges, play
from studies.design import Text, blocks_for, plan_blocks

TEXTS = [Text(n, "AB"[n % 2], f"day {n // 2}", str(n)) for n in range(24)]


def setting(
    evaluations: int, *, per_judge: int = 1, protocol: str = "triangle", **people: Any
) -> SimulationSetting:
    blocks = blocks_for(evaluations, protocol)
    planned = plan_blocks(TEXTS, seed=b"0" * 16, protocol=protocol, blocks=blocks)
    return SimulationSetting(
        list(islice(planned, evaluations)), per_judge, 30, SupposedJudges(**people)
    )


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
