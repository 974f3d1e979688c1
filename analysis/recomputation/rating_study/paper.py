"""How the RankME paper would rank the systems, as JSON and back. It never decides. No Django."""

from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from typing import Any, Self

from analysis.recomputation.rating_study.rows import RatedText, as_arrays, by_criterion
from analysis.recomputation.rating_study.rules import Rules
from analysis.stats import (
    BootstrapRanking,
    Davidson,
    Outcomes,
    PairShare,
    Ratings,
    Skill,
    SkillRanking,
    Worth,
    davidson,
    page_outcomes,
    paired_bootstrap,
    trueskill,
)

# Above so many matches TrueSkill takes more than a few minutes.
MOST_MATCHES = 150_000
TOO_MANY = f"more than {MOST_MATCHES:,} matches take too long"


@dataclass(frozen=True, slots=True)
class PaperNumbers:
    """The three rankings by one criterion."""

    key: str
    bootstrap: BootstrapRanking
    skills: SkillRanking
    davidson: Davidson

    def as_json(self) -> dict[str, Any]:
        """Return plain dictionaries and lists."""
        return asdict(self)

    @classmethod
    def from_json(cls, stored: dict[str, Any]) -> Self:
        """Read what `as_json` gave."""
        drawn, skills, fit = stored["bootstrap"], stored["skills"], stored["davidson"]
        return cls(
            key=stored["key"],
            bootstrap=BootstrapRanking(
                tuple(PairShare(**pair) for pair in drawn["pairs"]), _tuples(drawn["clusters"])
            ),
            skills=SkillRanking(
                skills["comparisons"],
                tuple(Skill(**skill) for skill in skills["skills"]),
                None if skills["clusters"] is None else _tuples(skills["clusters"]),
                skills["reason"],
            ),
            davidson=Davidson(**{**fit, "worths": tuple(Worth(**one) for one in fit["worths"])}),
        )


def paper_numbers(rows: Sequence[RatedText], rules: Rules) -> tuple[PaperNumbers, ...]:
    """Return the rankings by each criterion that has numbers; sheets rated again are left out."""
    found = by_criterion([row for row in rows if row.is_main])
    return tuple(
        _numbers(one.key, as_arrays(found[one.key], side_by_side=rules.side_by_side), rules)
        for one in rules.numbers
        if one.key in found
    )


def _numbers(key: str, ratings: Ratings, rules: Rules) -> PaperNumbers:
    outcomes = page_outcomes(ratings)
    return PaperNumbers(
        key=key,
        bootstrap=paired_bootstrap(ratings, ratings.value, seed=rules.seed),
        skills=_skills(outcomes, rules.seed),
        davidson=davidson(outcomes),
    )


def _skills(outcomes: tuple[Outcomes, ...], seed: int) -> SkillRanking:
    matches = sum(each.pages for each in outcomes)
    if matches > MOST_MATCHES:
        return SkillRanking(matches, reason=TOO_MANY)
    return trueskill(outcomes, seed=seed)


def _tuples(stored: Iterable[Iterable[str]]) -> tuple[tuple[str, ...], ...]:
    return tuple(tuple(part) for part in stored)
