"""Every sentence of the verdict of a fixed number, with numbers worked out elsewhere."""

from dataclasses import replace

import pytest

from tests.analysis.verdict_text.statements import CAVEAT, PLAN, SIMILARITY, decided, given


def test_difference_shown():
    shown = decided(PLAN, 45, 98)
    assert shown.sentence == (
        "Judges like these can tell these texts of Rosa and TGen apart: 45 of 98 right, 41 needed "
        "at alpha 0.05 (p = 0.0065, strong evidence). At least 5.9 % of people perceive a "
        "difference (95 % limit)."
    )
    assert (shown.warning, shown.more, shown.caveat, shown.footnotes) == ("", (), CAVEAT, ())


def test_difference_shown_and_similarity_holds_too():
    assert decided(PLAN, 85, 200).sentence.endswith(
        "(95 % limit). The similarity test, which is not this plan's verdict, holds: with 99 % "
        "confidence at most 26.5 % of people perceive a difference (limit 30 %)."
    )


def test_difference_not_shown_and_similarity_holds():
    assert decided(PLAN, 36, 98).sentence == (
        "No difference was shown at alpha 0.05: 36 of 98 right, 41 needed (p = 0.27). The "
        "similarity test, which is not this plan's verdict, holds: with 99 % confidence at most "
        "23.4 % of people perceive a difference (limit 30 %)."
    )


def test_difference_not_shown_and_similarity_fails():
    assert decided(PLAN, 24, 60).sentence == (
        "No difference was shown at alpha 0.05: 24 of 60 right, 27 needed (p = 0.17). That does "
        "not show that the texts are similar: up to 33.7 % of people may perceive a difference "
        "(99 % limit)."
    )


def test_similarity_shown():
    assert decided(SIMILARITY, 36, 98).sentence == (
        "These texts of Rosa and TGen are similar in the sense of the plan: with 99 % confidence "
        "at most 23.4 % of people perceive a difference (limit 30 %; 36 of 98 right, at most 40 "
        "allowed; p = 0.0007, very strong evidence)."
    )


def test_similarity_shown_close_to_a_finely_typed_limit():
    """The limit is 23.397 %: as 23.4 % it would lie above what the plan allows."""
    sentence = decided(replace(SIMILARITY, pd=0.23399), 36, 98).sentence
    assert "at most 23.4 %" not in sentence
    assert "at most 23.39" in sentence
    assert "(limit 23.399 %;" in sentence


def test_similarity_shown_and_difference_too():
    assert decided(SIMILARITY, 85, 200).sentence == (
        "These texts of Rosa and TGen are similar in the sense of the plan: with 99 % confidence "
        "at most 26.5 % of people perceive a difference (limit 30 %; 85 of 200 right, at most 89 "
        "allowed; p = 0.0014, strong evidence). A difference within that limit was found "
        "(p = 0.0042; at least 4.9 % of people, 95 % limit)."
    )


def test_similarity_not_shown_and_difference_shown():
    assert decided(SIMILARITY, 42, 98).sentence == (
        "Similarity was not shown at beta 0.01: 42 of 98 right, at most 40 allowed; up to 32.7 % "
        "of people may perceive a difference (99 % limit; the plan allows 30 %). The difference "
        "test, which is not this plan's verdict, finds one (p = 0.031)."
    )


def test_similarity_not_shown_nor_difference():
    assert decided(SIMILARITY, 24, 60).sentence == (
        "Similarity was not shown at beta 0.01: 24 of 60 right, at most 22 allowed; up to 33.7 % "
        "of people may perceive a difference (99 % limit; the plan allows 30 %). That does not "
        "show that the texts differ (p = 0.17): these answers settle neither."
    )


def test_limit_cut_at_chance_is_called_below_chance():
    text = decided(SIMILARITY, 20, 98).sentence
    assert "the share of people who perceive a difference lies below chance (limit 30 %" in text
    assert "0.0 %" not in text


@pytest.mark.parametrize("plan", [PLAN, SIMILARITY])
def test_no_verdict_calls_not_different_similar_or_not_similar_different(plan):
    for correct in range(99):
        text = decided(plan, correct, 98).sentence
        verdict = given(plan, correct, 98)
        assert ("are similar in the sense of the plan" in text) == (verdict.outcome == "similarity")
        assert ("can tell these texts" in text) == (verdict.outcome == "difference")


def test_names_with_percent_signs_and_braces_are_printed_as_they_are():
    plan = replace(PLAN, subject_a="100 % %(x)s", subject_b="{b} <b>")
    assert "these texts of 100 % %(x)s and {b} <b> apart" in decided(plan, 45, 98).sentence
