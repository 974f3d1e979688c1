"""What ratings say, also where they hardly say anything. No database."""

import json
from dataclasses import replace

import pytest

from analysis.recomputation.rating_study.compute import fingerprint, rating_numbers
from analysis.recomputation.rating_study.numbers import RatingNumbers
from analysis.recomputation.rating_study.paper import PaperNumbers, paper_numbers
from analysis.recomputation.rating_study.rules import RatedBy
from analysis.stats.ratings.pairs import TOO_FEW

from .made import LIKERT, RULES, rated


def half_more(judge, item, system):
    return (100 + 10 * judge + item % 3) * (3 if system == "B" else 2) // 2


def numbers(rows, rules=RULES):
    found = rating_numbers(rows, rules)
    assert RatingNumbers.from_json(json.loads(json.dumps(found.as_json()))) == found
    return found


def test_all_numbers_of_two_systems_that_differ():
    [found] = numbers(rated(half_more)).criteria
    assert (found.sheets, found.judges, found.items, found.ratings) == (49, 7, 7, 98)
    [pair] = found.pairs
    assert (pair.estimate, pair.separated) == (pytest.approx(2 / 3, rel=0.01), True)
    low, high = (system.limits for system in found.systems)
    assert low[1] < 1 < high[0]
    assert found.systems[1].relative == pytest.approx(1.5**0.5, rel=0.01)
    assert [(o.wins, o.ties, o.losses) for o in found.outcomes] == [(0, 0, 49)]
    assert found.within.average > found.agreement.average
    assert {one.how for one in found.by_normalisation} == {
        "log", "log less judge", "log less page", "z by judge",
    }  # fmt: skip


def test_the_same_seed_gives_the_same_numbers_and_another_other_limits():
    rows = rated(lambda judge, item, system: 60 + judge * 7 % 11 + item + 5 * (system == "B"))
    assert numbers(rows) == numbers(rows)
    other = numbers(rows, replace(RULES, seed=8))
    assert other.criteria[0].systems != numbers(rows).criteria[0].systems
    made_from = fingerprint(rows, RULES)
    assert made_from != fingerprint(rows, replace(RULES, seed=8))
    assert made_from != fingerprint(rows[1:], RULES)


def test_one_judge_cannot_speak_for_others():
    [found] = numbers(rated(half_more, judges=1)).criteria
    [pair] = found.pairs
    assert (pair.limits, pair.p_value, pair.separated) == (None, None, False)
    assert pair.reason == found.agreement.reason == "one judge cannot speak for others"
    assert pair.estimate == pytest.approx(2 / 3, rel=0.01)
    assert [system.limits for system in found.systems] == [None, None]


@pytest.mark.parametrize("judges", [2, 3, 4, 5])
def test_few_judges_are_described_and_have_a_p_that_cannot_reach_alpha(judges):
    [found] = numbers(rated(half_more, judges=judges)).criteria
    [pair] = found.pairs
    assert pair.p_judges == 2 ** (1 - judges)
    assert (pair.limits, pair.reason) == (None, TOO_FEW)
    assert pair.resampled_limits is not None
    assert (pair.separated, pair.reachable) == (False, False)


def test_constant_ratings_leave_agreement_undefined_and_the_ratio_one():
    rows = rated(lambda *_: 100) + rated(lambda *_: 100, criterion="other")
    found = numbers(rows, replace(RULES, criteria=(*RULES.criteria, RatedBy("other", "Other"))))
    [pair] = found.criteria[0].pairs
    assert (pair.estimate, pair.p_value, pair.separated) == (1, 1, False)
    assert found.criteria[0].agreement.single is None
    assert found.criteria[0].agreement.reason == "all ratings are equal"
    [correlation] = found.correlations
    assert (correlation.rho, correlation.reason) == (None, "all means are equal")


def test_a_text_with_one_rating_is_in_means_and_pairs_and_not_in_agreement():
    rows = rated(lambda judge, item, system: half_more(judge, item, system) if item or not judge
                 else None)  # fmt: skip
    [found] = numbers(rows).criteria
    assert (found.ratings, found.agreement.ratings, found.agreement.left_out) == (86, 84, 2)
    assert found.pairs[0].differences == 43


def test_pages_without_one_of_the_texts_are_no_part_of_its_pairs():
    rows = rated(lambda judge, item, system: None if system == "B" and item == 1
                 else half_more(judge, item, system))  # fmt: skip
    [found] = numbers(rows).criteria
    assert (found.sheets, found.pairs[0].differences, found.pairs[0].items) == (49, 42, 6)


