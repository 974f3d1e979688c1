"""The job that simulates a study, and its stored result."""

from collections.abc import Callable
from dataclasses import asdict, dataclass
from itertools import islice
from typing import Any, Self

from analysis.simulation.monte_carlo import SimulatedCase, SimulationPlan, simulate
from analysis.simulation.one_study import SimulationSetting, SupposedJudges
from studies import design
from studies.models import Job, Study
from studies.models.judging.triad import Mode
from studies.services.lifecycle.places import triads

SEED = 2020


@dataclass(frozen=True, slots=True)
class SimulationResult:
    """What was supposed, and what came of it if no judge perceives a difference, and if some do.

    `plan` is what of the study it depends on. The names are those of the stored JSON.
    """

    nobody: SimulatedCase
    some: SimulatedCase
    people: SupposedJudges
    studies: int
    plan: dict[str, Any]

    @classmethod
    def from_json(cls, stored: dict[str, Any]) -> Self:
        return cls(
            nobody=SimulatedCase.from_json(stored["nobody"]),
            some=SimulatedCase.from_json(stored["some"]),
            people=SupposedJudges(**stored["people"]),
            studies=stored["studies"],
            # Of a simulation that is older than the directed triad.
            plan={"protocol": "triangle"} | stored["plan"],
        )

    @property
    def rule(self) -> SimulationPlan:
        """What decided."""
        return SimulationPlan(**self.plan["rule"])

    @property
    def misses_by_similarity(self) -> bool:
        """A difference is missed by claiming similarity, not by showing nothing."""
        return bool(self.plan["goal"] == "similarity" or self.rule.is_sequential)


def plan_of(study: Study) -> SimulationPlan:
    """Return what decides the study."""
    return SimulationPlan(
        method=study.method,
        alpha=study.alpha,
        beta=study.beta,
        pd=study.pd,
        evaluations=study.evaluations,
        per_judge=study.evaluations_per_judge,
    )


def dependencies(study: Study) -> dict[str, Any]:
    """Return all of a study that a simulation depends on: where it differs, it is out of date."""
    return {
        "rule": asdict(plan_of(study)),
        "goal": study.goal,
        "pairing": study.pairing,
        "protocol": study.protocol,
        "hold_minutes": study.hold_minutes,
        "texts": study.samples.main().fingerprint(),
    }


def run_job(job: Job, progress: Callable[[int, int], None]) -> None:
    """Simulate the study on the triads that opening makes, and store the result with the job."""
    study, asked = job.study, job.arguments
    blocks = design.blocks_for(study.evaluations, study.protocol)
    planned = triads.planned_triads(study, mode=Mode.LIVE, start_block=1, blocks=blocks)
    judges = SupposedJudges(**asked["people"])
    setting = SimulationSetting(
        triads=list(islice(planned, study.evaluations)),
        per_judge=study.evaluations_per_judge,
        hold_minutes=study.hold_minutes,
        judges=judges,
    )
    nobody, some = simulate(
        setting,
        plan_of(study),
        true_pd=asked["pd"],
        studies=asked["studies"],
        seed=SEED,
        progress=progress,
    )
    result = SimulationResult(nobody, some, judges, asked["studies"], dependencies(study))
    Job.objects.filter(pk=job.pk).update(result=asdict(result))


def latest(study: Study) -> SimulationResult | None:
    """Return the newest result."""
    job = Job.objects.newest_result(study, Job.Kind.REHEARSE)
    return SimulationResult.from_json(job.result) if job else None
