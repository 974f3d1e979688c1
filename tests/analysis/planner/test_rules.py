"""Which counts decide, and what a number can afford."""

import pytest

from analysis.planner.rules import affordable, deciding_counts, paper_grid
from tests.analysis.planner.plans import FALSE_ALARM, MISSED, PAPER
from tests.analysis.stats.reference import rows as reference_rows


def test_the_counts_that_decide_the_papers_plan():
    found = deciding_counts(PAPER)
    assert (found.max_correct, found.min_correct) == (40, 41)
    assert found.false_alarm == pytest.approx(FALSE_ALARM)
    assert found.missed == pytest.approx(MISSED)
    assert found.power == pytest.approx(1 - FALSE_ALARM)
    assert (found.right_by_guessing, found.right_at_pd) == (
        pytest.approx(98 / 3),
        pytest.approx(98 * (1 / 3 + 0.2)),
    )


def test_the_grid_is_the_papers_table_but_for_its_misprint():
    paper = {
        (float(row["pd"]), float(row["alpha"]), float(row["beta"])): int(row["judges"])
        for row in reference_rows("paper_table1_judges")
    }
    ours = {(cell.pd, cell.alpha, cell.beta): cell.judges for cell in paper_grid()}
    assert len(ours) == 125
    differ = {key: (ours[key], paper[key]) for key in paper if ours[key] != paper[key]}
    assert differ == {(0.1, 0.05, 0.001): (1178, 1181)}


def test_a_cell_that_needs_exactly_n_can_be_afforded_and_the_next_cannot():
    can = affordable(98, "similarity")
    assert (0.3, 0.05, 0.01) in can
    assert (0.3, 0.01, 0.01) not in can
