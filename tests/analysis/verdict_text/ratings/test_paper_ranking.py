"""The paper's ranking beside the rule, and that it says what it errs."""

import numpy as np
import pytest

from analysis.stats import davidson, page_outcomes, paired_bootstrap, ratings_of, trueskill
from analysis.verdict_text.ratings import paper_ranking
from tests.analysis.stats.ratings.rankme import SYSTEMS, ratings
from tests.analysis.stats.ratings.test_false_alarms import exchanged


def folded(found, names):
    met = page_outcomes(found)
    ranked = paired_bootstrap(found, found.value)
    return paper_ranking(ranked, trueskill(met, runs=200), davidson(met), names)


def test_what_the_paper_would_say_and_what_it_errs():
    shown = folded(ratings(2, "rankme", "informativeness"), SYSTEMS)
    assert shown.warning.startswith("These rankings do not decide.")
    assert "62 to 100 %" in shown.warning
    assert shown.sentences == (
        "By the paired bootstrap: Slug2Slug, TGen; below them Sheffield.",
        "By TrueSkill: TGen, Slug2Slug; below them Sheffield.",
        "By Davidson's model, from the highest worth: TGen, Slug2Slug, Sheffield.",
    )
    assert shown.shares[1] == ("Slug2Slug", "Sheffield", "100.0 %", "0.0 %")
    assert shown.skills[-1][2:] == ("3 to 3", "−4.40")


def test_what_is_undefined_is_a_dash_with_its_reason():
    judges = [1, 2, 3]
    columns = {"judges": judges * 2, "items": judges * 2, "systems": ["A"] * 3 + ["B"] * 3}
    found = ratings_of(**columns, pages=range(6), values=[5, 6, 7, 5, 6, 7])
    shown = folded(found, {"A": "Ours", "B": "Theirs"})
    assert shown.sentences == (
        "By the paired bootstrap: no line between Ours, Theirs.",
        "TrueSkill is undefined: no page holds texts of two systems.",
        "Davidson's model is undefined: no page holds texts of two systems.",
    )
    assert shown.skills == ()


@pytest.mark.parametrize(
    ("criterion", "least"), [("naturalness", 0.45), ("quality", 0.9), ("informativeness", 0.85)]
)
def test_the_bootstrap_errs_as_often_as_the_page_says(criterion, least):
    found, rng = ratings(2, "rankme", criterion), np.random.default_rng(7)
    alarms = 0
    for seed in range(60):
        y = exchanged(found, found.judge, rng)
        pairs = paired_bootstrap(found, y, resamples=400, seed=seed).pairs
        alarms += any(max(pair.above, pair.below) >= 0.95 for pair in pairs)
    assert alarms / 60 >= least
