"""judges.csv of the downloads: who took part, for paying and for excluding."""

from datetime import timedelta

import pytest
from django.db.models.functions import Now

from studies.models import Judge, Trial
from studies.services.judging import withdrawal
from studies.services.judging.answering import questionnaire
from studies.services.judging.answering.answers import answer
from studies.services.judging.trials import next_trial
from studies.services.lifecycle import transitions
from tests.factories import make_judge, make_link, open_study
from tests.studies.exports.downloads import download
from tests.studies.services.judging.test_practice import a_study, opened

pytestmark = pytest.mark.django_db


def test_progress_and_ids_of_each_judge(client, owner):
    study = open_study(owner=owner, evaluations_per_judge=2)
    link = make_link(study, panel="experts")
    given = {"STUDY_ID": "s1", "turkSubmitTo": "https://workersandbox.example"}
    judge = make_judge(link, source="mturk", external_id="W-1", panel_parameters=given)
    for _ in range(2):
        trial = next_trial(judge)
        answer(code=trial.code, position=1)
    trial.refresh_from_db()
    reading = make_judge(link, same_browser_as=judge)
    next_trial(reading)
    finished, began = download(client, study, "judges")
    assert finished.pop("started_at_utc") <= finished.pop("finished_at_utc")
    assert float(finished.pop("seconds")) >= 0
    assert finished == {
        "judge": judge.code,
        "panel": "experts",
        "mode": "live",
        "external_source": "mturk",
        "external_id": "W-1",
        "STUDY_ID": "s1",
        "SESSION_ID": "",
        "assignmentId": "",
        "hitId": "",
        "answers": "2",
        "finished": "yes",
        "outcome": "completed",
        "same_browser_as": "",
        "amendments": "",
    }
    assert (began["answers"], began["finished"], began["finished_at_utc"]) == ("0", "no", "")
    assert (began["same_browser_as"], began["outcome"]) == (judge.code, "reading")


def test_who_has_not_begun_came_when_they_consented(client, owner):
    study = open_study(owner=owner)
    make_judge(make_link(study))
    consented = f"{Judge.objects.get().consented_at:%Y-%m-%dT%H:%M:%S}"
    [row] = download(client, study, "judges")
    assert row["started_at_utc"].startswith(consented)


def test_the_time_counts_from_consent_to_the_last_stored_page(client, owner):
    """The questionnaire before the texts, the reason and the questionnaire after them count."""
    asks = [
        {"key": "age", "kind": "number", "label": "Age", "when": "before"},
        {"key": "job", "kind": "text", "label": "Job", "when": "after"},
    ]
    study = open_study(owner=owner, questionnaire=asks, asks_reason=True)
    judge = make_judge(make_link(study))
    Judge.objects.filter(pk=judge.pk).update(consented_at=Now() - timedelta(seconds=23))
    trial = next_trial(judge)
    questionnaire.save_answers(trial=trial, part="before", answers={"age": 30})
    answer(code=trial.code, position=1)
    assert 22 < float(download(client, study, "judges")[0]["seconds"]) < 30
    for later, store in (
        (40, lambda: questionnaire.save_reason(trial=trial, reason="x", sureness="")),
        (60, lambda: questionnaire.save_answers(trial=trial, part="after", answers={"job": "y"})),
    ):
        Judge.objects.filter(pk=judge.pk).update(consented_at=Now() - timedelta(seconds=later))
        store()
        [row] = download(client, study, "judges")
        assert later - 1 < float(row["seconds"]) < later + 10
    assert row["finished_at_utc"] > row["started_at_utc"]


def test_of_who_withdrew_nothing_is_in_the_file(client, owner):
    study = open_study(owner=owner)
    trial = next_trial(make_judge(make_link(study)))
    answer(code=trial.code, position=1)
    withdrawal.withdraw(code=trial.code)
    assert download(client, study, "judges") == []


@pytest.mark.parametrize("judges", [1, 3])
def test_queries_do_not_grow_with_the_judges(client, owner, django_assert_num_queries, judges):
    study = open_study(owner=owner)
    link = make_link(study)
    for _ in range(judges):
        make_judge(link)
    # Session, account, study, amendments, number of judges, judges.
    with django_assert_num_queries(6):
        assert len(download(client, study, "judges")) == judges


def answer_open(judge):
    trial = next_trial(judge)
    return answer(code=trial.code, position=trial.triad.odd_position).trial


def test_one_file_with_a_judge_in_each_state(client, owner):
    """It is used for paying: practice and attention are no answers, and half the way is no end."""
    fields = {"practice_triads": 1, "attention_at": [1], "evaluations_per_judge": 2}
    study = opened(a_study(owner=owner, **fields))
    link, pilot = make_link(study), make_link(study, mode="pilot")
    names = ("finished", "half", "practised", "attended", "consented", "surplus", "withdrawn")
    judges = {name: make_judge(link, external_id=name) for name in names}
    judges["pilot"] = make_judge(pilot, external_id="pilot")
    make_judge(make_link(open_study(owner=owner)), external_id="of another study")
    steps = {"finished": 4, "half": 3, "practised": 1, "attended": 2, "surplus": 3}
    for name, number in (steps | {"withdrawn": 4, "pilot": 4}).items():
        given = [answer_open(judges[name]) for _ in range(number)]
        if name == "withdrawn":
            withdrawal.withdraw(code=given[-1].code)
    late = next_trial(judges["surplus"])
    transitions.close(study=study, user=owner)
    assert answer(code=late.code, position=1).trial.state == "surplus"
    rows = {row["external_id"]: row for row in download(client, study, "judges")}
    told = {
        name: (row["answers"], row["finished"], bool(row["finished_at_utc"]), bool(row["seconds"]))
        for name, row in rows.items()
    }
    assert told == {
        "finished": ("2", "yes", True, True),
        "half": ("1", "no", False, True),
        "practised": ("0", "no", False, True),
        "attended": ("0", "no", False, True),
        "consented": ("0", "no", False, False),
        "surplus": ("2", "yes", True, True),
        "pilot": ("2", "yes", True, True),
    }
    assert {name: row["mode"] for name, row in rows.items() if row["mode"] != "live"} == {
        "pilot": "pilot"
    }


def test_excluded_judges_are_paid_for_what_they_answered(client, owner):
    study = open_study(owner=owner, least_seconds=5, primary_set="kept", evaluations_per_judge=2)
    judge = make_judge(make_link(study), external_id="fast")
    answer_open(judge)
    assert Trial.objects.get().state == "excluded"
    [row] = download(client, study, "judges")
    assert (row["external_id"], row["answers"], row["finished"]) == ("fast", "1", "no")
