"""The downloads: what is in them, who gets them, and that they are whole."""

import csv
import io
import threading
from datetime import UTC, datetime, timedelta

import pytest
from django.db import DatabaseError, connection, transaction
from django.template.loader import render_to_string
from django.urls import reverse
from hypothesis import given
from hypothesis import strategies as st

from studies import exports
from studies.exports import answers, guarded, snapshot, unguarded
from studies.models import Answer, Collaborator, Judge, ReadingRecord, RecruitmentLink, Study, Trial
from studies.models.visibility import Role
from studies.services import asked, trials, withdrawal
from studies.services import studies as lifecycle
from studies.services.trials import Comer
from tests.factories import make_judge, make_link, make_sample, make_study, make_user, open_study

pytestmark = pytest.mark.django_db

HOSTILE = [
    '=cmd|"/c calc"!A1',
    "+1",
    "-1",
    "@SUM(A1)",
    "\tx",
    "\rx",
    "'=1",
    "''+1",
    "'quoted'",
    'a "quoted" cell',
    "semi;colon, comma",
    "two\nlines\r\nthree",
    "  leading and trailing  ",
    "\ufeffmark",
    "‮evil مطر 12",
    "<b>&amp;</b> {{ x }}",
    "\u2028\x0b\x0c\x85",
    "日本語 🎉",
]


def get(client, study, what, query=""):
    return client.get(reverse(f"studies:export_{what}", args=[study.code]) + query)


def rows_of(response):
    """The file as the csv module reads it: names of columns, and rows as dictionaries."""
    body = response.getvalue().decode("utf-8")
    names, *rows = csv.reader(io.StringIO(body, newline=""), strict=True)
    assert int(response["X-Row-Count"]) == len(rows)
    return [dict(zip(names, row, strict=True)) for row in rows]


def download(client, study, what, query=""):
    response = get(client, study, what, query)
    assert response.status_code == 200
    return rows_of(response)


def respond(link, key, position=1, **comer):
    """One judge comes, reads and chooses."""
    who = Comer(form_key=key, **comer)
    trial = trials.start(token=link.token, comer=who, consent_sha256="0" * 64)
    trials.answer(code=trial.code, position=position)
    return Trial.objects.get(pk=trial.pk)


@pytest.fixture
def owner(client):
    owner = make_user()
    client.force_login(owner)
    return owner


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
        "device": "pen",
        "width": "320",
        "masked": "no",
        "amendments": "",
    }
    assert "".join(samples[f"subject_{n}"] for n in (1, 2, 3)) == triad.order


def test_times_are_utc_with_z_whatever_the_zone():
    summer = datetime.fromisoformat("2026-07-01T01:30:00.1239+13:00")
    assert exports.writing.utc(summer) == "2026-06-30T12:30:00.123Z"
    assert exports.writing.utc(None) == ""


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
    late = trials.start(token=live.token, comer=Comer(form_key="late"), consent_sha256="0" * 64)
    lifecycle.close(study=study, user=owner)
    trials.answer(code=late.code, position=1)
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
    assert answers.why_not_counted(**counted | case, evaluations=18) == reason


def test_no_file_of_answers_holds_a_code_that_could_be_used(client, owner):
    study = open_study(owner=owner)
    link = make_link(study, addressee="ann@example.org")
    trial = respond(link, "secret-form-key")
    body = get(client, study, "answers").getvalue().decode()
    for secret in (link.token, trial.code, "secret-form-key", "ann@example.org", study.seed):
        assert secret not in body


def test_hostile_texts_come_back_exactly_and_no_cell_is_a_formula(client, owner):
    study = make_study(items=0, owner=owner)
    for number, text in enumerate(HOSTILE):
        make_sample(study, "AB"[number % 2], f"item {number}", text, context=text)
    response = get(client, study, "texts")
    body = response.getvalue().decode()
    rows = list(csv.DictReader(io.StringIO(body, newline=""), strict=True))
    assert [unguarded(row["text"]) for row in rows] == HOSTILE
    assert [unguarded(row["context"]) for row in rows] == HOSTILE
    for row in rows:
        assert not any(cell.startswith(("=", "+", "-", "@", "\t", "\r")) for cell in row.values())


