"""What the companions of a study's texts found, as it is stored with their job."""

from dataclasses import dataclass
from typing import Any, Self

from analysis.companions.frames import Frames, KeySet, Mention, Patterns
from analysis.companions.rules import pd_of
from studies.models import Job, Study
from studies.services.lifecycle.checks import one_rule

# Raised when a method changes, so that results of earlier ones are not shown as these.
METHODS = {"one_rule_judges": 1, "content_match": 1, "frames": 1}


@dataclass(frozen=True, slots=True)
class Rule:
    """A one-rule judge: the share right, and how far it is right in each triad.

    `by_triad` has a character for each triad in the order of their numbers: 0 for wrong, m for 1/m.
    """

    rule: str
    looks_at: str
    right: float
    by_triad: str

    @property
    def pd(self) -> float:
        return pd_of(self.right)


@dataclass(frozen=True, slots=True)
class Pool:
    """How many texts of A and B match their item in a pool, and McNemar's test over the items."""

    texts_a: int
    texts_b: int
    share_a: float | None
    share_b: float | None
    auc_a: float | None
    auc_b: float | None
    items: int
    only_a: int
    only_b: int
    p_value: float | None

    @property
    def difference(self) -> float | None:
        """Share matched of A less that of B."""
        if self.share_a is None or self.share_b is None:
            return None
        return self.share_a - self.share_b


@dataclass(frozen=True, slots=True)
class Misfit:
    """A text that fits another item's context better than its own, by the key of the text."""

    key: int
    rank: float
    resembles: str


@dataclass(frozen=True, slots=True)
class Companions:
    """All that was found. `of` is what of the study it depends on.

    `rules` are of the first `triads` of `planned` ones; without triads there are none, and
    `why_no_rules` says why. Without contexts there is no pool of them, without structured ones
    there are no frames.
    """

    of: dict[str, Any]
    methods: dict[str, int]
    texts: int
    triads: int
    planned: int
    why_no_rules: str
    rules: tuple[Rule, ...] = ()
    contexts: Pool | None = None
    others: Pool | None = None
    misfits: tuple[Misfit, ...] = ()
    frames: Frames | None = None

    @classmethod
    def from_json(cls, stored: dict[str, Any]) -> Self:
        pools = {name: stored[name] and Pool(**stored[name]) for name in ("contexts", "others")}
        lists = {
            "rules": tuple(Rule(**rule) for rule in stored["rules"]),
            "misfits": tuple(Misfit(**one) for one in stored["misfits"]),
        }
        return cls(**stored | pools | lists | {"frames": _frames(stored["frames"])})

    def is_stale(self, study: Study) -> bool:
        """Return whether texts or plan have changed since."""
        return self.of != one_rule.dependencies(study)


def _frames(stored: dict[str, Any] | None) -> Frames | None:
    if stored is None:
        return None
    return Frames(
        a=_patterns(stored["a"]),
        b=_patterns(stored["b"]),
        mentions=tuple(Mention(**one) for one in stored["mentions"]),
        key_sets=tuple(KeySet(**one | {"keys": tuple(one["keys"])}) for one in stored["key_sets"]),
        unstructured=stored["unstructured"],
    )


def _patterns(stored: dict[str, Any]) -> Patterns:
    counted = ("frequent", "frequent_openings")
    return Patterns(**stored | {name: tuple(map(tuple, stored[name])) for name in counted})


def latest(study: Study) -> Companions | None:
    """Return the newest result, unless its methods were others."""
    job = Job.objects.newest_result(study, Job.Kind.COMPANIONS)
    if job is None or job.result["methods"] != METHODS:
        return None
    return Companions.from_json(job.result)
