"""The sentences in docs/statistics.md are those of the pages."""

import re

import analysis.verdict_text
from tests.analysis.verdict_text import documented


def test_the_page_has_todays_sentences():
    assert documented.stored() == f"{documented.section()}\n", "run tests.….documented"


def test_every_outcome_of_a_verdict_is_there():
    shown = {
        (case.plan.goal, case.plan.method, case.plan.has_repeats, case.verdict.outcome)
        for case in (*documented.FIXED.values(), *documented.OTHERS.values())
    }
    assert shown == {
        ("difference", "fixed", False, "difference"),
        ("difference", "fixed", False, "not_shown"),
        ("similarity", "fixed", False, "similarity"),
        ("similarity", "fixed", False, "not_shown"),
        ("difference", "sequential", False, "difference"),
        ("difference", "sequential", False, "similarity"),
        ("difference", "sequential", False, "none"),
        ("difference", "fixed", True, "difference"),
        ("difference", "fixed", True, "not_shown"),
    }


def test_every_function_that_makes_sentences_is_heard(monkeypatch):
    """Each name that the room's front imports says something in at least one case."""
    heard = set()

    def listening(name, function):
        def told(*values):
            sentence = function(*values)
            if sentence:
                heard.add(name)
            return sentence

        return told

    made = {
        name: function
        for name, function in vars(analysis.verdict_text).items()
        if callable(function)
        and re.fullmatch(r"analysis\.verdict_text\.(?!snapshot)\w+", function.__module__)
    }
    for name, function in made.items():
        monkeypatch.setattr(analysis.verdict_text, name, listening(name, function))
    documented.section()
    assert heard == set(made)
    assert len(made) > 8