@pytest.mark.parametrize("hostile", HOSTILE)
def test_hostile_names_do_no_harm_in_any_file(client, owner, hostile):
    study = make_study(owner=owner, title=hostile, subject_a=hostile)
    study.samples.filter(item="day 0").update(item=hostile)
    lifecycle.open_study(study=study, user=owner)
    link = make_link(study, panel=hostile, addressee=hostile)
    respond(link, "k", external_id=hostile)
    (answer,) = download(client, study, "answers")
    (invitation,) = download(client, study, "links")
    assert {unguarded(answer["panel"]), unguarded(answer["external_id"])} == {hostile}
    assert unguarded(invitation["addressee"]) == hostile
    names = {unguarded(row["subject_name"]) for row in download(client, study, "texts")}
    assert names == {hostile, "Machine"}
    disposition = get(client, study, "links")["Content-Disposition"]
    assert disposition.isascii()
    assert disposition.count('"') == 2


@given(st.text(st.characters(exclude_categories=["Cs"])))
def test_guarding_is_undone_exactly(text):
    safe = guarded(text)
    assert unguarded(safe) == text
    assert not safe.startswith(("=", "+", "-", "@", "\t", "\r"))


def test_names_of_columns_are_guarded_and_numbers_left_alone():
    rows = (row for row in [(-1, -2.5), ("-1", None)])
    export = exports.Export(("=evil", "n"), 2, rows)
    body = b"".join(exports.csv_chunks(export, bom=False)).decode()
    assert body == "'=evil,n\r\n-1,-2.5\r\n'-1,\r\n"


def test_byte_order_mark_by_choice(client, owner):
    study = make_study(owner=owner)
    with_mark = get(client, study, "texts", "?bom=1").getvalue()
    without = get(client, study, "texts").getvalue()
    assert with_mark == b"\xef\xbb\xbf" + without
    assert without.startswith(b"sample,kind,")
    assert without.count(b"\r\n") == without.count(b"\n") == 25


def test_headers_of_a_download(client, owner):
    study = make_study(owner=owner, title='Wetter "äöü"/..\\ \r\nX: y')
    response = get(client, study, "texts")
    assert response["Content-Type"] == "text/csv; charset=utf-8"
    day = f"{datetime.now(UTC):%Y-%m-%d}"
    name = f"wetter-aou-x-y-texts-{day}.csv"
    assert response["Content-Disposition"] == f'attachment; filename="{name}"'
    assert response["X-Content-Type-Options"] == "nosniff"
    assert response["Cache-Control"] == "private, no-store"
    assert response["X-Row-Count"] == "24"
    assert response.streaming
    response.close()


def test_links_have_their_full_address_from_the_setting_alone(client, owner, settings):
    settings.BASE_URL = "https://study.example.org"
    study = open_study(owner=owner)
    link = make_link(study, panel="experts", quota=30, addressee="Ann <ann@example.org>")
    gone = make_link(study, mode="pilot", revoked_at=datetime(2026, 1, 2, tzinfo=UTC))
    first, second = rows_of(
        client.get(
            reverse("studies:export_links", args=[study.code]), headers={"host": "localhost"}
        )
    )
    assert first["address"] == f"https://study.example.org/j/{link.token}/"
    assert (first["panel"], first["quota"], first["mode"]) == ("experts", "30", "live")
    assert first["addressee"] == "Ann <ann@example.org>"
    assert (second["mode"], second["quota"]) == ("pilot", "")
    assert second["revoked_at_utc"] == "2026-01-02T00:00:00.000Z"
    assert gone.token in second["address"]


