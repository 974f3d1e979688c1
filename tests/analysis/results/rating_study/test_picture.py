"""Brackets around what was not separated. No database."""

from dataclasses import replace

import pytest

from analysis.recomputation.rating_study.compute import rating_numbers
from analysis.results.rating_study.picture import brackets, ordered, picture
from analysis.verdict_text.snapshot import RatedPlan
from tests.analysis.recomputation.rating_study.made import RULES, rated

FOUR = replace(RULES, systems=tuple("ABCD"))
PLAN = RatedPlan(dict(zip("ABCD", ("Ours", "Theirs", "Third", "Last"), strict=True)), FOUR)


def made(levels, apart):
    """Systems at these levels, of which the pairs in `apart` alone were separated."""
    given = dict(zip("ABCD", levels, strict=True))
    rows = rated(lambda judge, item, system: given[system] + judge, systems="ABCD")
    [found] = rating_numbers(rows, FOUR).criteria
    pairs = (replace(p, separated=f"{p.first}{p.second}" in apart) for p in found.pairs)
    return replace(found, pairs=tuple(pairs))


@pytest.mark.parametrize(
    ("apart", "joined"),
    [
        ((), [(0, 3)]),
        (("AB", "AC", "AD", "BC", "BD", "CD"), []),
        (("AC", "AD", "BD"), [(0, 1), (1, 2), (2, 3)]),
        (("AD", "BD", "CD"), [(0, 2)]),
        (("AB", "AC", "AD"), [(1, 3)]),
    ],
)
def test_a_bracket_joins_the_longest_runs_without_a_separated_pair(apart, joined):
    found = made([400, 300, 200, 100], apart)
    assert [one.system for one in ordered(found)] == list("ABCD")
    assert brackets(ordered(found), found) == joined


def test_the_table_says_the_same_from_the_highest():
    table = picture(made([100, 200, 300, 400], ()), PLAN)
    assert [row[0] for row in table.rows] == ["Last", "Third", "Theirs", "Ours"]
    assert [row.label for row in table.chart.rows] == ["Last", "Third", "Theirs", "Ours"]
    assert "does not say that systems are equally good" in table.note
    assert (
        picture(made([100, 200, 300, 400], ("AB", "AC", "AD", "BC", "BD", "CD")), PLAN).legend == ()
    )
