"""What the companions found, in words."""

import pytest

from analysis.companions import words
from analysis.companions.frames import Frames, Mention, Patterns
from analysis.companions.rules import RULES
from analysis.companions.stored import METHODS, Companions, Pool, Rule
from studies.models import Study

STUDY = Study(subject_a="Ann", subject_b="Bot", pd=0.2)


def found(**shares):
    rules = tuple(Rule(rule, words.LOOKS_AT[rule], right, "10") for rule, right in shares.items())
    return Companions({}, METHODS, 20, 2, 2, "", rules)


def test_every_rule_has_its_words():
    assert set(words.LOOKS_AT) == set(RULES)
    assert set(words.ADVICE) <= set(RULES)


def test_the_strongest_rule_is_the_verdict():
    told = words.verdict(found(length=0.4, opening=0.49, letters=0.34))

    assert told == (
        "A judge who looks only at how texts begin would be right in 49\u00a0% of these triads; "
        "guessing gives 33\u00a0%."
    )
    assert "no one" not in told
    assert words.verdict(found(length=0.34)).startswith("No judge who looks at one thing only")
    assert words.verdict(found()) == "There are no triads yet."


def test_beside_the_judges_it_says_what_one_rule_leaves():
    rules = found(length=0.4, opening=0.49, letters=0.42, words=0.36)

    lines = words.beside_judges(rules, 0.45, is_complete=True)
    assert lines[0].endswith("in 49\u00a0% of these triads; your judges were right in 45\u00a0%.")
    assert lines[1:] == [
        "By other rules: letters (which two texts are most alike) 42\u00a0%; length 40\u00a0%."
    ]
    few = words.beside_judges(rules, None, is_complete=True)
    assert few[0].endswith("guessing gives 33\u00a0%.")
    assert few[1:] == lines[1:]
    assert words.beside_judges(rules, 0.6, is_complete=True)[-1] == words.NOT_BY_ONE_RULE
    assert words.NOT_BY_ONE_RULE not in words.beside_judges(rules, 0.6, is_complete=False)
    assert words.beside_judges(found(length=0.3), 0.6, is_complete=True) == []


@pytest.mark.parametrize(("right", "passes"), [(0.46, False), (0.47, True)])
def test_a_rule_passes_the_plan_by_its_pd(right, passes):
    assert bool(words.passing(STUDY, found(length=right))) is passes


def test_shares_where_a_rule_is_right_or_wrong():
    [row] = words.rows(found(length=0.5).rules, {1: (1, 1), 2: (0, 2)})
    assert (row.share, row.pd) == ("50\u00a0%", "25\u00a0%")
    assert (row.where_right, row.where_wrong) == ("100\u00a0% of 1", "0\u00a0% of 2")
    [row] = words.rows(found(length=0.3).rules, {1: (1, 1)})
    assert (row.pd, row.where_wrong) == ("−5\u00a0%", "–")


def test_content_that_differs_is_said_of_the_subject_that_fits_less():
    pool = Pool(9, 9, 0.5, 0.9, 0.9, 0.9, 9, 0, 4, 0.125)

    told = words.of_content(STUDY, pool)
    assert told.startswith("Texts of Ann fit their context in 50\u00a0% of cases, those of Bot in")
    assert words.of_content(STUDY, Pool(9, 9, 0.85, 0.9, 0.9, 0.9, 9, 0, 0, 1.0)) == ""
    assert words.of_content(STUDY, None) == ""


def test_what_is_seldom_mentioned_is_one_sentence_a_subject():
    same = Patterns(10, 10, 0.0, (), 5, ())
    mentions = (
        Mention("area", 10, 10, 10, 2, searchable=True),
        Mention("food", 10, 1, 10, 9, searchable=True),
        Mention("near", 10, 9, 10, 9, searchable=True),
    )

    do = words.AGAINST_UNSAID
    assert words.of_frames(STUDY, Frames(same, same, mentions, (), 0)) == [
        f"Texts of Ann leave out more than those of Bot: food (said in 1 of 10 against 9 of 10)."
        f" {do}",
        f"Texts of Bot leave out more than those of Ann: area (said in 2 of 10 against 10 of 10)."
        f" {do}",
    ]
    assert words.of_frames(STUDY, None) == []


def test_openings_are_named_where_one_subject_begins_alike_and_the_other_does_not():
    alike = Patterns(10, 10, 0.0, (), 2, (("{name} is a", 9), ("the {name}", 1)))
    varied = Patterns(10, 10, 0.0, (), 7, (("{name} is a", 3),))
    assert words.of_openings(STUDY, Frames(varied, alike, (), (), 0)) == [
        "9 of 10 texts of Bot begin “{name} is a …”; those of Ann begin in 7 ways."
    ]
    assert words.of_openings(STUDY, Frames(alike, alike, (), (), 0)) == []
    assert words.of_openings(STUDY, None) == []


@pytest.mark.parametrize(
    ("right", "says"), [(8, "So some may have gone by it"), (5, "So they hardly went by this rule")]
)
def test_judges_are_told_where_a_rule_is_right_and_where_it_is_not(right, says):
    [rule] = found(opening=0.5).rules
    told = words.of_answers(rule, {1: (right, 10), 2: (5, 10)})
    assert told.startswith(f"Where this rule is right, your judges were right in {10 * right}")
    assert says in told
    assert words.of_answers(rule, {1: (8, 10)}) == ""
