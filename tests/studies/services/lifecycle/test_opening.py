"""Opening a study: what it demands, freezes and makes."""

import hashlib
import json

import pytest

from studies.models import Event
from studies.services.lifecycle import opening
from tests.factories import make_study, open_study

pytestmark = pytest.mark.django_db


def test_opening_freezes_the_plan_and_makes_whole_blocks() -> None:
    study = open_study(evaluations=20)
    assert (study.status, study.triads.count()) == ("open", 24)
    assert study.plan_sha256 == hashlib.sha256(study.plan_json.encode()).hexdigest()
    plan = json.loads(study.plan_json)
    assert (plan["evaluations"], len(plan["samples"])) == (20, 24)
    assert study.seed not in study.plan_json
    assert list(Event.objects.values_list("what", flat=True)) == ["plan frozen", "opened"]


def test_opening_names_every_reason_at_once() -> None:
    study = make_study(items=0, evaluations=6, alpha=0.001)
    with pytest.raises(opening.CannotOpenError) as refused:
        opening.open_study(study=study, user=study.owner)
    codes = {reason.code for reason in refused.value.reasons}
    assert codes == {"no_texts", "unreachable", "fewer_than_recommended"}
    study.refresh_from_db()
    assert (study.status, study.plan_json) == ("draft", "")


@pytest.mark.parametrize(("goal", "fewest"), [("difference", 38), ("similarity", 66)])
def test_a_sequential_plan_that_can_never_decide_is_not_opened(goal, fewest) -> None:
    plan = {"method": "sequential", "goal": goal, "alpha": 0.001, "beta": 0.001, "pd": 0.1}
    study = make_study(evaluations=fewest - 1, items=24, **plan)
    [reason, *_others] = opening.why_not_open(study)
    assert (reason.code, f"At least {fewest} are needed." in str(reason)) == ("unreachable", True)
    assert opening.why_not_open(make_study(evaluations=fewest, items=24, **plan)) == []


def test_opening_goes_on_where_it_was_interrupted() -> None:
    study = make_study()
    opening.begin_opening(study=study, user=study.owner)

    def interrupt(done: int, total: int) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        opening.finish_opening(study=study, progress=interrupt)
    opening.finish_opening(study=study)
    study.refresh_from_db()
    assert study.status == "open"
    numbers = study.triads.order_by("number").values_list("number", flat=True)
    assert list(numbers) == list(range(1, 25))
