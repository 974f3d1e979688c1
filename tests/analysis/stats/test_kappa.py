"""Cohen's kappa against statsmodels, and where it is not defined."""

import numpy as np
import pytest
from statsmodels.stats.inter_rater import cohens_kappa

from analysis.stats.kappa import cohen_kappa

TABLES = (
    [[88, 14, 18], [10, 40, 10], [2, 6, 12]],  # the table of Cohen (1960), of 200
    [[20, 5], [10, 15]],
    [[1, 4], [6, 2]],
)


@pytest.mark.parametrize("table", TABLES)
def test_kappa_and_its_limits_by_other_people(table):
    pairs = [
        (row, column)
        for row, cells in enumerate(table)
        for column, count in enumerate(cells)
        for _ in range(count)
    ]
    first, second = zip(*pairs, strict=True)
    found, wanted = cohen_kappa(first, second), cohens_kappa(np.array(table))
    assert found.kappa == pytest.approx(wanted.kappa)
    assert found.lower == pytest.approx(max(-1, wanted.kappa_low))
    assert found.upper == pytest.approx(min(1, wanted.kappa_upp))


def test_full_agreement_and_none_that_is_defined():
    assert cohen_kappa("abab", "abab").kappa == 1
    alike = cohen_kappa("aaa", "aaa")
    assert (alike.agreement, alike.kappa, alike.lower) == (1, None, None)
    assert cohen_kappa("ab", "ba").kappa == -1


def test_nothing_to_compare():
    for one, other in (("", ""), ("a", "")):
        with pytest.raises(ValueError, match="two codes"):
            cohen_kappa(one, other)
