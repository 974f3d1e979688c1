"""The notes above and below a verdict."""

from dataclasses import replace

import pytest

from analysis.verdict_text.notes import caveat, not_reachable
from tests.analysis.verdict_text.statements import CAVEAT, PLAN, SIMILARITY, decided


@pytest.mark.parametrize(
    ("plan", "counted", "sentence"),
    [
        (
            replace(PLAN, alpha=0.001),
            6,
            "With 6 answers no result can show a difference at alpha 0.001. At least 7 are needed.",
        ),
        (
            SIMILARITY,
            5,
            "With 5 answers no result can show similarity at beta 0.01, pd 30 %. At least 7 are "
            "needed.",
        ),
    ],
)
def test_not_reachable(plan, counted, sentence):
    assert not_reachable(plan, counted) == sentence


@pytest.mark.parametrize(
    ("plan", "counted", "recommended"), [(PLAN, 17, "18"), (SIMILARITY, 29, "30")]
)
def test_too_few_by_the_standard(plan, counted, recommended):
    sentence = f"Fewer than the {recommended} judges that ISO 4120 recommends."
    assert sentence in decided(plan, 8, counted).more
    assert sentence not in decided(plan, 8, counted + 1).more


def test_far_below_chance():
    text = decided(PLAN, 20, 98)
    assert text.warning == (
        "Fewer right answers than guessing gives (20 of 98; probability 0.0035). Check the key, "
        "the orders and what the page gives away before using this result."
    )
    assert text.as_text().startswith(text.warning)
    assert decided(PLAN, 22, 98).warning == ""


def test_footnote_where_the_paper_says_otherwise():
    assert decided(PLAN, 12, 24).footnotes == (
        "By the normal approximation printed in González-Corbelle et al. (2020) 12 right answers "
        "would be enough; the exact test, and the paper's own table, need 13.",
    )
    assert decided(PLAN, 24, 60).footnotes == (
        "By the normal approximation printed in González-Corbelle et al. (2020) 26 right answers "
        "would be enough; the exact test needs 27.",
    )
    assert decided(SIMILARITY, 24, 60).footnotes == (
        "By the normal approximation printed in González-Corbelle et al. (2020) at most 23 right "
        "answers would be allowed; the exact test allows 22.",
    )
    assert decided(PLAN, 36, 98).footnotes == ()


def test_the_caveat_counts_the_texts():
    assert caveat(24) == CAVEAT
    assert "for the 1 text used;" in caveat(1)