def test_a_text_that_systems_share_is_a_tie_of_these_and_counts_once_for_agreement():
    def value(judge, item, system):
        return half_more(judge, item, "A" if item < 2 else system)

    def sharing(rows):
        return [row._replace(text=row.item) if row.item in {"item 0", "item 1"} else row
                for row in rows]  # fmt: skip

    two = replace(RULES, criteria=(*RULES.criteria, RatedBy("other", "Other")))
    found = numbers(sharing(rated(value) + rated(value, criterion="other")), two)
    one, [correlation] = found.criteria[0], found.correlations
    [shared] = one.equal
    assert (shared.first, shared.second, shared.items, shared.of_items) == ("A", "B", 2, 7)
    assert shared.others == pytest.approx(2 / 3, rel=0.01)
    assert one.pairs[0].estimate == pytest.approx((2 / 3) ** (5 / 7), rel=0.01)
    assert (one.agreement.cells, one.agreement.df_within) == (12, 72)
    assert (one.within.cells, one.alpha.cells, correlation.n) == (12, 12, 12)
    # Shown as often as they occur, each is rated for itself.
    kept = numbers(sharing(rated(value)), replace(RULES, keeps_identical=True)).criteria[0]
    assert (kept.equal, kept.agreement.cells) == ((), 14)
    assert kept.pairs[0].p_items == one.pairs[0].p_items
    points = numbers(sharing(rated(value)), LIKERT).criteria[0]
    [apart] = points.equal
    assert apart.others == pytest.approx(points.pairs[0].estimate * 7 / 5)


def test_numbers_at_both_ends_are_stored_listed_and_stood():
    rows = rated(lambda judge, item, system: 999_999 if (judge, item, system) == (0, 0, "A")
                 else 1 if (judge, item, system) == (0, 1, "A") else 100)  # fmt: skip
    [found] = numbers(rows).criteria
    assert found.far_number == 2
    assert {(one.value, one.median) for one in found.far} == {(999_999, 100), (1, 100)}
    assert not found.pairs[0].separated
    assert found.systems[0].geometric < 130


def test_texts_that_stand_out_are_those_away_from_item_and_system():
    rows = rated(lambda judge, item, system: 100 if (item, system) == (3, "B") else
                 half_more(0, 0, system))  # fmt: skip
    [found] = numbers(rows).criteria
    first, second, *_ = found.standing_out
    assert {(first.item, first.system), (second.item, second.system)} == {
        ("item 3", "A"), ("item 3", "B"),
    }  # fmt: skip


def test_identical_texts_shown_once_do_not_turn_pages_of_one_text_into_pages_of_two():
    given = rated(lambda judge, item, system: 3 + (system == "B" and item > 0))
    rows = [row if row.item == "item 0" else row._replace(answer=100 + n)
            for n, row in enumerate(given)]  # fmt: skip
    [found] = numbers(rows, LIKERT).criteria
    assert (found.pairs[0].judges, found.pairs[0].estimate) == (7, pytest.approx(-6 / 7))
    assert (found.outcomes, found.within.reason) == ((), "each page holds one text")
    assert not found.log


def test_ticks_are_counted_by_system_and_compared_once_all_are_in():
    ticked = rated(lambda judge, item, system: 3 if system == "B" else item % 2, criterion="faults")
    rules = replace(RULES, criteria=(RatedBy("faults", "Faults", is_ticks=True),))
    [found] = numbers(ticked, rules).ticks
    assert [(one.added, one.missing) for one in found.systems] == [(21, 0), (49, 49)]
    assert found.test.p_value < 0.001


def test_judges_are_told_with_equal_pages_identical_texts_and_what_they_rated_twice():
    rows = rated(lambda judge, item, system: 100 if judge else 50 + item + (system == "B"))
    rows = [row._replace(text="the same") if row.item == "item 0" else row for row in rows]
    again = [row._replace(kind="repeat", answer=99, value=200) for row in rows[2:4]]
    found = numbers(rows + again, replace(RULES, keeps_identical=True))
    first, second, *_ = found.judges
    assert (first.judge, first.sheets, first.pages, first.equal) == (0, 7, 6, 0)
    assert (first.identical, first.identical_differ) == (1, 1)
    assert first.repeated == 2
    assert first.repeated_log_ratio == pytest.approx(1.36, abs=0.02)
    assert (second.pages, second.equal, second.repeated_log_ratio) == (6, 6, None)
    assert found.criteria[0].identical.pairs == 7
    assert found.criteria[0].ratings == 98


def test_the_papers_ranking_is_kept_as_json_with_what_is_undefined():
    rows = rated(lambda *_: 100, systems="ABC")
    [found] = paper_numbers(rows, replace(RULES, systems=("A", "B", "C")))
    assert PaperNumbers.from_json(json.loads(json.dumps(found.as_json()))) == found
    assert found.davidson.worths == ()
    assert found.skills.clusters == (("A", "B", "C"),)
    assert found.bootstrap.clusters == (("A", "B", "C"),)


def test_a_sheet_that_is_rated_again_counts_for_no_ranking():
    rows = rated(half_more)
    again = [row._replace(kind="repeat", answer=99, value=1) for row in rows[:2]]
    assert paper_numbers(rows + again, RULES) == paper_numbers(rows, RULES)
