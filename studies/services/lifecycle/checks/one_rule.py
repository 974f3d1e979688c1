"""Whether a judge who looks at one thing only would be right more often than the plan asks for.

`analysis.companions` counts it by a job; its result is read here, as far as it is of these texts
and this plan.
"""

from dataclasses import dataclass
from typing import Any

from studies.kinds.pair import Pair
from studies.models import Job, Study
from studies.services.lifecycle.checks import surface_cues
from studies.stimuli.cue_order import Strength, strongest_first


@dataclass(frozen=True, slots=True)
class Passing:
    """A rule by which a judge would be right more often than the plan asks for."""

    looks_at: str
    right: float
    pd: float


def dependencies(study: Study) -> dict[str, Any]:
    """Return all of a study that its companions depend on: where it differs, they are stale."""
    return {
        "texts": study.samples.main().fingerprint(),
        "state": surface_cues.state_of(Pair(study)),
        "pairing": study.pairing,
        "protocol": study.protocol,
        "evaluations": study.evaluations,
    }


def is_tried(study: Study) -> bool:
    """Return whether the rules were tried on triads of the texts and the plan as they are now.

    Where the plan makes no triads there is nothing to try them on.
    """
    return bool(_rules(study))


def passing(study: Study) -> list[Passing]:
    """Return the rules with a pd above the plan's, the strongest first; none where not tried."""
    found = [
        Passing(rule["looks_at"], rule["right"], 1.5 * rule["right"] - 0.5)
        for rule in _rules(study) or []
    ]
    above = [rule for rule in found if rule.pd > study.pd]
    return strongest_first(above, lambda rule: Strength(rule.right))


def shares_right(study: Study) -> dict[str, float]:
    """Return by rule how often it would be right in the triads; none where not tried."""
    return {rule["rule"]: rule["right"] for rule in _rules(study) or []}


def _rules(study: Study) -> list[dict[str, Any]] | None:
    newest = Job.objects.newest_result(study, Job.Kind.COMPANIONS)
    if newest is None or newest.result["of"] != dependencies(study):
        return None
    rules: list[dict[str, Any]] = newest.result["rules"]
    return rules
