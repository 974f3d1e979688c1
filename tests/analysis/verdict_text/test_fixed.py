"""Every sentence of the verdict of a fixed number, with numbers worked out elsewhere."""

from dataclasses import replace

import pytest

from analysis.recomputation.counts import Share, StudyCounts
from analysis.verdict_text import ResultSnapshot, statement
from analysis.verdict_text.notes import not_reachable
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


@pytest.mark.parametrize(
    ("plan", "counted", "sentence"),
    [
        (
            replace(PLAN, alpha=0.001),
            6,
            "With 6 answers no result can show a difference at alpha 0.001. At least 7 are needed.",
        ),
        (
            SIMILARITY,
            5,
            "With 5 answers no result can show similarity at beta 0.01, pd 30 %. At least 7 are "
            "needed.",
        ),
    ],
)
def test_not_reachable(plan, counted, sentence):
    assert not_reachable(plan, counted) == sentence


def test_withdrawn_after_the_verdict():
    counts = StudyCounts(counted=96, correct=43, withdrawn=2, verdict_left=Share(96, 43))
    text = decided(PLAN, 45, 98, counts=counts)
    assert text.sentence.startswith("Judges like these can tell these texts of Rosa and TGen apart")
    assert text.more == (
        "After withdrawal of 2 answers: Judges like these can tell these texts of Rosa and TGen "
        "apart: 43 of 96 right, 41 needed at alpha 0.05 (p = 0.013, moderate evidence). At least "
        "4.2 % of people perceive a difference (95 % limit).",
    )


def test_withdrawn_until_nothing_can_be_shown():
    counts = StudyCounts(counted=2, correct=2, verdict_left=Share(2, 2))
    text = decided(PLAN, 20, 24, counts=counts)
    assert text.more == (
        "After withdrawal of 22 answers: With 2 answers no result can show a difference at alpha "
        "0.05. At least 3 are needed.",
    )


def test_raised_after_the_verdict():
    verdict = given(PLAN, 45, 98)
    counts = StudyCounts(
        counted=110, correct=50, verdict_left=Share(98, 45), after_verdict=Share(12, 5)
    )
    plan = replace(PLAN, evaluations=150)
    text = statement(ResultSnapshot(plan=plan, counts=counts, verdict=verdict, raised_from=98))
    assert "45 of 98 right" in text.sentence
    assert text.more == (
        "The number was raised from 98 to 150 after this verdict, which stays on record.",
        "12 answers came after the verdict (5 right) and do not alter it.",
    )


@pytest.mark.parametrize(
    ("plan", "counted", "recommended"), [(PLAN, 17, "18"), (SIMILARITY, 29, "30")]
)
def test_too_few_by_the_standard(plan, counted, recommended):
    sentence = f"Fewer than the {recommended} judges that ISO 4120 recommends."
    assert sentence in decided(plan, 8, counted).more
    assert sentence not in decided(plan, 8, counted + 1).more


def test_far_below_chance():
    text = decided(PLAN, 20, 98)
    assert text.warning == (
        "Fewer right answers than guessing gives (20 of 98; probability 0.0035). Check the key, "
        "the orders and what the page gives away before using this result."
    )
    assert text.as_text().startswith(text.warning)
    assert decided(PLAN, 22, 98).warning == ""


def test_footnote_where_the_paper_says_otherwise():
    assert decided(PLAN, 12, 24).footnotes == (
        "By the normal approximation printed in González-Corbelle et al. (2020) 12 right answers "
        "would be enough; the exact test, and the paper's own table, need 13.",
    )
    assert decided(PLAN, 24, 60).footnotes == (
        "By the normal approximation printed in González-Corbelle et al. (2020) 26 right answers "
        "would be enough; the exact test needs 27.",
    )
    assert decided(SIMILARITY, 24, 60).footnotes == (
        "By the normal approximation printed in González-Corbelle et al. (2020) at most 23 right "
        "answers would be allowed; the exact test allows 22.",
    )
    assert decided(PLAN, 36, 98).footnotes == ()


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
