"""answers.csv: everything about an answer, and whether it counts."""

from datetime import UTC, datetime, timedelta

import pytest

from studies import exports
from studies.exports import answer_columns, guarded
from studies.models import ReadingRecord, Triad, Trial
from studies.services.judging import admission
from studies.services.judging.admission import Visitor
from studies.services.judging.answering.answers import answer
from studies.services.lifecycle import transitions
from tests.factories import make_link, open_study
from tests.studies.exports.downloads import download, get, respond

pytestmark = pytest.mark.django_db


def test_answers_hold_everything_about_an_answer(client, owner):
    study = open_study(owner=owner)
    link = make_link(study, panel="experts")
    trial = respond(link, "k", 2, source="prolific", external_id="P-1")
    ReadingRecord.objects.create(
        answer=trial.answer,
        chosen_ms=900,
        confirmed_ms=1000,
        visible_ms=950,
        choices=[[1, 400], [2, 900]],
        jumps=[[3, 100], [1, 900]],
        device="pen",
        width=320,
    )
    shown = trial.held_at
    triad, judge = trial.triad, trial.judge
    (row,) = download(client, study, "answers")
    seconds = float(row.pop("seconds"))
    answered = trial.answer.answered_at
    assert seconds == pytest.approx((answered - shown).total_seconds(), abs=0.06)
    samples = {}
    for place, sample in enumerate(triad.samples, 1):
        samples[f"sample_{place}"] = str(sample.pk)
        samples[f"subject_{place}"] = sample.subject
        samples[f"item_{place}"] = sample.item
        samples[f"condition_{place}"] = sample.condition
    assert row == samples | {
        "study": str(study.code),
        "panel": "experts",
        "judge": judge.code,
        "external_source": "prolific",
        "external_id": guarded("P-1"),
        "triad": str(triad.number),
        "block": str(triad.block),
        "order": triad.order,
        "odd_position": str(triad.odd_position),
        "chosen_position": "2",
        "correct": str(int(triad.odd_position == 2)),
        "first_held_at_utc": f"{Triad.objects.get(pk=triad.pk).first_held_at:%FT%T.%fZ}",
        "shown_at_utc": exports.writing.utc(shown),
        "answered_at_utc": exports.writing.utc(answered),
        "mode": "live",
        "kind": "main",
        "state": "answered",
        "counted": "yes",
        "not_counted_because": "",
        "reason": "",
        "sureness": "",
        "page_translated": "no",
        "chosen_ms": "900",
        "confirmed_ms": "1000",
        "visible_ms": "950",
        "changes_of_mind": "1",
        "jumps": "3@100 1@900",
        "device": "pen",
        "width": "320",
        "masked": "no",
        "amendments": "",
    }
    assert "".join(samples[f"subject_{n}"] for n in (1, 2, 3)) == triad.order


def test_users_zone_changes_no_time(client, owner):
    owner.time_zone = "Pacific/Apia"
    owner.save()
    study = open_study(owner=owner)
    trial = respond(make_link(study), "k")
    (row,) = download(client, study, "answers")
    stored = trial.answer.answered_at.astimezone(UTC)
    assert datetime.fromisoformat(row["answered_at_utc"]) - stored < timedelta(milliseconds=1)
    assert row["answered_at_utc"].endswith("Z")


def test_answers_are_counted_or_say_why_not(client, owner):
    study = open_study(owner=owner)
    live, pilot = make_link(study), make_link(study, mode="pilot")
    respond(live, "counted")
    respond(pilot, "pilot")
    withdrawn = respond(live, "withdrawn")
    Trial.objects.filter(pk=withdrawn.pk).update(state=Trial.State.WITHDRAWN)
    late = admission.start(
        token=live.token, visitor=Visitor(form_key="late"), consent_sha256="0" * 64
    )
    transitions.close(study=study, user=owner)
    answer(code=late.code, position=1)
    found = [(r["counted"], r["not_counted_because"]) for r in download(client, study, "answers")]
    assert found == [("yes", ""), ("no", "pilot"), ("no", "withdrawn"), ("no", "surplus")]
    # The same rule as that of the query that counts for the verdict.
    judge = Trial.objects.counted().get().judge.code
    rows = download(client, study, "answers")
    assert [row["judge"] for row in rows if row["counted"] == "yes"] == [judge]


@pytest.mark.parametrize(
    ("case", "reason"),
    [
        ({}, ""),
        ({"number": 18}, ""),
        ({"number": 19}, "beyond the plan"),
        ({"kind": "practice"}, "practice"),
        ({"kind": "attention"}, "attention"),
        ({"mode": "pilot", "number": 99}, "pilot"),
        ({"state": "surplus"}, "surplus"),
        ({"state": "withdrawn", "mode": "pilot"}, "withdrawn"),
    ],
)
def test_reasons(case, reason):
    counted = {"state": "answered", "mode": "live", "kind": "main", "number": 1}
    assert answer_columns.why_not_counted(**counted | case, evaluations=18) == reason


def test_no_file_of_answers_holds_a_code_that_could_be_used(client, owner):
    study = open_study(owner=owner)
    link = make_link(study, addressee="ann@example.org")
    trial = respond(link, "secret-form-key")
    body = get(client, study, "answers").getvalue().decode()
    for secret in (link.token, trial.code, "secret-form-key", "ann@example.org", study.seed):
        assert secret not in body
