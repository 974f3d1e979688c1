"""Cautions: only where there is something to be careful about."""

from dataclasses import replace

from analysis import number_format
from analysis.recomputation.counts import ORDERS, Share
from analysis.results.cautions import CAUTION_AT, LEAST_ANSWERS, cautions
from analysis.stats import chosen_positions, difference_test, e_value_positions
from studies.values.people import People
from tests.analysis.results.snapshots import counts_of, decided, waiting
from tests.analysis.verdict_text.statements import PLAN, REPEATS


def of(snapshot, **counts):
    changed = replace(snapshot, counts=replace(snapshot.counts, **counts))
    return cautions(changed, is_test=False)


def one_order(counted, correct):
    shares = {order: Share() for order in ORDERS}
    return shares | {"ABB": Share(counted, correct)}


def test_an_even_study_has_none():
    assert of(decided(PLAN, 45)) == ()


def test_what_was_known_to_give_texts_away_stands_beside_the_verdict():
    known = ["single texts differ much in what is seen without reading"]
    [caution] = cautions(decided(PLAN, 45), is_test=False, known=known)
    assert (
        caution == "Known before opening: single texts differ much in what is seen without reading."
    )


def test_a_test_study_is_called_so():
    [caution] = cautions(decided(PLAN, 45), is_test=True)
    assert caution.startswith("This is a test study")


def test_a_plan_below_the_recommended_number_is_cautioned_about_before_its_verdict():
    few = replace(PLAN, evaluations=12)
    assert of(waiting(few, 6, 2)) == ("Fewer than the 18 judges that ISO 4120 recommends.",)
    assert of(waiting(few, 6, 2, opened=False)) == ()
    assert of(waiting(replace(REPEATS, evaluations=12), 6, 2)) == ()


def test_far_below_chance_is_said_before_the_verdict_only():
    [caution] = of(waiting(PLAN, 97, 9))
    assert "(9 of 97)" in caution
    assert of(decided(PLAN, 9)) == ()


def test_lopsided_orders_are_cautioned_about_from_enough_answers_on():
    snapshot = decided(PLAN, 45)
    [caution] = of(snapshot, orders=one_order(98, 45))
    assert "(ABB 98, ABA 0, AAB 0, BAA 0, BAB 0, BBA 0)" in caution
    few = LEAST_ANSWERS - 1
    assert of(snapshot, counted=few, correct=5, orders=one_order(few, 5)) == ()


def test_a_favourite_position_is_cautioned_about():
    [caution] = of(decided(PLAN, 45), positions=(90, 4, 4))
    assert "first text 90 times, the second 4, the third 4" in caution


def test_an_order_in_which_the_odd_text_is_easier_is_cautioned_about():
    orders = {order: Share(16, 16 if order in ORDERS[:3] else 0) for order in ORDERS}
    [caution] = of(decided(PLAN, 48, 96), orders=orders)
    assert "more easily in some orders" in caution


def test_fast_answers_are_counted():
    assert of(decided(PLAN, 45), fast=1) == (
        "1 answer came within 2 seconds of the texts being shown.",
    )
    assert of(decided(PLAN, 45), fast=3)[0].startswith("3 answers came within 2 seconds")


def test_hidden_results_are_not_cautioned_about():
    assert of(replace(decided(PLAN, 45), hidden=True), fast=3) == ()


def test_while_answers_come_in_a_position_must_stand_out_at_every_look_together():
    """Of 96 answers, 48 at one position is p = 0.002 at one look, and an e-value of 8."""
    favoured = (48, 22, 26)
    assert chosen_positions(favoured).p_value < CAUTION_AT < 1 / e_value_positions(favoured).e_value
    assert of(waiting(PLAN, 96, 32), positions=favoured) == ()
    assert len(of(decided(PLAN, 32, 96), positions=favoured)) == 1
    assert len(of(waiting(PLAN, 96, 32, closed=True), positions=favoured)) == 1
    assert len(of(waiting(PLAN, 96, 32), positions=(56, 18, 22))) == 1


def test_answers_after_the_verdict_are_looked_at_as_before_it():
    favoured, snapshot = (48, 22, 26), decided(PLAN, 32, 90)
    assert of(snapshot, counted=96, positions=favoured) == ()


def test_while_answers_come_in_an_easier_order_must_stand_out_at_every_look_together():
    orders = {order: Share(16, 12 if order in ORDERS[:2] else 4) for order in ORDERS}
    assert of(waiting(PLAN, 96, 40), orders=orders) == ()
    assert len(of(decided(PLAN, 40, 96), orders=orders)) == 1
    plain = {order: Share(16, 16 if order in ORDERS[:2] else 2) for order in ORDERS}
    assert len(of(waiting(PLAN, 96, 40), orders=plain)) == 1


def test_judges_who_failed_a_rule_that_does_not_decide_are_said_with_the_numbers_without_them():
    other = counts_of(22, 13)
    shown = decided(PLAN, 45, other_set=other)
    [caution] = of(shown, excluded=44, people=People(began=66))
    p = number_format.p_text(difference_test(13, 22, alpha=PLAN.alpha).p_value, level=PLAN.alpha)
    assert caution == (
        "44 judges of 66 failed the exclusion rule, and their answers count by this plan; "
        f"without them: 13 of 22 right, {p}."
    )
    # Before the verdict no p, and nothing where the rule decides or no judge failed it.
    [early] = of(waiting(PLAN, 66, 30, other_set=other), excluded=44, people=People(began=66))
    assert early.endswith("without them: 13 of 22 right.")
    assert (
        of(
            decided(PLAN, 45, other_set=other, primary_set="kept"),
            excluded=44,
            people=People(began=66),
        )
        == ()
    )
    assert of(shown, excluded=0, people=People(began=66)) == ()
