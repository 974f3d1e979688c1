"""The order of systems in one line, and where separated pairs allow none."""

import pytest

from analysis.stats import Busiest, Pair
from analysis.verdict_text.ratings import CriterionResult, rating_sentences

NUMBERS = {"judges": 9, "items": 9, "differences": 40, "p_value": 0.01, "adjusted": 0.01}
SIZES = {"AB": 1.18, "BC": 1.14, "AC": 1.34, "AD": 1.5, "BD": 1.4, "CD": 1.3}


def said(*separated, **limits):
    """Return the sentences where these pairs of A, B, C and D are separated, and no other."""
    found = tuple(
        Pair(
            *pair,
            estimate=size,
            limits=(1.01, 1.6),
            separated=pair in separated,
            resampled_limits=limits.get(pair),
            **NUMBERS,
        )
        for pair, size in SIZES.items()
    )
    names = {name: name for name in "ABCD"}
    return rating_sentences(
        CriterionResult("quality", names, found, Busiest(9, 90, 0.3), True, 0.05)
    )


@pytest.mark.parametrize(
    ("separated", "line"),
    [
        (["AB", "BC", "AC"], "A above B above C: 1.18 and 1.14 times as high from one to the next"),
        (["AC", "BC"], "A and B above C: 1.34 and 1.14 times as high ("),
        (["AB", "AC"], "A above B and C: 1.18 and 1.34 times as high ("),
        (["AB", "AC", "AD", "BD", "CD"], "A, above B and C, above D: 1.18 to 1.40 times as high"),
        (["AB", "BC"], "A above B: 1.18 times as high"),
        (["AC", "AD", "BD"], "A and B above D: 1.50 and 1.40 times as high"),
    ],
)
def test_the_line_says_what_was_shown_and_no_more(separated, line):
    first = said(*separated)[0]
    assert first.startswith(f"For quality, judges like these rate {line}")


def test_a_pair_that_skips_a_layer_has_its_numbers_after_the_line():
    _, skipped, *_ = said("AB", "BC", "AC")
    assert skipped.startswith(
        "They rate A above C: 1.34 times as high (95 % limits 1.01 to 1.60; p"
    )


@pytest.mark.parametrize(("separated", "more"), [(["AB", "BC"], 1), (["AC", "AD", "BD"], 1)])
def test_where_there_is_no_line_the_first_sentence_tells_of_the_others(separated, more):
    first, second, *_ = said(*separated)
    assert f" {more} more pair was told apart." in first
    assert "more pair" not in second


def test_the_line_has_the_doubt_of_its_steps():
    line, skipped, *_ = said("AB", "BC", "AC", BC=(0.98, 1.35))
    assert "That B is above C is uncertain" in line
    assert "uncertain" not in skipped
