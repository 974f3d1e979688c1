"""Families of studies: the verdicts of their plans, and Holm's correction over all of them.

Nothing of a study that the reader may not read is told, nor anything that follows from it: the
adjusted p of one study depends on the p of the others.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from django.contrib.auth.models import AnonymousUser
from django.db.models import Case, Exists, OuterRef, Q, QuerySet, Value, When

from analysis.stats import holm
from analysis.verdict_text import FamilyResult
from studies.models import Amendment, Study, User
from studies.models.visibility import May


@dataclass(frozen=True, slots=True)
class FamilyMember:
    """A study of a family. `p_value` is 1 where it ended without a verdict; None before its end."""

    study: Study
    may_read: bool
    p_value: float | None

    @property
    def level(self) -> float:
        """The level of the test that is the verdict of its plan."""
        study = self.study
        return study.alpha if study.goal == Study.Goal.DIFFERENCE else study.beta


@dataclass(frozen=True, slots=True)
class Family:
    """The opened studies of one family, oldest first, as one person may know them."""

    name: str
    size: int
    members: tuple[FamilyMember, ...]

    @property
    def seen(self) -> tuple[FamilyMember, ...]:
        """The studies that the person may read."""
        return tuple(member for member in self.members if member.may_read)

    @property
    def unseen(self) -> int:
        """How many the person may not read."""
        return len(self.members) - len(self.seen)

    @property
    def ended(self) -> int:
        """How many of those that the person may read have ended, with a verdict or without."""
        return sum(member.p_value is not None for member in self.seen)

    @property
    def adjusted(self) -> dict[int, float]:
        """Return Holm's adjusted p by the key of the study; empty until all have ended."""
        values = [member.p_value for member in self.seen if member.p_value is not None]
        if len(values) < max(self.size, len(self.members)):
            return {}
        keys = (member.study.pk for member in self.seen)
        return dict(zip(keys, holm(values), strict=True))

    @property
    def level(self) -> float:
        """The smallest level of its studies: at this one all of their claims hold together."""
        return min(member.level for member in self.members)

    def result_of(self, study: Study) -> FamilyResult:
        """Return what is told of the family beside the verdict of one of its studies."""
        adjusted = self.adjusted
        return FamilyResult(
            name=self.name,
            size=self.size,
            ended=self.ended,
            unseen=self.unseen,
            p_adjusted=adjusted.get(study.pk),
            level=self.level if adjusted else None,
        )


def family_of(study: Study, reader: User | AnonymousUser) -> Family | None:
    """Return the family of an opened study; None where it has none. One query."""
    if not study.family:
        return None
    found = families_among(Study.objects.of_family(study), reader)
    return found[0] if found else None


def families_with(studies: Iterable[Study], reader: User | AnonymousUser) -> list[Family]:
    """Return the families of which these studies are; one query."""
    wanted = {_key(study) for study in studies if study.family}
    if not wanted:
        return []
    owners = {owner for owner, _, _ in wanted}
    rows = Study.objects.filter(owner__in=owners, opened_at__isnull=False).exclude(family="")
    return [one for one in families_among(rows, reader) if _key(one.members[0].study) in wanted]


def families_among(rows: QuerySet[Study], reader: User | AnonymousUser) -> list[Family]:
    """Return these studies by family."""
    readable = Study.objects.visible_to(reader, May.READ).order_by().values("pk")
    may_read = Case(When(Q(pk__in=readable), then=Value(True)), default=Value(False))
    raised = Exists(Amendment.objects.raised_after_looking().filter(study=OuterRef("pk")))
    found: dict[tuple[int, str, bool], list[FamilyMember]] = {}
    studies: Any = rows.annotate(may_read=may_read, raised=raised).select_related("verdict")
    for study in studies.defer("plan_json").order_by("opened_at", "pk"):
        member = FamilyMember(study, study.may_read, _p_value(study, raised=study.raised))
        found.setdefault(_key(study), []).append(member)
    return [
        Family(
            name=members[0].study.family,
            size=max(member.study.family_size or 0 for member in members),
            members=tuple(members),
        )
        for members in found.values()
    ]


def _key(study: Study) -> tuple[int, str, bool]:
    return study.owner_id, study.family.casefold(), study.is_test


def _p_value(study: Study, *, raised: bool) -> float | None:
    """Return the p of the plan's own test; 1 where the study ended without a verdict."""
    if not hasattr(study, "verdict"):
        return 1.0 if raised or study.status == Study.Status.CLOSED else None
    tests = study.verdict.numbers.get(study.goal)
    return float(tests["p_value"]) if tests else 1.0
