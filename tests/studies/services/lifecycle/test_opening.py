"""Opening a study: what it demands, freezes and makes."""

import hashlib
import json

import pytest

from studies import tasks
from studies.models import Event, RatingPlan, Study
from studies.ratings import follow_up
from studies.services.lifecycle import amendments, opening
from studies.services.lifecycle.availability import WrongStateError
from studies.services.lifecycle.opening_warnings import ACCEPTING
from studies.services.lifecycle.places import sheets
from tests.factories import make_sample, make_study, open_study

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


def test_a_study_of_ratings_is_opened_with_the_number_of_its_sheets() -> None:
    study = make_study(items=2, kind="rating", evaluations=1, evaluations_per_judge=2)
    RatingPlan.objects.create(study=study, judges=18)
    opened = {"study": study, "user": study.owner, "accepted": list(ACCEPTING)}
    with pytest.raises(opening.CannotOpenError, match="This way of rating needs a reference"):
        opening.open_study(**opened)
    RatingPlan.objects.update(reference_text="A model text.")
    opened["study"] = Study.objects.get(pk=study.pk)
    study = opening.open_study(**opened)
    # Two items, three criteria apart, three judges each.
    assert (study.status, study.evaluations, study.sheets.count()) == ("open", 18, 18)
    plan = json.loads(study.plan_json)
    assert (plan["evaluations"], plan["rating"]["judges"]) == (18, 18)
    assert not opening.is_made_at_once(study)
    with pytest.raises(WrongStateError, match="duplicate the study to plan for more"):
        amendments.raise_evaluations(study=study, user=study.owner, evaluations=20, why="more")


def test_many_sheets_are_made_by_a_job_that_goes_on_after_whole_blocks(monkeypatch) -> None:
    monkeypatch.setattr(opening, "OPEN_AT_ONCE", 5)
    monkeypatch.setattr(sheets, "BATCH", 4)
    study = make_study(items=2, kind="rating", evaluations=1, evaluations_per_judge=2)
    RatingPlan.objects.create(study=study, judges=18, reference_text="A model text.")
    job = tasks.open_study(study=study, user=study.owner, accepted=list(ACCEPTING))
    assert job is not None
    assert job.total == 18
    done = []

    def interrupt(*numbers: int) -> None:
        done.append(numbers)
        if numbers[0] == 10:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        opening.finish_opening(study=study, user=study.owner, progress=interrupt)
    # A block has six sheets, one of each item and criterion.
    assert (done, study.sheets.count()) == ([(4, 18), (6, 18), (10, 18)], 6)
    tasks.run_job(job.pk)
    study.refresh_from_db()
    assert (study.status, study.sheets.count()) == ("open", 18)


@pytest.mark.parametrize(("goal", "fewest"), [("difference", 38), ("similarity", 66)])
def test_a_sequential_plan_that_can_never_decide_is_not_opened(goal, fewest) -> None:
    plan = {"method": "sequential", "goal": goal, "alpha": 0.001, "beta": 0.001, "pd": 0.1}
    study = make_study(evaluations=fewest - 1, items=24, **plan)
    [reason, *_others] = opening.why_not_open(study)
    assert (reason.code, f"At least {fewest} are needed." in str(reason)) == ("unreachable", True)
    limits = f"a maximum of {fewest - 1} answers", "alpha 0.001, beta 0.001, pd 10 %"
    first = f"{fewest if goal == 'difference' else 0} right of {fewest}"
    assert all(part in str(reason) for part in (*limits, first))
    assert opening.why_not_open(make_study(evaluations=fewest, items=24, **plan)) == []


def test_a_similarity_plan_that_cannot_be_shown_names_its_pd_as_typed() -> None:
    study = make_study(goal="similarity", evaluations=1, pd=0.125)
    assert "at beta 0.05, pd 12.5 %. At least " in opening.unreachable_sentence(study)


def test_opening_goes_on_where_it_was_interrupted() -> None:
    study = make_study()
    opening.begin_opening(study=study, user=study.owner)

    def interrupt(done: int, total: int) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        opening.finish_opening(study=study, user=study.owner, progress=interrupt)
    opening.finish_opening(study=study, user=study.owner)
    study.refresh_from_db()
    assert study.status == "open"
    assert study.events.get(what="opened").who == study.owner
    numbers = study.triads.order_by("number").values_list("number", flat=True)
    assert list(numbers) == list(range(1, 25))


