"""The job that rehearses a study, and what it left."""

from collections.abc import Callable
from dataclasses import asdict, dataclass
from itertools import islice
from typing import Any, Self

from analysis import fingerprint
from analysis.simulation.monte_carlo import Case, Rule, rehearse
from analysis.simulation.one_study import People, Setting
from studies import design
from studies.models import Job, Study
from studies.models.triad import Mode
from studies.services.lifecycle import triads

SEED = 2020


@dataclass(frozen=True, slots=True)
class Rehearsed:
    """What was supposed, and what came of it: if nobody perceives a difference, and if some do.

    `plan` is what of the study it depends on.
    """

    nobody: Case
    some: Case
    people: People
    studies: int
    plan: dict[str, Any]

    def as_json(self) -> dict[str, Any]:
        return asdict(self)

    @classmethod
    def from_json(cls, stored: dict[str, Any]) -> Self:
        return cls(
            nobody=Case.from_json(stored["nobody"]),
            some=Case.from_json(stored["some"]),
            people=People(**stored["people"]),
            studies=stored["studies"],
            plan=stored["plan"],
        )

    @property
    def rule(self) -> Rule:
        return Rule(**self.plan["rule"])


def rule_of(study: Study) -> Rule:
    """What decides the study."""
    return Rule(
        method=study.method,
        alpha=study.alpha,
        beta=study.beta,
        pd=study.pd,
        evaluations=study.evaluations,
        per_judge=study.evaluations_per_judge,
    )


def plan_now(study: Study) -> dict[str, Any]:
    """All of a study that a rehearsal depends on: where it differs, it is out of date."""
    return {
        "rule": asdict(rule_of(study)),
        "goal": study.goal,
        "pairing": study.pairing,
        "hold_minutes": study.hold_minutes,
        "texts": fingerprint.of_texts(study),
    }


def do(job: Job, progress: Callable[[int, int], None]) -> None:
    """Do the job: its result is kept with it. The triads are those that opening makes."""
    study, asked = job.study, job.arguments
    blocks = design.blocks_for(study.evaluations)
    planned = triads.planned_triads(study, mode=Mode.LIVE, start_block=1, blocks=blocks)
    people = People(**asked["people"])
    setting = Setting(
        triads=list(islice(planned, study.evaluations)),
        per_judge=study.evaluations_per_judge,
        hold_minutes=study.hold_minutes,
        people=people,
    )
    nobody, some = rehearse(
        setting,
        rule_of(study),
        true_pd=asked["pd"],
        studies=asked["studies"],
        seed=SEED,
        progress=progress,
    )
    result = Rehearsed(nobody, some, people, asked["studies"], plan_now(study))
    Job.objects.filter(pk=job.pk).update(result=result.as_json())


def last(study: Study) -> Rehearsed | None:
    """What came of the last rehearsal."""
    job = Job.objects.newest_result(study, Job.Kind.REHEARSE)
    return Rehearsed.from_json(job.result) if job else None
