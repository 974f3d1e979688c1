"""The sentences of ratings, on the RankME data and at the edges."""

from dataclasses import replace
from itertools import combinations

import pytest

from analysis.stats import Busiest, Pair, busiest_judges, compare_systems, ratings_of
from analysis.verdict_text.ratings import CriterionResult, rating_sentences
from analysis.verdict_text.ratings.over_criteria import over_criteria
from analysis.verdict_text.ratings.reference import reference_sentence
from analysis.verdict_text.ratings.result import range_text
from tests.analysis.stats.ratings.rankme import ratings
from tests.analysis.verdict_text import documented

NAMES = {"A": "Slug2Slug", "B": "TGen", "C": "Sheffield NLP"}


def result(criterion, **fields):
    found = ratings(2, "rankme", criterion)
    pairs = compare_systems(found, found.log_value, log=True, margin=fields.get("margin"))
    known = CriterionResult(criterion, NAMES, pairs, busiest_judges(found), log=True, alpha=0.05)
    return replace(known, **fields)


def two(**fields):
    """Two systems of which nothing was shown but what the fields say."""
    pair = Pair("A", "B", judges=8, items=9, differences=20, estimate=1.2, limits=(0.9, 1.6))
    tests = {"p_judges": 0.3, "p_items": 0.2, "p_value": 0.3, "adjusted": 0.3, "reachable": True}
    pairs = (replace(pair, **tests | fields),)
    names = {"A": "Ours", "B": "Theirs"}
    return CriterionResult("quality", names, pairs, Busiest(8, 40, 0.4), log=True, alpha=0.05)


def test_ranked():
    first, second = rating_sentences(result("informativeness"))
    assert first == (
        "For informativeness, judges like these rate Slug2Slug and TGen above Sheffield NLP: 1.57 "
        "and 1.54 times as high (95 % limits 1.27 to 1.91 and 1.28 to 1.79; p = 0.0059 and 0.0059, "
        "adjusted for 3 pairs)."
    )
    assert second == (
        "Slug2Slug and TGen were not told apart (1.02 times, 95 % limits 0.96 to 1.09), which does "
        "not show that they are equally good."
    )


def test_nothing():
    assert rating_sentences(result("naturalness")) == (
        "For naturalness, no system was shown to be rated above another.",
    )


def test_limits_without_1_are_printed_without_it_and_said_to_be_before_the_adjustment():
    found = two(separated=True, adjusted=0.04, limits=(1.0021, 1.304))
    assert "(95 % limits 1.002 to 1.304; p = 0.04)" in rating_sentences(found)[0]
    [pair] = found.pairs
    several = replace(found, pairs=(pair, replace(pair, separated=False, adjusted=0.06)))
    said = (
        "not told apart (1.20 times, 95 % limits 1.002 to 1.304 before the adjustment for 2 pairs)"
    )
    assert said in rating_sentences(several)[-1]


def test_judges_and_items_that_lean_opposite_ways_show_nothing():
    found = two(p_judges=0.03, p_items=0.01, p_value=1.0, adjusted=1.0)
    assert "but by judges and by items the means lean opposite ways" in rating_sentences(found)[1]


def test_few_judges():
    nothing, few = rating_sentences(result("quality"))
    assert nothing == "For quality, no system was shown to be rated above another."
    assert few == (
        "These 7 judges rated Slug2Slug highest for quality, but 3 of them gave 92 % of the "
        "ratings: that is not shown for people like them (p by judges 0.062, by items 0.0001)."
    )


def test_judges_who_share_the_ratings_are_not_said_to_be_few_of_them():
    *_, few = rating_sentences(two(p_items=0.001))
    assert few.startswith("These 8 judges rated Ours highest for quality, but their number is")


