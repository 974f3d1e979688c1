"""A study of each kind over HTTP, with judges who read longer where they perceive a difference.

Those who guess answer first: a verdict that took answers as they come would be another. What each
verdict must be is worked out here anew, by plain formulas on the stored answers.
"""

import json
from math import log

import pytest
from scipy.stats import binom

from tests.faults.scenes import Scene, make
from tests.stack import Stack

CHANCE = 1 / 3
PLAN = {"alpha": 0.05, "beta": 0.05, "pd": 0.5, "items": 24, "is_test": True}
DIRECTED = {"protocol": "directed", "question": "Which one was written by a machine?"}
KINDS = {
    "difference": {"evaluations": 18},
    "similarity": {"evaluations": 18, "goal": "similarity"},
    "sequential": {"evaluations": 42, "method": "sequential"},
    "directed": {"evaluations": 18, **DIRECTED},
    "directed sequential": {"evaluations": 42, "method": "sequential", **DIRECTED},
    "repeats": {"evaluations": 18, "evaluations_per_judge": 3},
}
# All in one process, one after another: each begins with 16 judges who read at once.
PLAY = """
from django.conf import settings
from django.core.management import call_command
for number in {numbers}:
    call_command(
        "simulate", str(number), pd=0.5, seconds=0.1, slower=2.5, at_once=16,
        base_url="{base_url}", stdout=open("/dev/null", "w"),
    )
"""


@pytest.fixture(scope="module")
def scenes(stack: Stack) -> dict[str, Scene]:
    """Each kind, answered to its end."""
    made = make(stack, *(PLAN | fields for fields in KINDS.values()))
    numbers = json.dumps([scene.pk for scene in made])
    script = PLAY.format(numbers=numbers, base_url=stack.base_url)
    stack.shell(script)
    return dict(zip(KINDS, made, strict=True))


def outcomes(scene: Scene) -> list[bool]:
    """Right or wrong, in the order in which the triads were first held."""
    rows = scene.stack.sql(
        "SELECT a.correct FROM studies_answer a JOIN studies_trial x ON x.id = a.trial_id"
        " WHERE a.study_id = %s AND x.state = 'answered' ORDER BY a.first_held_at, a.number",
        [scene.pk],
    )
    return [right for (right,) in rows]


def given(scene: Scene) -> tuple[str, int, int]:
    """The verdict on record: its outcome, how many answers, how many right."""
    query = "SELECT outcome, counted, correct FROM analysis_verdict WHERE study_id = %s"
    scene.stack.wait_for(lambda: scene.stack.sql(query, [scene.pk]), "a verdict is given", 20)
    [row] = scene.stack.sql(query, [scene.pk])
    return row


def fixed(found: list[bool], goal: str) -> tuple[str, int, int]:
    n, x = len(found), sum(found)
    if goal == "similarity":
        shown = binom.cdf(x, n, CHANCE + (1 - CHANCE) * PLAN["pd"]) <= PLAN["beta"]
    else:
        shown = binom.sf(x - 1, n, CHANCE) <= PLAN["alpha"]
    return goal if shown else "not_shown", n, x


def wald(found: list[bool]) -> tuple[str, int, int]:
    """Wald's test of pd = 0 against the plan's, one answer after another."""
    pc = CHANCE + (1 - CHANCE) * PLAN["pd"]
    upper = log((1 - PLAN["beta"]) / PLAN["alpha"])
    lower = log(PLAN["beta"] / (1 - PLAN["alpha"]))
    ratio = 0.0
    for n, right in enumerate(found, start=1):
        ratio += log(pc / CHANCE) if right else log((1 - pc) / (1 - CHANCE))
        if ratio >= upper or ratio <= lower:
            return "difference" if ratio > 0 else "similarity", n, sum(found[:n])
    return "not_shown", len(found), sum(found)


@pytest.mark.parametrize("kind", KINDS)
def test_the_verdict_is_that_of_the_answers_in_order(scenes, kind):
    found, fields = outcomes(scenes[kind]), KINDS[kind]
    if fields.get("method") == "sequential":
        expected = wald(found)
    else:
        expected = fixed(found, str(fields.get("goal", "difference")))
        assert len(found) == 18
    assert given(scenes[kind]) == expected
