"""Uploads of texts, through the services."""

import json
import threading
import zlib
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import pytest
from django.db import IntegrityError, connection
from django.db.models.functions import Now

from studies import design
from studies.models import Event, Sample, Study, Upload
from studies.services.lifecycle import opening
from studies.services.lifecycle.availability import WrongStateError
from studies.services.texts import draft_texts
from studies.services.texts import upload as uploads
from studies.services.texts.upload_check import check_upload
from studies.services.texts.upload_state import checked
from studies.stimuli import UploadError
from tests.factories import make_study, make_user

pytestmark = pytest.mark.django_db

ROWS = """subject,item,context,text,language,direction,score
Forecaster,day 1,rain,Rain in the morning.,en,,7
Forecaster,day 2,,"  Sun,
then clouds.",,,
Machine,day 1,rain,Wet.,en-GB,ltr,
Machine,day 3,,مطر في الصباح 12,ar,rtl,
Somebody,day 1,,Not in this study.,,,
"""


def at_once(calls):
    """Make the calls in the same moment, each in a thread with a connection of its own."""
    barrier = threading.Barrier(len(calls))

    def run(call):
        try:
            barrier.wait(timeout=10)
            return call()
        finally:
            connection.close()

    with ThreadPoolExecutor(len(calls)) as pool:
        return list(pool.map(run, calls))


def receive(study, rows=ROWS, encoding="utf-8"):
    content = rows if isinstance(rows, bytes) else rows.encode(encoding)
    upload = uploads.receive(study=study, user=study.owner, name="rows.csv", content=content)
    check_upload(upload=upload)
    return upload


def stored(study):
    return list(
        study.samples.order_by("row").values_list(
            "subject", "item", "context", "text", "language", "direction", "row"
        )
    )


EXPECTED = [
    ("A", "day 1", "rain", "Rain in the morning.", "en", "auto", 2),
    ("A", "day 2", "", "  Sun,\nthen clouds.", "", "auto", 3),
    ("B", "day 1", "rain", "Wet.", "en-GB", "ltr", 4),
    ("B", "day 3", "", "مطر في الصباح 12", "ar", "rtl", 5),
]


def test_an_upload_is_stored_exactly_and_then_deleted():
    study = make_study(items=0)
    upload = receive(study)
    assert not Sample.objects.exists()
    assert uploads.save_upload(upload=upload, mode="add") == 4
    assert stored(study) == EXPECTED
    assert not Upload.objects.exists()
    for sample in study.samples.all():
        assert sample.content_hash == design.content_hash(sample.text)
    event = Event.objects.get(what="texts stored")
    assert event.details == {"mode": "add", "texts": 4, "replaced": 0}


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "utf-16-le"])
@pytest.mark.parametrize("separator", [",", ";", "\t"])
def test_encodings_and_separators_give_the_same_texts(encoding, separator):
    rows = [
        line.split("|")
        for line in (
            "subject|item|text",
            "Forecaster|día 1|  «Sol» y “nubes”",
            "Machine|día 2|مطر 12",
        )
    ]
    study = make_study(items=0)
    content = "\r\n".join(separator.join(row) for row in rows).encode(encoding)
    uploads.save_upload(upload=receive(study, content), mode="add")
    assert [row[3] for row in stored(study)] == ["  «Sol» y “nubes”", "مطر 12"]


def test_windows_1252_is_read():
    study = make_study(items=0)
    rows = "subject;item;text\r\nForecaster;1;café – “bon”\r\nMachine;1;déjà"
    uploads.save_upload(upload=receive(study, rows, "cp1252"), mode="add")
    assert [row[3] for row in stored(study)] == ["café – “bon”", "déjà"]


def test_errors_store_nothing():
    study = make_study(items=0)
    upload = receive(study, ROWS + "Machine,,,,,,\n")
    assert [f.code for f in checked(upload).findings.errors] == ["empty_text", "no_item"]
    with pytest.raises(WrongStateError):
        uploads.save_upload(upload=upload, mode="add")
    assert not Sample.objects.exists()


def test_an_interruption_in_the_middle_stores_nothing(monkeypatch):
    monkeypatch.setattr(uploads, "BATCH", 1)
    study = make_study(items=0)
    upload = receive(study)
    seen = []

    def progress(done, total):
        seen.append((done, total))
        if done == 3:
            raise InterruptedError

    with pytest.raises(InterruptedError):
        uploads.save_upload(upload=upload, mode="add", progress=progress)
    assert seen == [(1, 4), (2, 4), (3, 4)]
    assert not Sample.objects.exists()
    assert uploads.save_upload(upload=upload, mode="add") == 4


def test_add_keeps_and_replace_deletes_the_texts_that_were_there():
    study = make_study(items=1)
    uploads.save_upload(upload=receive(study), mode="add")
    assert study.samples.count() == 6
    uploads.save_upload(upload=receive(study), mode="replace")
    assert stored(study) == EXPECTED
    with pytest.raises(ValueError, match="add or replace"):
        uploads.save_upload(upload=receive(study), mode="")


