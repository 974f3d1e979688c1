"""The tables of a rating study's page. No database."""

from dataclasses import replace

from analysis.recomputation.rating_study.compute import rating_numbers
from analysis.recomputation.rating_study.rules import RatedBy
from analysis.results.rating_study.agreement import agreement_table
from analysis.results.rating_study.pairs import pairs_table
from analysis.results.rating_study.people_and_items import judges_table
from analysis.results.rating_study.picture import picture
from analysis.results.rating_study.tables import matrix, ticks_table
from analysis.verdict_text.ratings.statement import told
from analysis.verdict_text.snapshot import RatedPlan
from tests.analysis.recomputation.rating_study.made import RULES, rated

RULES = replace(RULES, keeps_identical=True)
PLAN = RatedPlan({"A": "Ours", "B": "Theirs"}, RULES)


def uneven(judge, item, system):
    return 100 + 7 * judge + 3 * item + (40 if system == "B" and (judge + item) % 4 else 0)


def test_pairs_stand_with_the_higher_first_and_what_happened_on_pages():
    numbers = rating_numbers(rated(uneven), RULES)
    table = pairs_table(numbers.criteria[0], PLAN)
    [row] = table.rows
    assert row[:3] == ("Theirs", "Ours", "rated above")
    assert row[-1] == "37, 12, 0"
    assert len(row) == len(table.heads)
    assert "adjusted" not in table.note
    assert "lean" not in table.note
    opposite = replace(numbers.criteria[0].pairs[0], p_value=1.0, separated=False)
    said = pairs_table(replace(numbers.criteria[0], pairs=(opposite,)), PLAN).note
    assert "Where judges lean one way and items the other, p is 1." in said


def test_agreement_has_both_forms_of_both_and_what_identical_texts_got():
    rows = rated(lambda judge, item, system: uneven(judge, item, system))
    rows = [row._replace(text="the same") if row.item == "item 0" else row for row in rows]
    numbers = rating_numbers(rows, RULES)
    table = agreement_table(numbers.criteria[0], PLAN)
    assert [row[0] for row in table.rows] == [
        "about texts, ICC(1,1)", "about texts, ICC(1,k)",
        "within the page, ICC(1,1)", "within the page, ICC(1,k)",
    ]  # fmt: skip
    assert "The 3 busiest of 7 judges gave 42 % of the ratings." in table.note
    assert "Identical texts on one page: 7 pairs, of which 5 got different numbers." in table.note
    judges = judges_table(numbers, {0: "j0"}, PLAN)
    assert judges.rows[0] == ("j0", "7", "113.5", "1 of 6", "0 of 1")
    assert judges.rows[1][0] == "judge 2"


def test_agreement_of_one_judge_says_why_it_is_undefined():
    numbers = rating_numbers(rated(uneven, judges=1), RULES)
    table = agreement_table(numbers.criteria[0], PLAN)
    assert {row[1] for row in table.rows} == {"–"}
    assert "About texts: one judge cannot speak for others." in table.note


def test_criteria_stand_in_a_matrix_and_ticks_with_their_test():
    rules = replace(
        RULES, criteria=(*RULES.criteria, RatedBy("nat", "Naturalness"),
                         RatedBy("faults", "Faults", is_ticks=True)),
    )  # fmt: skip
    rows = [
        *rated(uneven),
        *rated(lambda judge, item, system: 300 - uneven(judge, item, system), criterion="nat"),
        *rated(lambda judge, item, system: 1 if system == "A" else 3, criterion="faults"),
    ]
    numbers = rating_numbers(rows, rules)
    plan = RatedPlan(PLAN.names, rules)
    [row] = matrix(numbers, plan).rows
    assert row[0] == "Quality"
    assert row[1].startswith("−1.00 (n 14, p = 0.0")
    ticks = ticks_table(numbers.ticks[0], plan)
    assert ticks.rows == (("Ours", "49", "0", "49"), ("Theirs", "49", "49", "49"))
    assert "Chi-square of added and missing by system: 36.8 with 1 degrees" in ticks.note


def test_a_pair_that_is_separated_while_limits_by_drawing_hold_no_difference_is_named():
    numbers = rating_numbers(rated(uneven), RULES)
    assert "uncertain" not in " ".join(told(numbers.criteria[0], PLAN))
    [criterion] = numbers.criteria
    wide = replace(criterion, pairs=(replace(criterion.pairs[0], resampled_limits=(0.7, 1.02)),))
    assert "Limits include every ratio that one of" in pairs_table(wide, PLAN).note
    assert "limits hold 1 (Theirs above Ours 0.98 to 1.43); each" in pairs_table(wide, PLAN).note
    assert "Uncertain" not in pairs_table(criterion, PLAN).note
    drawn = picture(criterion, PLAN)
    assert drawn.heads[2] == "95 % limits by drawing"
    assert "though these limits overlap, or hold 1." in drawn.note
    old = replace(wide, pairs=(replace(wide.pairs[0], resampled_limits=None),))
    assert " Limits by drawing judges and items anew" in pairs_table(old, PLAN).note
    assert "rated above; uncertain" in pairs_table(wide, PLAN).rows[0]
    [said, *_] = told(wide, PLAN)
    assert "That Theirs is above Ours is uncertain: with judges and items drawn anew" in said
    assert "the limits of their ratio (0.98 to 1.43) hold 1" in said