NOBODY = {"answers": 404, "texts": 404, "links": 404}
MAY = [
    (None, NOBODY),
    (Role.EDITOR, {"answers": 200, "texts": 200, "links": 200}),
    (Role.ANALYST, {"answers": 200, "texts": 200, "links": 404}),
    (Role.RECRUITER, {"answers": 404, "texts": 404, "links": 200}),
]


@pytest.mark.parametrize(("role", "expected"), MAY)
def test_each_role_gets_what_it_may(client, role, expected):
    study = open_study()
    other = make_user()
    if role:
        Collaborator.objects.create(study=study, user=other, role=role)
    client.force_login(other)
    assert {what: get(client, study, what).status_code for what in expected} == expected


def test_a_sealed_study_gives_no_answers_and_says_so(client, owner):
    study = open_study(owner=owner, blind=True)
    respond(make_link(study), "k")
    response = get(client, study, "answers")
    assert response.status_code == 403
    assert "hidden until all 24 evaluations are in" in response.content.decode()
    assert get(client, study, "texts").status_code == 200
    for role, texts in ((Role.ANALYST, 404), (Role.RECRUITER, 404), (Role.EDITOR, 200)):
        other = make_user()
        Collaborator.objects.create(study=study, user=other, role=role)
        client.force_login(other)
        assert get(client, study, "answers").status_code == 403
        assert get(client, study, "texts").status_code == texts
    client.force_login(make_user())
    assert get(client, study, "answers").status_code == 404
    client.force_login(owner)
    lifecycle.unseal(study=study, user=owner, why="seen enough")
    assert len(download(client, study, "answers")) == 1


def test_strangers_are_sent_to_sign_in(client):
    study = open_study()
    for what in NOBODY:
        assert get(client, study, what).status_code == 302


def test_a_file_holds_only_its_own_study(client, owner):
    study, other = open_study(owner=owner), open_study()
    respond(make_link(study), "k")
    respond(make_link(other), "k")
    assert {row["study"] for row in download(client, study, "answers")} == {str(study.code)}
    assert len(download(client, study, "texts")) == 24
    assert len(download(client, study, "links")) == 1


@pytest.mark.parametrize("judges", [1, 3])
def test_queries_do_not_grow_with_the_answers(client, owner, django_assert_num_queries, judges):
    study = open_study(owner=owner)
    link = make_link(study)
    for number in range(judges):
        respond(link, f"k{number}")
    # Session, account, may read, study, amendments, number of answers, answers.
    with django_assert_num_queries(7):
        assert len(download(client, study, "answers")) == judges


def add_answers(study, number):
    """Answers of so many judges, past the service: only their number matters."""
    with transaction.atomic():
        _add_answers(study, make_link(study), number)


def _add_answers(study, link, number):
    triads = study.triads.filter(number__lte=number).order_by("number")
    with connection.cursor() as cursor:
        cursor.execute(
            "UPDATE studies_triad SET free_from = 'infinity' WHERE study_id = %s AND number <= %s",
            [study.pk, number],
        )
    judges = Judge.objects.bulk_create(
        Judge(study=study, link=link, form_key=f"bulk{n}", consent_sha256="0" * 64, mode="live")
        for n in range(number)
    )
    given = Trial.objects.bulk_create(
        Trial(study=study, triad=triad, judge=judge, state="answered")
        for triad, judge in zip(triads, judges, strict=True)
    )
    now = datetime.now(UTC)
    Answer.objects.bulk_create(
        Answer(trial=trial, chosen_position=1, shown_at=now) for trial in given
    )


@pytest.mark.django_db(transaction=True)
def test_answers_stored_meanwhile_are_not_in_the_file(client, owner):
    study = open_study(owner=owner, evaluations=1200)
    add_answers(study, 1100)
    response = get(client, study, "answers")
    pieces = iter(response.streaming_content)
    body = next(pieces) + next(pieces)
    with_other_connection(lambda: respond(make_link(study), "meanwhile"))
    body += b"".join(pieces)
    response.close()
    assert Answer.objects.count() == 1101
    assert response["X-Row-Count"] == "1100"
    assert len(list(csv.reader(io.StringIO(body.decode(), newline="")))) == 1101
    assert not connection.in_atomic_block


