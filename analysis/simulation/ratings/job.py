"""The job that simulates a rating study, and its stored result."""

from collections.abc import Callable
from dataclasses import asdict, dataclass
from typing import Any, Self

from analysis.simulation.monte_carlo import SimulatedShare
from analysis.simulation.ratings.monte_carlo import (
    RatingSetting,
    SeparatedPairs,
    SupposedRaters,
    judges_of,
    simulate,
)
from studies.design import sheets
from studies.models import Job, RatingPlan, Study
from studies.services.lifecycle.places.sheets import sheet_design
from studies.services.lifecycle.places.triads import design_texts

SEED = 2018


@dataclass(frozen=True, slots=True)
class RatingSimulation:
    """What was supposed and what came of it; `pairs` by letters. Names are those of the JSON."""

    studies: int
    judges: int
    ratio: float
    people: SupposedRaters
    # If no system is better: studies that separated any pair.
    wrong: int
    # If each system is rated so many times as high as the next: first, second, studies.
    found: tuple[tuple[str, str, int], ...]
    plan: dict[str, Any]

    @classmethod
    def from_json(cls, stored: dict[str, Any]) -> Self:
        parts = {
            "people": SupposedRaters(**stored["people"]),
            "found": tuple((first, second, number) for first, second, number in stored["found"]),
        }
        return cls(**{**stored, **parts})

    @property
    def wrong_share(self) -> SimulatedShare:
        """How often a difference is claimed that is not there."""
        return SimulatedShare(self.wrong, self.studies)


def dependencies(study: Study) -> dict[str, Any]:
    """Return all of a study that a simulation depends on: where it differs, it is out of date."""
    plan = study.rating_plan
    return {
        "method": plan.method,
        "setup": plan.setup,
        "identical": plan.identical,
        "points": plan.scale_points,
        "copies": plan.judges_per_item,
        "criterion": plan.primary_criterion,
        "per_judge": study.evaluations_per_judge,
        "alpha": study.alpha,
        "systems": [*study.subjects],
        "texts": study.samples.main().fingerprint(),
    }


def setting_of(study: Study) -> RatingSetting:
    """Return the study's sheets by the criterion that decides, and its rule."""
    plan, letters = study.rating_plan, [*study.subjects]
    planned = sheets.plan_sheets(
        design_texts(study), sheet_design(study), seed=bytes.fromhex(study.seed), purpose="sheets"
    )
    wanted = [one for one in planned if one.criterion in ("", plan.primary_criterion)]
    system = dict(study.samples.main().values_list("pk", "subject"))
    items = {name: number for number, name in enumerate(dict.fromkeys(one.item for one in wanted))}
    return RatingSetting(
        sheets=[
            (
                one.question,
                items[one.item],
                [[letters.index(system[key]) for key in keys] for keys in one.places],
            )
            for one in wanted
        ],
        systems=len(letters),
        per_judge=study.evaluations_per_judge,
        alpha=study.alpha,
        points=plan.scale_points if plan.method == RatingPlan.Method.LIKERT else 0,
        side_by_side=plan.method == RatingPlan.Method.RANKME,
    )


def run_job(job: Job, progress: Callable[[int, int], None]) -> None:
    """Simulate the study on the sheets that opening makes, and store the result with the job."""
    study, asked = job.study, job.arguments
    people, setting = SupposedRaters(**asked["people"]), setting_of(study)
    nobody, some = simulate(
        setting, people, ratio=asked["ratio"], studies=asked["studies"], seed=SEED,
        progress=progress,
    )  # fmt: skip
    result = RatingSimulation(
        studies=asked["studies"],
        judges=max(judges_of(setting), default=-1) + 1,
        ratio=asked["ratio"],
        people=people,
        wrong=nobody.any_pair,
        found=_by_letters(some, [*study.subjects]),
        plan=dependencies(study),
    )
    Job.objects.filter(pk=job.pk).update(result=asdict(result))


def _by_letters(some: SeparatedPairs, letters: list[str]) -> tuple[tuple[str, str, int], ...]:
    return tuple((letters[a], letters[b], number) for (a, b), number in some.pairs.items())


def latest(study: Study) -> RatingSimulation | None:
    """Return the newest result."""
    job = Job.objects.newest_result(study, Job.Kind.REHEARSE)
    return RatingSimulation.from_json(job.result) if job else None