def test_replacing_leaves_other_studies_and_practice_texts_alone():
    study, other = make_study(items=1), make_study(items=1)
    study.samples.filter(subject="A").update(kind="practice")
    uploads.save_upload(upload=receive(study), mode="replace")
    assert study.samples.filter(kind="practice").count() == 1
    assert other.samples.count() == 2


def test_texts_of_an_opened_study_are_fixed():
    study = make_study()
    upload = receive(study)
    opening.open_study(study=study, user=study.owner)
    for refused in (
        lambda: uploads.save_upload(upload=upload, mode="replace"),
        lambda: receive(study),
        lambda: draft_texts.delete_texts(study=study, user=study.owner),
    ):
        with pytest.raises(WrongStateError, match="fixed"):
            refused()
    with pytest.raises(IntegrityError, match="fixed"):
        study.samples.filter(subject="A").update(text="changed")


@pytest.mark.parametrize(
    ("content", "code"),
    [
        (b"", "empty_file"),
        (b"PK\x03\x04rest", "zip_damaged"),
        (b"\xd0\xcf\x11\xe0rest", "workbook"),
        (b"subject,item,text\nA,1,a\0b\n", "nul"),
        (b"subject,item,text\nA,1,\xed\xa0\x80\n", "surrogate"),
        (b'a,b\n1,"2\n', "bad_quotes"),
        (b"subject,item,text\n", "no_rows"),
        (b'subject,item,text\nA,1,"open\n', "bad_quotes"),
        (b"subject,item,text\n" + b"A,1,x\n" * 100_001, "too_many_rows"),
        (b"x" * (50 * 1024 * 1024 + 1), "too_big"),
    ],
)
def test_what_cannot_be_read_is_refused_at_once_and_not_kept(content, code):
    study = make_study(items=0)
    with pytest.raises(UploadError) as caught:
        receive(study, content)
    assert caught.value.code == code
    assert not Upload.objects.exists()


@pytest.mark.parametrize(
    ("content", "code"), [(b"not a table", "not_a_workbook"), (b"%PDF-1.7\n", "pdf")]
)
def test_a_file_that_is_not_what_its_name_says_is_called_so(content, code):
    study = make_study(items=0)
    with pytest.raises(UploadError) as caught:
        uploads.receive(study=study, user=study.owner, name="Fake.XLSX", content=content)
    assert caught.value.code == code


def test_only_the_newest_uploads_are_kept_and_none_for_longer_than_a_day():
    study = make_study(items=0)
    received = [receive(study) for _ in range(7)]
    newest = {upload.pk for upload in received[2:]}
    assert set(Upload.objects.values_list("pk", flat=True)) == newest
    Upload.objects.filter(pk=received[-1].pk).update(created_at=Now() - timedelta(hours=25))
    assert uploads.drop_old_uploads() == 1
    assert Upload.objects.count() == 4


def test_uploads_are_kept_compressed():
    study = make_study(items=0)
    upload = Upload.objects.get(pk=receive(study).pk)
    assert zlib.decompress(upload.content).decode() == ROWS


def test_hostile_names_of_files_and_subjects_can_be_stored():
    study = make_study(items=0)
    upload = uploads.receive(
        study=study,
        user=make_user(),
        name="../../etc/\0\ud800‮passwd" + "x" * 500,
        content=f"subject,item,text\n{'s' * 5000},1,a\n=1+1,2,b\n".encode(),
    )
    check_upload(upload=upload)
    upload.refresh_from_db()
    assert len(upload.name) == 200
    assert checked(upload).contents.found == (("=1+1", 1),)


@pytest.mark.django_db(transaction=True)
def test_two_confirmations_at_once_store_the_texts_once():
    study = make_study(items=0)
    upload = receive(study)

    def confirm():
        try:
            return uploads.save_upload(upload=Upload(pk=upload.pk, study=study), mode="add")
        except uploads.AlreadyStoredError:
            return "already"

    assert sorted(map(str, at_once([confirm] * 4))) == ["4", "already", "already", "already"]
    assert Study.objects.get().samples.count() == 4


@pytest.mark.django_db(transaction=True)
def test_opening_and_storing_at_once_never_mix():
    study = make_study(evaluations=18)
    upload = receive(study)

    def open_it():
        opening.open_study(study=study, user=study.owner)

    def save():
        try:
            uploads.save_upload(upload=upload, mode="add")
        except WrongStateError:
            return "fixed"
        return "stored"

    outcome = at_once([open_it, save])[1]
    study.refresh_from_db()
    assert study.samples.count() == (24 if outcome == "fixed" else 28)
    frozen = json.loads(study.plan_json)["samples"]
    assert len(frozen) == study.samples.count()
