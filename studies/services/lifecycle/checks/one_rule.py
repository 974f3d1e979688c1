"""Whether a judge who looks at one thing only would be right more often than the plan asks for.

`analysis.companions` counts it by a job; its result is read here, as far as it is of these texts
and this plan.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from studies.kinds.pair import Pair
from studies.models import Job, Study
from studies.services.lifecycle.checks import surface_cues
from studies.stimuli.cues.cue_order import Strength, strongest_first


@dataclass(frozen=True, slots=True)
class OneRule:
    """A look at one thing, and the share of triads in which a judge would be right by it."""

    rule: str
    looks_at: str
    right: float

    @property
    def pd(self) -> float:
        """The share of people who would perceive a difference, if they were as often right."""
        return 1.5 * self.right - 0.5


def dependencies(study: Study) -> dict[str, Any]:
    """Return all of a study that its companions depend on: where it differs, they are stale."""
    return {
        "texts": study.samples.main().fingerprint(),
        "state": surface_cues.state_of(Pair(study)),
        "pairing": study.pairing,
        "protocol": study.protocol,
        "evaluations": study.evaluations,
    }


def rules_tried(study: Study) -> list[OneRule]:
    """Return the rules as they were tried on triads of the texts and plan as they are now.

    None where they were not, or where the plan makes no triads to try them on.
    """
    newest = Job.objects.newest_result(study, Job.Kind.COMPANIONS)
    if newest is None or newest.result["of"] != dependencies(study):
        return []
    found = [OneRule(one["rule"], one["looks_at"], one["right"]) for one in newest.result["rules"]]
    return strongest_first(found, lambda rule: Strength(rule.right))


def shares_right(rules: Iterable[OneRule]) -> dict[str, float]:
    """Return by rule how often it would be right in the triads."""
    return {rule.rule: rule.right for rule in rules}
