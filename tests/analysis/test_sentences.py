"""Every sentence of a verdict, and of a study without one, with numbers worked out elsewhere."""

from dataclasses import replace

import pytest
from django.utils.translation import override

from analysis.exact import ExactTests, Plan, Repeats
from analysis.numbers import Numbers, Share
from analysis.sentences import Given, Standing, Wald, statement
from analysis.sentences.notes import not_reachable

CAVEAT = (
    "Limits are for people like this panel and for the 24 texts used; other texts of the same "
    "authors may differ. Percentages assume that whoever perceives the difference is always right "
    "and everybody else guesses."
)
PLAN = Plan(
    goal="difference",
    method="fixed",
    alpha=0.05,
    beta=0.01,
    pd=0.3,
    evaluations=98,
    subject_a="Rosa",
    subject_b="TGen",
)
SIMILARITY = replace(PLAN, goal="similarity")
SEQUENTIAL = replace(PLAN, method="sequential", beta=0.05, evaluations=200)
REPEATS = replace(PLAN, evaluations=24, evaluations_per_judge=6)


@pytest.fixture(autouse=True)
def _english():
    with override("en"):
        yield


def given(plan, correct, counted):
    """The verdict of a fixed-number plan on these counts."""
    tests = ExactTests.of(plan, correct, counted)
    shown = tests.similarity.similar if plan.is_similarity else tests.difference.significant
    return Given(
        outcome=plan.goal if shown else "not_shown",
        counted=counted,
        correct=correct,
        judges=counted,
        texts=24,
        tests=tests,
    )


def decided(plan, correct, counted, **fields):
    plan = replace(plan, evaluations=counted)
    numbers = fields.pop("numbers", Numbers(counted=counted, correct=correct))
    return statement(
        Standing(plan=plan, numbers=numbers, verdict=given(plan, correct, counted), **fields)
    )


def waiting(plan=PLAN, counted=0, correct=0, **fields):
    numbers = fields.pop("numbers", Numbers(counted=counted, correct=correct))
    return statement(Standing(plan=plan, numbers=numbers, **fields)).as_text()


# Without a verdict


def test_no_answers():
    assert waiting() == "No answers yet. Send the recruitment link to begin."


def test_not_opened():
    assert waiting(opened=False) == "This study has not been opened yet: it has no answers."


def test_pilot_answers_only():
    assert waiting(numbers=Numbers(pilot=12)) == "12 pilot answers, none counted."
    assert waiting(numbers=Numbers(pilot=1)) == "1 pilot answer, not counted."


def test_fixed_number_not_reached():
    assert waiting(counted=61, correct=24) == (
        "61 of 98 answers, 24 right. No verdict yet: this plan decides at 98."
    )


def test_blind_not_complete():
    assert waiting(counted=61, correct=24, hidden=True, sealed=True) == (
        "61 of 98 answers. Results are hidden until 98."
    )


def test_blind_sequential():
    assert waiting(SEQUENTIAL, 37, 18, hidden=True, sealed=True) == (
        "37 answers, at most 200. Results are hidden until the verdict is given."
    )


def test_blind_closed_early():
    assert waiting(counted=61, hidden=True, sealed=True, closed=True) == (
        "Closed at 61 of 98: no verdict under this plan. Results stay hidden until the study is "
        "unsealed."
    )


def test_recruiter_follows_the_progress_only():
    assert waiting(counted=61, correct=24, hidden=True) == (
        "61 of 98 answers. You can follow the progress of this study, not its results."
    )


def test_recruiter_is_told_no_verdict():
    hidden = decided(PLAN, 45, 98, hidden=True)
    assert hidden.as_text() == (
        "98 of 98 answers. You can follow the progress of this study, not its results."
    )


def test_closed_early():
    assert waiting(counted=61, correct=24, closed=True) == (
        "Closed at 61 of 98: no verdict under this plan."
    )


def test_raised_after_looking():
    assert waiting(replace(PLAN, evaluations=150), 120, 50, raised_from=98) == (
        "Number raised from 98 to 150 after results could be seen: no fixed-number verdict."
    )


def test_sequential_going_on():
    assert waiting(SEQUENTIAL, 37, 18) == (
        "37 answers, 18 right. No verdict yet: at this point 20 or more would show a difference, "
        "12 or fewer similarity. (Wald's lines, alpha 0.05, beta 0.05, pd 30 %)"
    )


@pytest.mark.parametrize(
    ("counted", "lines"),
    [
        (1, "1 answer, 1 right. No verdict yet: at this point no number right would decide. "),
        (
            8,
            "8 answers, 1 right. No verdict yet: at this point 8 or more would show a difference. ",
        ),
    ],
)
def test_sequential_where_a_line_cannot_be_reached(counted, lines):
    assert waiting(SEQUENTIAL, counted, 1).startswith(lines)


# A fixed number


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
    ("plan", "goal", "counted", "sentence"),
    [
        (
            replace(PLAN, alpha=0.001),
            "difference",
            6,
            "With 6 answers no result can show a difference at alpha 0.001. At least 7 are needed.",
        ),
        (
            SIMILARITY,
            "similarity",
            5,
            "With 5 answers no result can show similarity at beta 0.01, pd 30 %. At least 7 are "
            "needed.",
        ),
    ],
)
def test_not_reachable(plan, goal, counted, sentence):
    assert not_reachable(plan, counted, goal=goal) == sentence