def _codes(study) -> list[str]:
    return [warning.code for warning in opening.warnings_of(study)]


def test_few_texts_are_opened_only_where_that_is_accepted() -> None:
    study = make_study(items=4, evaluations=98)
    [warning] = opening.warnings_of(study)
    assert "There are 4 different texts of Forecaster and 4 of Machine." in str(warning)
    assert "In 98 evaluations each text will be read about 37 times." in str(warning)
    assert "With fewer than 10 texts a subject the verdict says little beyond" in str(warning)
    with pytest.raises(opening.CannotOpenError) as refused:
        opening.open_study(study=study, user=study.owner, accepted=["fewer_than_recommended"])
    assert [reason.code for reason in refused.value.reasons] == ["few_texts"]
    opened = opening.open_study(study=study, user=study.owner, accepted=["few_texts"])
    assert json.loads(opened.plan_json)["accepted_warnings"] == ["few_texts"]


def test_ten_texts_a_subject_are_enough_and_copies_are_one_text() -> None:
    assert _codes(make_study(items=10)) == []
    study = make_study(items=9)
    for subject in "AB":
        make_sample(study, subject, "day 9", f"Text 1 by hand {subject}.")
    assert _codes(study) == ["few_texts", "repeated_texts"]
    make_sample(study, "A", "day 10", "Another.")
    assert _codes(study) == ["few_texts", "repeated_texts"]
    make_sample(study, "B", "day 10", "And another.")
    assert _codes(study) == ["repeated_texts"]


def test_texts_that_are_left_out_or_for_practice_are_not_counted() -> None:
    study = make_study(items=10)
    make_sample(study, "A", "day 10", "For practice.", kind="practice")
    study.samples.filter(subject="B", item="day 0").update(left_out=True)
    assert _codes(study) == ["few_texts"]


def test_topics_of_one_subject_each_are_opened_only_where_that_is_accepted() -> None:
    study = make_study(items=0)
    for number in range(12):
        make_sample(study, "A", f"river {number}", f"On river {number}.")
        make_sample(study, "B", f"mount {number}", f"On mount {number}.")
    assert _codes(study) == ["topic_and_author"]
    with pytest.raises(opening.CannotOpenError):
        opening.open_study(study=study, user=study.owner)
    make_sample(study, "B", "river 3", "On river 3 as well.")
    assert _codes(study) == []


def test_a_directed_plan_reads_the_texts_of_a_twice_as_often() -> None:
    study = make_study(items=9, protocol="directed", question="Which is kinder?", evaluations=90)
    [warning] = opening.warnings_of(study)
    said = "each text of A will be read about 20 times, each text of B about 10 times."
    assert said in str(warning)


def test_a_similarity_plan_without_attention_triads_is_opened_only_where_that_is_accepted() -> None:
    plan = {"evaluations": 98, "goal": "similarity"}
    study = make_study(**plan)
    [warning] = opening.warnings_of(study)
    assert "bots and judges who do not read guess" in str(warning)
    with pytest.raises(opening.CannotOpenError) as refused:
        opening.open_study(study=study, user=study.owner)
    assert [reason.code for reason in refused.value.reasons] == ["no_attention"]
    opened = opening.open_study(study=study, user=study.owner, accepted=["no_attention"])
    assert opened.accepted_warnings == ["no_attention"]
    assert _codes(make_study(**plan, attention_at=[1])) == []
    assert _codes(make_study(evaluations=98)) == []


def test_what_stands_against_the_numbers_after_a_choice() -> None:
    asked = {"ask": "rate", "criteria": [{"key": "quality"}], "reference": ["Text 3 by hand A."]}
    study = make_study(follow_up=follow_up.checked(asked))
    assert [reason.code for reason in opening.why_not_open(study)] == ["reference_is_text"]
    asked["reference"] = ["Another text."]
    covered = make_study(follow_up=follow_up.checked(asked), presentation="masked")
    assert [reason.code for reason in opening.why_not_open(covered)] == ["covered_texts_rated"]
    assert opening.why_not_open(make_study(follow_up=follow_up.checked(asked))) == []
