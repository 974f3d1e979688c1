"""The ranking of Novikova, Dušek and Rieser (2018) as tables, with how often it errs.

How often it errs was measured on their own ratings (docs/statistics.md, Ratings).
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from analysis import number_format
from analysis.stats import BootstrapRanking, Davidson, PairShare, SkillRanking

ERRS = (
    "These rankings do not decide. The paper draws a line where 95 % of bootstrapped means say so, "
    "as if each rating came from a different person. In its own data, with systems made equal "
    "and the judges' habits kept, that separated some pair in 62 to 100 % of studies; the rule "
    "by judges "
    "and items in at most 7 %, where 5 % are allowed."
)
SHARES_HEAD = ("First", "Second", "First above", "Second above")
SKILLS_HEAD = ("System", "TrueSkill", "Ranks, 95 % of runs", "Davidson, log worth")


@dataclass(frozen=True, slots=True)
class PaperRanking:
    """What stands folded: the warning, a sentence for each method, and two tables."""

    warning: str
    sentences: tuple[str, ...]
    shares: tuple[tuple[str, ...], ...]
    skills: tuple[tuple[str, ...], ...]


def paper_ranking(
    bootstrap: BootstrapRanking,
    skills: SkillRanking,
    davidson: Davidson,
    names: Mapping[Any, str],
) -> PaperRanking:
    """Return the three rankings of one criterion; a dash stands for what is undefined."""
    return PaperRanking(
        warning=ERRS,
        sentences=(
            f"By the paired bootstrap: {_order(bootstrap.clusters, names)}.",
            _trueskill(skills, names),
            _davidson(davidson, names),
        ),
        shares=tuple(_share_row(pair, names) for pair in bootstrap.pairs),
        skills=_skill_rows(skills, davidson, names),
    )


def _order(clusters: tuple[tuple[object, ...], ...], names: Mapping[Any, str]) -> str:
    parts = [", ".join(names[system] for system in part) for part in clusters]
    words = "; below them ".join(parts)
    return words if len(parts) > 1 else f"no line between {words}"


def _trueskill(found: SkillRanking, names: Mapping[Any, str]) -> str:
    if found.clusters is None:
        return f"TrueSkill is undefined: {found.reason}."
    return f"By TrueSkill: {_order(found.clusters, names)}."


def _davidson(found: Davidson, names: Mapping[Any, str]) -> str:
    if not found.worths:
        return f"Davidson's model is undefined: {found.reason}."
    order = sorted(found.worths, key=lambda worth: -worth.log_worth)
    listed = ", ".join(names[worth.system] for worth in order)
    return f"By Davidson's model, from the highest worth: {listed}."


def _share_row(pair: PairShare, names: Mapping[Any, str]) -> tuple[str, ...]:
    return (names[pair.first], names[pair.second], _share(pair.above), _share(pair.below))


def _share(share: float | None) -> str:
    """Return a share of draws to tenths of a percent, never rounded to or past 95 %."""
    return "–" if share is None else f"{int(1000 * share + 1e-9) / 10:.1f} %"


def _skill_rows(
    skills: SkillRanking, davidson: Davidson, names: Mapping[Any, str]
) -> tuple[tuple[str, ...], ...]:
    worths = {worth.system: number_format.decimal(worth.log_worth) for worth in davidson.worths}
    by = {skill.system: skill for skill in skills.skills}
    rows = []
    for system in by or worths:
        skill = by.get(system)
        mean = number_format.decimal(skill.mean) if skill else "–"
        ranks = f"{skill.best_rank} to {skill.worst_rank}" if skill else "–"
        rows.append((names[system], mean, ranks, worths.get(system, "–")))
    return tuple(rows)
