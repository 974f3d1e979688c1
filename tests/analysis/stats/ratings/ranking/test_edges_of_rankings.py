"""Rankings at the edge: no pages, all ties, one winner, two systems, missing texts."""

import itertools

import numpy as np
import pytest

from analysis import stats
from analysis.stats.ratings.ranking.outcomes import Outcomes, clusters


def _rated(pages, *, apart=False):
    """Ratings of pages, each {system: value} by a judge of its own on one of four items."""
    found = [(at, name, value) for at, page in enumerate(pages) for name, value in page.items()]
    at, systems, values = zip(*found, strict=True)
    return stats.ratings_of(
        judges=at,
        items=[page % 4 for page in at],
        systems=systems,
        pages=range(len(found)) if apart else at,
        values=values,
    )


def _met(*counts):
    return tuple(Outcomes(*count) for count in counts)


ALIKE = _rated([{"A": 70, "B": 70, "C": 70}] * 8)


def test_all_ties_are_one_cluster_and_have_no_worths():
    met = stats.page_outcomes(ALIKE)
    assert [each.ties for each in met] == [8, 8, 8]
    skills = stats.trueskill(met, runs=100)
    assert skills.clusters == (("A", "B", "C"),)
    assert {(skill.best_rank, skill.worst_rank) for skill in skills.skills} == {(1, 3)}
    fit = stats.davidson(met)
    assert (fit.worths, fit.nu, fit.reason) == ((), None, "all are ties")
    ranked = stats.paired_bootstrap(ALIKE, ALIKE.value, resamples=100)
    assert ranked.clusters == (("A", "B", "C"),)
    assert {(pair.above, pair.below) for pair in ranked.pairs} == {(0, 0)}


def test_texts_on_pages_of_their_own_have_no_outcomes_and_are_paired_by_order():
    found = _rated([{"A": 50 + at, "B": 40} for at in range(8)], apart=True)
    met = stats.page_outcomes(found)
    assert [each.pages for each in met] == [0]
    assert stats.trueskill(met).reason == "no page holds texts of two systems"
    assert stats.davidson(met).reason == "no page holds texts of two systems"
    ranked = stats.paired_bootstrap(found, found.value, resamples=100)
    assert ranked.pairs[0].units == 8
    assert ranked.clusters == (("A",), ("B",))


def test_a_system_that_always_wins_has_no_finite_worth_and_is_first():
    pages = [{"A": 200, "B": 100, "C": 90 + 20 * (at % 2)} for at in range(40)]
    met = stats.page_outcomes(_rated(pages))
    assert stats.davidson(met).reason == "a system, or a group of them, won or lost everything"
    assert stats.trueskill(met, runs=200).clusters[0] == ("A",)


def test_ties_that_can_grow_without_end_have_no_maximum():
    met = _met(("A", "B", 0, 5, 0), ("B", "C", 0, 5, 0), ("A", "C", 5, 0, 0))
    assert stats.davidson(met).reason.startswith("the more ties")
    assert stats.davidson(_met(("A", "B", 5, 5, 0))).reason.startswith("the more ties")
    joined = (*met[:2], Outcomes("A", "C", 5, 0, 1))
    assert stats.davidson(joined).reason == ""


def test_two_systems_by_hand():
    fit = stats.davidson(_met(("A", "B", 40, 20, 10)))
    assert fit.worths[1].log_worth == pytest.approx(-np.log(4))
    assert fit.nu == pytest.approx(20 / np.sqrt(40 * 10))
    skills = stats.trueskill(_met(("A", "B", 40, 20, 10)), runs=200)
    assert [skill.system for skill in skills.skills] == ["A", "B"]


def test_without_ties_it_is_bradley_and_terry():
    fit = stats.davidson(_met(("A", "B", 30, 0, 10)))
    assert fit.worths[1].log_worth == pytest.approx(-np.log(3))
    assert (fit.nu, fit.log_nu) == (0, None)


def test_missing_texts_count_where_both_are_there():
    pages = [{"A": 50, "B": 60}] * 3 + [{"B": 60, "C": 70}] * 3 + [{"A": 99}]
    found = _rated(pages)
    met = stats.page_outcomes(found)
    assert {(each.first, each.second): each.pages for each in met} == {
        ("A", "B"): 3,
        ("A", "C"): 0,
        ("B", "C"): 3,
    }
    pairs = stats.paired_bootstrap(found, found.value, resamples=100).pairs
    by = {(pair.first, pair.second): pair for pair in pairs}
    assert (by["A", "C"].above, by["A", "C"].reason) == (None, "no page and no judge rated both")
    assert (by["A", "B"].units, by["A", "B"].below) == (3, 1)


