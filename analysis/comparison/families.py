"""The families among the studies of the page, each with the verdicts that its studies have."""

from collections.abc import Iterable
from dataclasses import dataclass

from django.contrib.auth.models import AnonymousUser

from analysis import number_format
from analysis.results.beside_plan.families import Family, FamilyMember, families_with
from analysis.stats.binomial import reaches
from studies.models import Study, User

NONE = "–"


@dataclass(frozen=True, slots=True)
class FamilyRow:
    """A study of a family, as printed."""

    study: Study
    right: str
    p_value: str
    p_adjusted: str
    holds: str


@dataclass(frozen=True, slots=True)
class FamilyTable:
    """A family: its studies that the person may read, and what else is to be said."""

    name: str
    size: int
    rows: tuple[FamilyRow, ...]
    note: str


def family_tables(studies: Iterable[Study], reader: User | AnonymousUser) -> list[FamilyTable]:
    """Return a table of each family of which these studies are; one query."""
    return [
        FamilyTable(
            name=family.name,
            size=family.size,
            rows=tuple(_row(member, family) for member in family.seen),
            note=note(family),
        )
        for family in families_with(studies, reader)
    ]


def _row(member: FamilyMember, family: Family) -> FamilyRow:
    study, p = member.study, member.p_value
    adjusted = family.adjusted.get(study.pk)
    right, p_value = NONE, NONE
    if hasattr(study, "verdict"):
        right = f"{study.verdict.correct} of {study.verdict.counted}"
        p_value = NONE if p is None else number_format.p_cell(p, level=member.level)
    elif p is not None:
        right = "no verdict"
    return FamilyRow(
        study=study,
        right=right,
        p_value=p_value,
        p_adjusted=NONE if adjusted is None else number_format.p_cell(adjusted, level=family.level),
        holds=NONE if adjusted is None else ("yes" if reaches(adjusted, family.level) else "no"),
    )


def note(family: Family) -> str:
    """Say what the adjusted p means, or what it waits for."""
    if family.adjusted:
        return (
            f"At level {number_format.level(family.level)} all that holds in the family holds "
            "together. A study that ended without a verdict counts as p = 1."
        )
    opened = len(family.members)
    unseen = f" You cannot read {family.unseen} of them, or not yet." if family.unseen else ""
    return (
        f"Holm's correction waits until all {family.size} studies have ended and may be read: "
        f"{opened} opened, {family.ended} ended.{unseen}"
    )