def test_withdrawn_after_the_verdict():
    numbers = Numbers(counted=96, correct=43, withdrawn=2, verdict_left=Share(96, 43))
    text = decided(PLAN, 45, 98, numbers=numbers)
    assert text.sentence.startswith("Judges like these can tell these texts of Rosa and TGen apart")
    assert text.more == (
        "After withdrawal of 2 answers: Judges like these can tell these texts of Rosa and TGen "
        "apart: 43 of 96 right, 41 needed at alpha 0.05 (p = 0.013, moderate evidence). At least "
        "4.2 % of people perceive a difference (95 % limit).",
    )


def test_withdrawn_until_nothing_can_be_shown():
    numbers = Numbers(counted=2, correct=2, verdict_left=Share(2, 2))
    text = decided(PLAN, 20, 24, numbers=numbers)
    assert text.more == (
        "After withdrawal of 22 answers: With 2 answers no result can show a difference at alpha "
        "0.05. At least 3 are needed.",
    )


def test_raised_after_the_verdict():
    verdict = given(PLAN, 45, 98)
    numbers = Numbers(
        counted=110, correct=50, verdict_left=Share(98, 45), after_verdict=Share(12, 5)
    )
    plan = replace(PLAN, evaluations=150)
    text = statement(Standing(plan=plan, numbers=numbers, verdict=verdict, raised_from=98))
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


# Sequential


def sequential(outcome, correct, counted, numbers=None):
    verdict = Given(
        outcome=outcome,
        counted=counted,
        correct=correct,
        judges=counted,
        texts=24,
        wald=Wald(14, 22, risk_difference=0.04104, risk_similarity=0.04288),
    )
    numbers = numbers or Numbers(counted=counted, correct=correct)
    return statement(Standing(plan=SEQUENTIAL, numbers=numbers, verdict=verdict))


def test_sequential_difference():
    text = sequential("difference", 22, 42)
    assert text.sentence == (
        "Judges like these can tell these texts of Rosa and TGen apart: decided after 42 answers, "
        "22 right (Wald's line: 22; alpha 0.05, beta 0.05, pd 30 %; exact risk of this plan 0.041)."
    )
    assert text.caveat == CAVEAT


def test_sequential_similarity():
    assert sequential("similarity", 14, 41).sentence == (
        "These texts of Rosa and TGen are similar in the sense of the plan: decided after 41 "
        "answers, 14 right (Wald's line: 14; exact risk at pd 30 %: 0.043)."
    )


def test_sequential_plan_that_ends_early_is_not_called_too_few():
    assert sequential("difference", 8, 8).more == ()


def test_sequential_largest_number():
    text = sequential("none", 80, 200)
    assert text.as_text() == (
        "No verdict: the plan's largest number of 200 answers was reached between the lines."
    )


def test_sequential_answers_in_flight_are_after_the_verdict():
    numbers = Numbers(counted=44, correct=23, after_verdict=Share(2, 1))
    assert sequential("difference", 22, 42, numbers).more == (
        "2 answers came after the verdict (1 right) and do not alter it.",
    )


def test_sequential_far_below_chance_gives_no_probability():
    assert sequential("similarity", 3, 30).warning == (
        "Fewer right answers than guessing gives (3 of 30). Check the key, the orders and what "
        "the page gives away before using this result."
    )


# Repeats


def repeated(correct, estimate):
    verdict = Given(
        outcome="difference",
        counted=24,
        correct=correct,
        judges=4,
        texts=24,
        tests=ExactTests.of(REPEATS, correct, 24),
        repeats=estimate,
    )
    numbers = Numbers(counted=24, correct=correct)
    return statement(Standing(plan=REPEATS, numbers=numbers, verdict=verdict))


ESTIMATE = Repeats(
    judges=4,
    pd=0.4375,
    pd_lower=0.13521,
    pd_upper=0.6998,
    gamma=0.0,
    p_overdispersion=1.0,
    d_prime=2.1,
)


def test_repeats_difference_shown():
    text = repeated(15, ESTIMATE)
    assert text.sentence == (
        "The judges of this panel told these texts apart: 15 of 24 answers of 4 judges right, 13 "
        "needed at alpha 0.05 (p = 0.0032). Answers of one judge are not independent, so the "
        "pooled count gives no limit for people; the beta-binomial estimate is 43.8 % "
        "(13.5–70.0 %, profile likelihood)."
    )
    assert text.more == (
        "No sign that judges differ, which 4 judges could hardly show.",
        "Fewer than the 18 judges that ISO 4120 recommends.",
    )


def test_repeats_not_shown():
    assert repeated(12, ESTIMATE).sentence == (
        "No difference was shown (12 of 24 answers of 4 judges right, 13 needed at alpha 0.05; "
        "p = 0.068). Repeats cannot show similarity."
    )


def test_repeats_judges_differ():
    assert repeated(15, replace(ESTIMATE, p_overdispersion=0.02)).more[0] == (
        "Judges differ from one another (p = 0.02)."
    )
    assert repeated(15, replace(ESTIMATE, judges=60)).more[0] == "No sign that judges differ."


def test_repeats_of_a_single_judge_give_no_estimate():
    assert repeated(15, None).sentence.endswith("one judge gives no estimate for people either.")


# Properties


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
