"""The judge's pages have the colours and faces of all others; their style sheet stands alone."""

import re
from pathlib import Path

STATIC = Path(__file__).resolve().parents[4] / "static"


def roots(name: str) -> list[dict[str, str]]:
    """Return the variables of each `:root`, the light one first, then the dark one."""
    found = re.findall(r":root \{(.*?)\}", (STATIC / name).read_text(), flags=re.DOTALL)
    return [dict(re.findall(r"(--[a-z-]+): ([^;]+);", block)) for block in found[:2]]


def test_what_both_style_sheets_name_is_the_same() -> None:
    for ours, theirs in zip(roots("judge/judge.css"), roots("workbench/tokens.css"), strict=True):
        shared = ours.keys() & theirs.keys()
        assert shared >= {"--paper", "--ink", "--soft", "--line", "--accent", "--error"}
        assert {name: ours[name] for name in shared} == {name: theirs[name] for name in shared}
