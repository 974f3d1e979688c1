"""Surface cues in words: levels, sentences, and what is listed."""

import pytest

from studies.stimuli.cues.surface_cues import (
    BY,
    CLEAR,
    CUES,
    NONE,
    SLIGHT,
    STRONG,
    Cue,
    Look,
    Spread,
    estimated_right,
    histogram,
    level_of,
    looks_at,
)
from studies.workbench.texts.cue_words import TITLES, rows_of


def side(mean=0.5, sd=0.5, n=10):
    return Spread(n=n, mean=mean, sd=sd, low=0, high=1)


def cue(code="markup", d=0.0, *, apart=False, count=1, a=None, b=None):
    sides = {"a": a or side(), "b": b or side()}
    return Cue(code=code, **sides, d=d, apart=apart, count=count, keys=[])


def test_every_cue_has_a_title_and_what_a_judge_could_tell_by():
    assert tuple(TITLES) == CUES
    assert set(BY) | {"names", "identical"} == set(CUES)


@pytest.mark.parametrize(
    ("d", "level"),
    [(0, NONE), (0.19, NONE), (0.2, SLIGHT), (-0.49, SLIGHT), (0.5, CLEAR), (-0.8, STRONG)],
)
def test_levels_are_bounds_of_d(d, level):
    assert level_of(cue(d=d)) == level


@pytest.mark.parametrize("code", ["names", "identical"])
def test_one_text_that_names_a_subject_or_is_in_both_is_clear(code):
    assert level_of(cue(code, d=0.0, count=1)) == CLEAR
    assert level_of(cue(code, d=0.0, count=0)) == NONE


@pytest.mark.parametrize(
    ("found", "sentence"),
    [
        (cue(apart=True, d=None), "The two never overlap: markup tells them apart at once."),
        (cue("length", d=0.9), "Single texts lie far apart."),
        (cue(d=0.6), "They differ on average."),
        (cue(d=0.3), "A small difference."),
        (cue(d=0.1), "No difference to speak of."),
        (cue(d=None), "Too few texts to say."),
        (cue("names"), "1 text names a subject: a judge who reads it may recognise the author."),
        (
            cue("names", count=2),
            "2 texts name a subject: a judge who reads them may recognise the author.",
        ),
        (cue("identical"), "No judge can tell these apart, and no triad will hold both."),
    ],
)
def test_sentences(found, sentence):
    (row,) = rows_of([found], {})
    assert row.sentence == sentence


def test_a_study_without_triads_has_systems_and_no_word_of_triads():
    identical, names = rows_of([cue("identical"), cue("names")], None)
    assert identical.sentence == "No judge can tell these apart."
    assert names.sentence.startswith("1 text names a system: ")


def test_the_strongest_comes_first_and_absent_flags_are_left_out():
    nowhere = cue("emoji", count=0, a=side(0), b=side(0))
    rows = rows_of([cue("length", d=0.1, count=0), nowhere, cue("blanks", d=0.9)])
    assert [row.code for row in rows] == ["blanks", "length"]


def test_the_order_is_that_of_triads_where_it_was_counted_else_the_size_of_the_difference():
    found = [cue("words", d=0.9), cue("capitals", d=-0.95), cue("blanks", d=0.1)]
    assert [row.code for row in rows_of(found)] == ["capitals", "words", "blanks"]
    report = {"cues": found, "histogram": histogram([], [])}
    assert [look.code for look in looks_at(report)] == ["capitals", "words"]
    assert [row.right for row in rows_of(found)] == ["", "", ""]
    assert [row.right for row in rows_of(found, {})][:2] == ["about 41\u00a0%", "about 40\u00a0%"]
    assert looks_at(report, {"capitals": 0.34, "words": 0.46}) == [Look("words", 0.46, True)]
    rows = rows_of(found, {"capitals": 0.4, "words": 0.46, "blanks": 0.34})
    assert [(row.code, row.right) for row in rows] == [
        ("words", "46\u00a0%"),
        ("capitals", "40\u00a0%"),
        ("blanks", "34\u00a0%"),
    ]
    assert rows[0].sentence == "Single texts lie far apart."
    assert rows[0].by == "the number of words (right in 46\u00a0% of triads)"


@pytest.mark.parametrize(
    ("found", "right"),
    [
        (cue("length", d=0.0), 1 / 3),
        (cue("length", d=-2.0), 0.605),
        (cue("length", d=None), None),
        (cue(a=side(0.0), b=side(1.0), d=None, apart=True), 1.0),
        (cue(a=side(0.0), b=side(0.5), d=0.9), (2 / 3 + 1 / 3) / 2),
        (cue(a=side(0.5), b=side(0.5)), 1 / 3),
        (cue(a=side(None)), None),
    ],
)
def test_how_often_a_look_would_be_right_is_estimated_before_it_was_counted(found, right):
    assert estimated_right(found) == (None if right is None else pytest.approx(right, abs=0.001))


def test_numbers_as_they_are_shown():
    (row,) = rows_of([cue("length", d=-1.234, a=side(1234.56, 7.89), b=side(3, None, n=1))])
    assert (row.d, row.b) == ("−1.23", "3.0")
    assert row.a.endswith("(SD 7.9)")
    (row,) = rows_of([cue(a=side(0.126), b=side(None, None, n=0))])
    assert (row.a, row.b) == ("13 %", "–")
