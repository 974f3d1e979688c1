"""What stands beside a verdict of the study's family, where it has one."""

from analysis import number_format
from analysis.stats.binomial import reaches
from analysis.verdict_text.snapshot import FamilyResult


def family_sentence(goal: str, family: FamilyResult | None) -> str:
    """Return whether the goal is shown with Holm's correction, or what that waits for."""
    if family is None:
        return ""
    member = f"One of {family.size} studies of the family “{family.name}”"
    if family.p_adjusted is None or family.level is None:
        return f"{member}. {_waits(family)}"
    shown = "is" if reaches(family.p_adjusted, family.level) else "is not"
    p = number_format.p_text(family.p_adjusted, level=family.level, name="adjusted p")
    return (
        f"{member}: with Holm's correction its {goal} {shown} shown ({p}, level "
        f"{number_format.level(family.level)})."
    )


def _waits(family: FamilyResult) -> str:
    have = "has" if family.ended == 1 else "have"
    waits = (
        "Holm's correction waits until all of them have ended and may be read: "
        f"{family.ended} {have} so far."
    )
    if not family.unseen:
        return waits
    if family.unseen == 1:
        return f"{waits} You cannot read 1 of the others, or not yet."
    return f"{waits} You cannot read {family.unseen} of the others, or not yet."
