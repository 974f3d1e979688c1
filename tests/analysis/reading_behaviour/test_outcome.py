"""What the analysis of reading found, in words and tables."""

from typing import Any

import pytest

from analysis.reading_behaviour.outcome import outcome
from studies.models import Job

ODD: dict[str, Any] = {
    "p_value": 0.01,
    "reason": None,
    "trials": 30,
    "judges": 10,
    "trial_accuracy": {"value": 0.5, "p_value": 0.02},
    "coefficients": [
        {"column": "log_visits_per_sentence", "value": 1.234, "se": 0.5, "reason": None},
        {"column": "words_per_second", "value": None, "se": None, "reason": "does not vary"},
    ],
    "left_out": 2,
}
REPLICA: dict[str, Any] = {
    "text_accuracy": None,
    "trial_accuracy": {"value": 0.4, "p_value": 0.3},
    "coefficients": [],
    "r2_after_selection": 0.12345,
}


def found(**odd: Any) -> Any:
    return outcome(Job(result={"odd": ODD | odd, "replica": REPLICA}))


@pytest.mark.parametrize(
    ("odd", "sentence"),
    [
        ({}, "Reading tells the odd text from the other two (p = 0.01; 30 trials of 10 judges)"),
        (
            {"p_value": 0.6},
            "How the texts were read is not shown to tell the odd one (p = 0.60; 30",
        ),
        ({"p_value": None, "reason": "nothing read"}, "nothing to test: nothing was read."),
        ({"p_value": None, "reason": "other"}, "There is nothing to test: other."),
    ],
)
def test_the_sentence_says_whether_reading_tells_the_odd_text(
    odd: dict[str, Any], sentence: str
) -> None:
    assert sentence in found(**odd).sentence


def test_accuracies_that_are_not_known_are_left_out() -> None:
    assert list(found().accuracies) == [
        ("trials, conditional logit", "50.0 %", "33.3 %", "p = 0.02"),
        ("trials, regression", "40.0 %", "33.3 %", "p = 0.30"),
    ]


def test_a_column_without_a_coefficient_says_why() -> None:
    assert list(found().coefficients) == [
        ("log_visits_per_sentence", "1.23", "0.50", ""),
        ("words_per_second", "–", "–", "does not vary"),
    ]
    assert (found().r2, found().left_out) == ("0.123", 2)