def with_other_connection(call):
    def run():
        try:
            call()
        finally:
            connection.close()

    thread = threading.Thread(target=run)
    thread.start()
    thread.join(timeout=10)


@pytest.mark.django_db(transaction=True)
def test_leaving_in_the_middle_lets_go_of_the_snapshot(client, owner):
    study = open_study(owner=owner, evaluations=1200)
    add_answers(study, 1100)
    response = get(client, study, "answers")
    next(iter(response.streaming_content))
    assert connection.in_atomic_block
    response.close()
    assert not connection.in_atomic_block
    # Never begun to be read.
    get(client, study, "answers").close()
    assert not connection.in_atomic_block


@pytest.mark.django_db(transaction=True)
def test_a_failure_on_the_way_breaks_the_file_off(client, owner, monkeypatch):
    study = open_study(owner=owner, evaluations=1200)
    add_answers(study, 1100)
    calls = iter(range(10_000))

    def fails_late(**_values):
        if next(calls) == 700:
            raise DatabaseError("the server went away")
        return ""

    monkeypatch.setattr(answers, "why_not_counted", fails_late)
    response = get(client, study, "answers")
    with pytest.raises(DatabaseError, match="went away"):
        response.getvalue()
    assert not connection.in_atomic_block


def test_an_error_before_the_file_begins_leaves_no_transaction_open(client, owner, monkeypatch):
    opened = []
    monkeypatch.setattr(snapshot.Snapshot, "close", lambda self: opened.append(self))
    get(client, make_study(), "texts")
    assert len(opened) == 1


def test_links_of_a_study_without_any_are_a_file_with_names_only(client, owner):
    study = make_study(owner=owner)
    assert download(client, study, "links") == []
    assert not RecruitmentLink.objects.exists()
    assert Study.objects.count() == 1


def test_the_list_of_downloads_offers_both_kinds_and_hides_sealed_answers(client, owner):
    study = make_study(owner=owner)
    html = render_to_string("studies/_downloads.html", {"study": study})
    for what in ("answers", "texts", "links"):
        url = reverse(f"studies:export_{what}", args=[study.code])
        assert html.count(f'href="{url}?bom=1"') == html.count(f'href="{url}"') == 1
    study.blind = True
    html = render_to_string("studies/_downloads.html", {"study": study, "without_links": True})
    assert "answers.csv" not in html
    assert "links.csv" not in html
    assert "hidden until the study is complete" in html


def test_reasons_are_harmless_in_a_spreadsheet_and_gone_with_who_withdrew(client, owner):
    study = open_study(owner=owner, asks_reason=True, asks_sureness=True)
    link = make_link(study)
    for number in range(2):
        trial = trials.next_trial(make_judge(link))
        trials.answer(code=trial.code, position=1)
        asked.say_why(trial=trial, reason=f"=1+{number}", sureness="guess")
    said = [(row["reason"], row["sureness"]) for row in download(client, study, "answers")]
    assert said == [("'=1+0", "guess"), ("'=1+1", "guess")]
    withdrawal.withdraw(code=trial.code)
    said = [(row["reason"], row["sureness"]) for row in download(client, study, "answers")]
    assert said == [("'=1+0", "guess"), ("", "")]


def test_every_file_of_an_amended_study_says_so(client, owner):
    study = open_study(owner=owner)
    respond(make_link(study), "k")
    for what in ("answers", "texts", "judges", "links"):
        assert {row["amendments"] for row in download(client, study, what)} == {""}
    lifecycle.raise_evaluations(study=study, user=owner, evaluations=30, why="more judges")
    for what in ("answers", "texts", "judges", "links"):
        (told,) = {row["amendments"] for row in download(client, study, what)}
        assert told.endswith("Z number raised from 24 to 30, after results could be seen")