def test_similar_needs_a_margin_and_is_no_synonym_of_not_told_apart():
    alike = result("informativeness", margin=1.10)
    assert rating_sentences(alike)[-1] == (
        "Slug2Slug and TGen differ by less than 10 % in the sense of the plan."
    )
    several = rating_sentences(result("naturalness", margin=1.10))[-1]
    assert several.startswith("Each of these pairs, TGen and Slug2Slug; ")
    assert not any("differ by" in words for words in rating_sentences(result("informativeness")))


def test_the_higher_system_stands_first_whatever_the_order():
    found = two(estimate=0.5, limits=(0.4, 0.625), separated=True, adjusted=0.01, p_value=0.01)
    assert rating_sentences(found) == (
        "For quality, judges like these rate Theirs above Ours: 2.00 times as high (95 % limits "
        "1.60 to 2.50; p = 0.01).",
    )


def test_limits_by_drawing_that_hold_no_difference_are_said_with_the_numbers():
    shown = {"separated": True, "adjusted": 0.04, "p_value": 0.04}
    found = two(estimate=0.8, limits=(0.7, 0.9), resampled_limits=(0.5, 1.25), **shown)
    [said] = rating_sentences(found)
    assert said.endswith(
        "(95 % limits 1.11 to 1.43; p = 0.04). That Theirs is above Ours is uncertain: with judges "
        "and items drawn anew together, the limits of their ratio (0.80 to 2.00) hold 1; the tests "
        "take each alone."
    )
    other = replace(found, criterion="style")
    assert over_criteria([found, other]) == (
        "Theirs is rated above Ours on quality (uncertain) and style (uncertain)."
    )


def test_points_of_a_scale_are_differences():
    found = replace(two(estimate=-0.5, limits=(-0.805, -0.2), separated=True), log=False)
    assert (
        "Theirs above Ours: 0.50 points higher (95 % limits 0.20 to 0.81;"
        in rating_sentences(found)[0]
    )


def test_limits_below_0_have_the_sign_of_other_numbers():
    assert range_text((-0.805, 0.2)) == "−0.81 to 0.20"


def test_limits_are_rounded_to_the_safe_side():
    found = two(estimate=1.5, limits=(1.2999, 1.7001), separated=True)
    assert "limits 1.29 to 1.71" in rating_sentences(found)[0]


def test_judges_who_can_never_decide_are_told_so():
    found = rating_sentences(two(reachable=False, judges=4))
    assert found[1] == (
        "4 judges could not have shown it, however they rated: with 2 systems it takes 6 or more."
    )


@pytest.mark.parametrize("reason", ["one judge cannot speak for others"])
def test_one_judge(reason):
    found = replace(two(), pairs=(Pair("A", "B", reason=reason),))
    assert rating_sentences(found) == (
        f"For quality, nothing can be said of other people: {reason}.",
    )


def by_criterion(**separated):
    """The same pair by several criteria: 1 where the first is above, -1 below, 0 not told apart."""
    pair = two().pairs[0]
    return [
        replace(
            two(),
            criterion=name,
            pairs=(
                replace(
                    pair,
                    separated=sign != 0,
                    estimate=1.2**sign if sign else 1.01,
                    limits=(0.7, 0.9) if sign < 0 else (1.1, 1.3),
                ),
            ),
        )
        for name, sign in separated.items()
    ]


@pytest.mark.parametrize(
    ("separated", "line"),
    [
        (
            {"fit": 1, "style": 1, "tone": 0},
            "Ours is rated above Theirs on fit and style; on tone they are not told apart.",
        ),
        (
            {"fit": 1, "style": -1},
            "Ours is rated above Theirs on fit; Theirs is rated above Ours on style.",
        ),
        ({"fit": 0, "style": 0}, "On fit and style Ours and Theirs are not told apart."),
        ({"fit": 1}, ""),
    ],
)
def test_over_all_criteria_one_line_is_said(separated, line):
    assert over_criteria(by_criterion(**separated)) == line


