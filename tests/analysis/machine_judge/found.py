"""What the machine judge may find."""

from dataclasses import fields
from typing import Any

from analysis.stats.surface import MachineJudge


def found(**some: Any) -> MachineJudge:
    empty: dict[str, Any] = {field.name: 0 for field in fields(MachineJudge)}
    return MachineJudge(
        **(empty | {"telling": (), "scores": (), "why_none": None, "one_sided_right": None} | some)
    )
