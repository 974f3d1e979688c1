"""What follows from a plan of ratings, by hand, and the default variances against their data."""

import math

import pytest

from analysis.planner.ratings.answers import answer
from analysis.planner.ratings.form import DEFAULTS, RatingPlanForm
from analysis.planner.ratings.summary import systems_rows, warnings
from analysis.planner.ratings.variances import RANKME, RANKME_ICC
from analysis.stats import agreement, difference_variances
from studies.design.sheets import pages_together
from tests.analysis.stats.ratings.rankme import CRITERIA, ratings


def asked(**typed):
    form = RatingPlanForm(DEFAULTS | typed)
    assert form.is_valid(), form.errors
    return answer(form.question)


@pytest.mark.parametrize("criterion", CRITERIA)
def test_defaults_are_those_of_the_data(criterion):
    found = ratings(2, "rankme", criterion)
    for pair, wanted in zip(
        difference_variances(found, found.log_value), RANKME[criterion], strict=True
    ):
        for name in ("item", "rest", "judge"):
            assert getattr(pair, name) == pytest.approx(getattr(wanted, name), abs=6e-7)
    icc = agreement(found, found.log_value).single
    assert icc == pytest.approx(RANKME_ICC[criterion], abs=6e-5)


def test_pages_and_minutes_are_rounded_up():
    effort = asked(items="7", each="3", judges="8", seconds="31", difference="9").effort
    assert (effort.pages, effort.pages_a_judge, effort.numbers_a_page) == (21, 3, 3)
    assert effort.minutes_a_judge == 5


@pytest.mark.parametrize(
    ("method", "setup", "numbers", "pages", "everything"),
    [
        ("rankme", "apart", 4, 300, 600),
        ("rankme", "together", 8, 300, 300),
        ("plain_me", "apart", 1, 1200, 2400),
        ("likert", "together", 2, 1200, 1200),
    ],
)
def test_what_stands_on_a_page(method, setup, numbers, pages, everything):
    effort = asked(method=method, setup=setup, systems="4", criteria="2").effort
    assert (effort.numbers_a_page, effort.pages, effort.all_pages) == (numbers, pages, everything)


@pytest.mark.parametrize(("systems", "pages"), [("5", 300), ("6", 400), ("7", 500), ("8", 500)])
def test_a_page_of_many_systems_shows_five(systems, pages):
    found = asked(systems=systems)
    assert (found.effort.numbers_a_page, found.effort.pages) == (5, pages)
    assert [row[3] for row in systems_rows(found)][-4:] == ["300", "400", "500", "500"]
    told = [one for one in warnings(found) if "each page shows 5 of them" in one]
    assert len(told) == (systems != "5")


def test_pairs_that_meet_on_a_part_of_the_pages_need_more_items():
    """Of 8 systems 5 pages of an item: 50 meetings of 28 pairs, some twice and some once."""
    met = pages_together(3, 8)
    assert (len(met), sum(met), set(met)) == (28, 50, {1, 2, 3})
    assert set(pages_together(3, 5)) == {3}
    mean, square = 50 / 28, sum(n * n for n in met) / 28
    part = RANKME["quality"][0]
    factor = (1.959963984540054 + 0.8416212335729143) ** 2 / math.log(1.05) ** 2
    items = factor * (part.item * square / mean**2 + part.rest / mean)
    own = {name: str(getattr(part, name)) for name in ("item", "rest", "judge")}
    assert asked(systems="8", **own).needed[0].items[0] == math.ceil(items)
    assert asked(systems="8").needed[0].items > asked(systems="5").needed[0].items


def test_all_pairs_need_more_items_than_one_and_judges_never_fewer_than_can_decide():
    for row in asked().needed:
        assert row.items_of_all_pairs[0] > row.items[0]
        assert row.judges_of_all_pairs[1] > row.judges[1] >= row.judges[0] >= 7
    most = max(row.judges_of_all_pairs[1] for row in asked().needed)
    assert asked().judges_needed == asked().question.judges == most
    assert asked(judges=str(most + 9)).question.judges == most + 9
    own = {"item": "0.01", "rest": "0.09", "judge": "0.5"}
    assert asked(**own).judges_needed == asked(**own).needed[0].judges_of_all_pairs[1]


def test_warnings_by_number_of_judges_and_systems():
    large = {"difference": "9"}
    assert warnings(asked(**large)) == []
    assert len(warnings(asked(judges="12", **large))) == 1
    assert len(warnings(asked(judges="9", **large))) == 2
    assert any("6 texts" in words for words in warnings(asked(systems="6", **large)))
    assert warnings(asked(systems="6", method="plain_me", **large)) == []
    fewer, texts = warnings(asked())
    assert "20 judges, as you wrote" in fewer
    assert "100 items are planned" in texts
