"""What came of a simulation, in words and tables."""

from dataclasses import asdict, replace
from typing import Any

import pytest

from analysis.simulation import summary
from analysis.simulation.job import SimulationResult
from analysis.simulation.monte_carlo import SimulatedCase, SimulatedShare, SimulationPlan, Spread
from analysis.simulation.one_study import SupposedJudges

SPREAD = Spread(90, 100, 1_234)


def case(true_pd: float, difference: int, similarity: int) -> SimulatedCase:
    return SimulatedCase(
        true_pd=true_pd,
        difference=SimulatedShare(difference, 1000, 0.04),
        similarity=SimulatedShare(similarity, 1000, 0.02),
        mean_answers=41.6,
        answers=SPREAD,
        judges=SPREAD,
        leavers=Spread(0, 7, 12),
        one_place=None,
        imbalance={1: 1000},
        most_imbalance={2: 400, 4: 600},
        lengths={40: 500, 42: 500},
    )


def result(*, goal: str = "difference", method: str = "fixed", **cases: Any) -> SimulationResult:
    plan = SimulationPlan(method, 0.05, 0.05, 0.3, 98)
    return SimulationResult(
        nobody=cases.get("nobody", case(0.0, 40, 980)),
        some=cases.get("some", case(0.3, 970, 30)),
        people=SupposedJudges(),
        studies=1000,
        plan={"rule": asdict(plan), "goal": goal},
    )


def test_a_difference_is_missed_by_showing_nothing_or_by_claiming_similarity() -> None:
    assert summary.beta_of(result()) == SimulatedShare(30, 1000, 0.96)
    assert summary.beta_of(result(goal="similarity")) == SimulatedShare(30, 1000, 0.02)
    assert summary.headline(result()) == [
        "Of 1,000 rehearsed studies in which no one perceives a difference, 40 (4.0 %) claimed "
        "one; the plan allows 5 %.",
        "Of 1,000 in which 30 % of people perceive one, 30 (3.0 %) did not show it.",
    ]
    assert summary.headline(result(method="sequential"))[1].endswith("claimed similarity.")


def test_only_risks_beyond_chance_are_warned_of() -> None:
    assert summary.warnings(result()) == []
    found = result(nobody=case(0.0, 200, 980), some=case(0.3, 500, 30))
    alpha, beta = summary.warnings(found)
    assert "more often than alpha 0.05 allows" in alpha
    assert "missed more often than beta 0.05 allows" in beta
    # At another pd than the plan's own nothing is promised.
    assert len(summary.warnings(result(nobody=case(0.0, 200, 980), some=case(0.1, 90, 30)))) == 1


def test_the_sentences_say_whom_to_invite_and_how_even_the_orders_were() -> None:
    invited, even = summary.judges(result())
    assert invited == (
        "Invite for 1,234 judges: in 95 % of the studies no more began; in half of them no more "
        "than 100, with 7 who left."
    )
    assert even.endswith("had at most 1 answer more than the rarest.")
    level = replace(case(0.0, 40, 980), imbalance={0: 1000})
    assert "equally often" in summary.balance(result(nobody=level, some=level))
    lengths = summary.judges(result(method="sequential"))[2]
    assert lengths.startswith("The study took 42 answers on average if no one perceives")


@pytest.mark.parametrize("larger", ["nobody", "some"])
def test_the_case_that_needs_more_judges_says_how_many_to_invite(larger: str) -> None:
    more = replace(case(0.0, 40, 980), judges=Spread(200, 300, 4_321))
    assert "Invite for 4,321 judges" in summary.judges(result(**{larger: more}))[0]


def test_judges_who_take_one_place_are_told_of_by_their_share() -> None:
    some = replace(case(0.3, 970, 30), one_place=SimulatedShare(30, 90, 1 / 3))
    assert summary.judges(result(some=some))[-1] == (
        "Judges who always take one place were right in 33.3 % of their answers."
    )


def test_each_table_has_a_chart_and_only_sequential_plans_have_lengths() -> None:
    tables = summary.tables(result(method="sequential"))
    assert [table.name for table in tables] == ["risks", "balance", "answers"]
    assert all(table.chart for table in tables)
    assert [table.name for table in summary.tables(result())] == ["risks", "balance"]
    risks, balance, answers = tables
    assert risks.rows[0][1:] == ("4.0 %", "2.8–5.5 %", "5 %", "4.0 %")
    assert balance.rows[2] == ("2", "800", "0")
    assert [len(table.chart.columns) for table in (balance, answers)] == [3, 3]  # 2 to 4, 40 to 42
    assert answers.rows == (("40", "1,000"), ("41", "0"), ("42", "1,000"))