def test_a_system_on_pages_of_its_own_has_no_skill():
    met = _met(("A", "B", 3, 0, 1), ("A", "C", 0, 0, 0), ("B", "C", 0, 0, 0))
    found = stats.trueskill(met)
    assert (found.skills, found.clusters, found.reason) == (
        (),
        None,
        "a system shares no page with another",
    )


def test_the_same_seed_gives_the_same_and_another_another():
    met = _met(("A", "B", 5, 3, 4), ("A", "C", 2, 6, 4), ("B", "C", 4, 4, 4))
    assert stats.trueskill(met, runs=100) == stats.trueskill(met, runs=100)
    assert stats.trueskill(met, runs=100) != stats.trueskill(met, runs=100, seed=1)


def test_a_line_needs_all_before_it_above_all_behind_it():
    above = {("A", "C"), ("B", "C"), ("A", "D"), ("B", "D"), ("C", "D"), ("A", "B")}
    found = clusters(tuple("ABCD"), lambda high, low: (high, low) in above)
    assert found == (("A",), ("B",), ("C",), ("D",))
    found = clusters(tuple("ABCD"), lambda high, low: (high, low) in above - {("A", "D")})
    assert found == (tuple("ABCD"),)


def test_a_page_rates_a_system_once():
    twice = stats.ratings_of(
        judges=[1, 1], items=[1, 1], systems=["A", "A"], pages=[1, 1], values=[1, 2]
    )
    with pytest.raises(ValueError, match="one rating of a system"):
        stats.page_outcomes(twice)


def test_ticks_without_two_systems_or_two_kinds_say_so():
    assert stats.ticks_test([0, 0], [0, 9]).reason == "fewer than two systems were ticked"
    assert stats.ticks_test([3, 4], [0, 0]).reason == "only one of added and missing was ticked"
    assert stats.ticks_test([0, 3, 4], [0, 4, 3]).degrees_of_freedom == 1
    with pytest.raises(ValueError, match="same length"):
        stats.ticks_test([1], [1, 2])


def test_alpha_is_one_less_observed_over_expected():
    found = _rated([{"A": 1, "B": 3}, {"A": 2, "B": 3}] * 4, apart=True)
    values, cell = found.value, found.cell
    pairs = list(itertools.permutations(range(len(values)), 2))
    within = [(values[i] - values[j]) ** 2 for i, j in pairs if cell[i] == cell[j]]
    expected = np.mean([(values[i] - values[j]) ** 2 for i, j in pairs])
    alpha = stats.krippendorff_alpha(found, values)
    assert alpha.alpha == pytest.approx(1 - np.mean(within) / expected)
    assert stats.krippendorff_alpha(ALIKE, ALIKE.value).reason == "all ratings are equal"
    lonely = _rated([{"A": 5}], apart=True)
    assert stats.krippendorff_alpha(lonely, lonely.value).alpha is None


def test_variances_need_pages_with_both_and_groups_that_repeat():
    apart = _rated([{"A": 5, "B": 6}] * 4, apart=True)
    (pair,) = stats.difference_variances(apart, apart.value)
    assert (pair.item, pair.reason) == (None, "texts do not stand side by side")
    once = _rated([{"A": 5, "B": 6}] * 8)
    (pair,) = stats.difference_variances(once, once.value)
    assert pair.reason.startswith("fewer than two items")


@pytest.mark.parametrize(
    ("name", "bad"),
    [
        ("fewest_judges", {"systems": 1, "alpha": 0.05}),
        ("fewest_judges", {"systems": 3, "alpha": 0}),
        ("texts_for_icc", {"icc": 1, "ratings_per_text": 3, "width": 0.2}),
        ("texts_for_icc", {"icc": 0.5, "ratings_per_text": 1, "width": 0.2}),
        ("texts_for_icc", {"icc": 0.5, "ratings_per_text": 3, "width": 0}),
    ],
)
def test_arguments_outside_their_range_are_refused(name, bad):
    with pytest.raises(ValueError, match="must be a"):
        getattr(stats, name)(**bad)


@pytest.mark.parametrize(
    "name", ["difference", "item", "rest", "judge", "power", "alpha", "ratings_per_item"]
)
def test_items_needed_names_the_argument(name):
    good = dict.fromkeys(("difference", "item", "rest", "judge", "alpha", "power"), 0.5)
    wrong = {"ratings_per_item": 3, name: -1 if name != "difference" else 0}
    with pytest.raises(ValueError, match=name):
        stats.items_needed(**good | wrong)


@pytest.mark.parametrize("bad", [{"unit": "pages"}, {"level": 0.4}, {"level": 1}, {"resamples": 9}])
def test_bootstrap_names_the_argument(bad):
    with pytest.raises(ValueError, match=next(iter(bad))):
        stats.paired_bootstrap(ALIKE, ALIKE.value, **bad)