def test_of_many_pairs_the_line_goes_by_criterion():
    names = {name: name for name in "ABCD"}
    near = two().pairs[0]
    pairs = [replace(near, first=one, second=other) for one, other in combinations("ABCD", 2)]
    some = [
        replace(pair, separated=True, limits=(1.1, 1.6)) if pair.first == "A" else pair
        for pair in pairs
    ]
    fit = replace(two(), criterion="fit", names=names, pairs=tuple(some))
    tone = replace(fit, criterion="tone", pairs=tuple(pairs))
    assert over_criteria([fit, tone]) == (
        "Over all criteria: on fit A above B, C and D; on tone no system is shown to be rated "
        "above another."
    )


def test_over_all_criteria_two_systems_are_found_by_their_names():
    names = {name: name for name in "ABC"}
    near = two().pairs[0]
    pairs = [replace(near, first=one, second=other) for one, other in combinations("ABC", 2)]
    above = replace(pairs[2], separated=True, limits=(1.1, 1.6), estimate=1.3)
    tone = replace(two(), criterion="tone", names=names, pairs=(*pairs[:2], above))
    # Nothing of A was rated by this criterion.
    fit = replace(tone, criterion="fit", pairs=(above,))
    for results in ([fit, tone], [tone, fit]):
        said = over_criteria(results)
        assert "on fit nothing can be said of A and B" in said
        assert "B is rated above C on fit and tone." in said or "on tone and fit." in said
        assert said.count(".") == 3


def test_systems_stand_to_the_reference_by_their_geometric_means():
    said = reference_sentence("quality", [("Ours", 118.4), ("Theirs", 96.2), ("Third", None)])
    assert "rated Ours 1.18 and Theirs 0.96 times as high as the reference text" in said
    assert reference_sentence("quality", [("Ours", None)]) == ""


def test_several_that_were_not_told_apart_are_listed():
    systems = {name: name for name in "ABCD"}
    near = two().pairs[0]
    pairs = (
        replace(near, separated=True, estimate=2.0, limits=(1.5, 2.5), adjusted=0.00001),
        replace(near, second="C"),
        replace(near, first="B", second="C"),
    )
    first, apart = rating_sentences(replace(two(), names=systems, pairs=pairs))
    assert "p < 0.0001, adjusted for 3 pairs" in first
    assert apart == (
        "These were not told apart, which does not show that they are equally good: A and C "
        "(1.20 times, 95 % limits 0.90 to 1.60); B and C (1.20 times, 95 % limits 0.90 to 1.60)."
    )


@pytest.mark.parametrize("criterion", ["informativeness", "naturalness", "quality"])
def test_the_documentation_has_these_sentences(criterion):
    page = " ".join(documented.PAGE.read_text().split())
    for sentence in rating_sentences(result(criterion)):
        assert sentence in page or sentence.startswith("For quality, no system")


def test_of_many_systems_the_line_tells_the_range_of_its_steps():
    """Five systems, each a fifth above the next: ten pairs, of which the table has all numbers."""
    columns = [
        (judge, item, system)
        for judge in range(12) for item in range(12) for system in range(5)
    ]  # fmt: skip
    found = ratings_of(
        judges=[judge for judge, _, _ in columns],
        items=[item for _, item, _ in columns],
        systems=["ABCDE"[system] for _, _, system in columns],
        pages=[(judge, item) for judge, item, _ in columns],
        values=[(100 + judge + item) * 1.2**system for judge, item, system in columns],
    )
    result = CriterionResult(
        criterion="quality",
        names={letter: f"System {letter}" for letter in "ABCDE"},
        pairs=compare_systems(found, found.log_value, log=True, resamples=100),
        busiest=busiest_judges(found),
        log=True,
        alpha=0.05,
    )
    first, second, third, fourth = rating_sentences(result)
    assert first == (
        "For quality, judges like these rate System E above System D above System C above "
        "System B above System A: 1.20 to 1.20 times as high from one to the next "
        "(largest p = 0.0049, adjusted for 10 pairs)."
    )
    assert second.startswith("They rate System E, System D and System C above System A: 2.07, ")
    assert third.startswith("They rate System E and System D above System B")
    assert fourth.startswith("They rate System E above System C")
