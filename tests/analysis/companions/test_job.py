"""The job that tries the companions, and its stored result."""

import json
from dataclasses import asdict

import pytest

from analysis.companions import job as work
from analysis.companions.stored import METHODS, Companions, latest
from studies.models import Job
from studies.services import jobs
from studies.services.lifecycle import opening
from studies.services.lifecycle.checks import one_rule
from studies.services.lifecycle.opening_warnings import ACCEPTING
from tests.analysis.companions.studies import look_at, restaurant_study
from tests.factories import make_sample, make_study

pytestmark = pytest.mark.django_db


def test_what_it_finds_is_stored_and_comes_back_as_it_was():
    study = restaurant_study()

    found = look_at(study)

    assert (found.texts, found.triads, found.planned, found.why_no_rules) == (200, 120, 120, "")
    assert found.methods == METHODS
    rules = {rule.rule: rule for rule in found.rules}
    assert 0.35 < rules["words"].right < 0.6
    assert all(len(rule.by_triad) == 120 for rule in found.rules)
    assert found.contexts.share_a == 1
    assert found.contexts.share_b == pytest.approx(0.49)
    assert (found.contexts.only_a, found.contexts.only_b, found.contexts.items) == (51, 0, 100)
    assert found.others.share_a == pytest.approx(0.46)
    assert len(found.misfits) >= 40
    assert (found.frames.a.frames, found.frames.b.frames) == (34, 34)
    assert Companions.from_json(json.loads(json.dumps(asdict(found)))) == found


def test_opening_makes_the_triads_that_were_looked_at():
    study = restaurant_study(about=20)
    before = look_at(study)

    study = opening.open_study(study=study, user=study.owner, accepted=list(ACCEPTING))

    assert not before.is_stale(study)
    after = look_at(study)
    assert after.rules == before.rules


def test_a_digit_a_triad_says_how_far_a_rule_is_right():
    found = look_at(restaurant_study(about=20))

    for rule in found.rules:
        shares = [1 / int(digit) if digit != "0" else 0 for digit in rule.by_triad]
        assert sum(shares) / 120 == pytest.approx(rule.right)


@pytest.mark.parametrize(
    "change",
    [
        lambda study: study.samples.filter(item="1", subject="A").update(left_out=True),
        lambda study: study.samples.filter(item="1").update(context="another"),
        lambda study: setattr(study, "evaluations", 60),
        lambda study: setattr(study, "pairing", "same item"),
    ],
)
def test_it_is_stale_when_texts_or_plan_change(change):
    study = restaurant_study(about=20)
    found = look_at(study)
    assert not found.is_stale(study)

    change(study)

    assert found.is_stale(study)
    assert not one_rule.rules_tried(study)


def test_texts_that_fill_no_triad_have_no_rules_but_are_compared():
    study = make_study(items=0)
    for subject in "AB":
        make_sample(study, subject, "day", f"Rain by {subject}.")

    found = look_at(study)

    assert found.rules == ()
    assert found.why_no_rules
    assert (found.contexts, found.frames, found.misfits) == (None, None, ())


def test_of_many_texts_the_first_triads_are_taken(monkeypatch):
    monkeypatch.setattr(work, "MOST_TEXTS", 60)
    found = look_at(restaurant_study())

    assert 15 <= found.triads < 120
    assert (found.planned, found.texts) == (120, 3 * found.triads)


def test_only_the_newest_result_is_kept_and_an_older_method_is_not_shown():
    study = restaurant_study(about=20, evaluations=6)
    look_at(study)
    look_at(study)

    job = Job.objects.get(study=study, kind=Job.Kind.COMPANIONS)
    job.result["methods"]["frames"] = 0
    job.save(update_fields=["result"])
    assert latest(study) is None


def test_its_work_can_be_cancelled():
    study = restaurant_study(about=20, evaluations=6)
    job = jobs.begin(study=study, user=study.owner, kind=Job.Kind.COMPANIONS)

    def stop(done, total):
        if done == 9:
            raise jobs.CancelledError

    with pytest.raises(jobs.CancelledError):
        work.look(job, stop)
    assert latest(study) is None


def test_its_steps_add_up():
    told = []
    study = restaurant_study(about=20, evaluations=6)
    job = jobs.begin(study=study, user=study.owner, kind=Job.Kind.COMPANIONS)

    work.look(job, lambda done, total: told.append((done, total)))

    assert told[-1][0] == told[-1][1] == len(told)
