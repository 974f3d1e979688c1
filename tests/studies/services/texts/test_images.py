"""Images of texts: from a ZIP into rows, and out of the database again."""

import io
import zipfile

import pytest
from django.db import IntegrityError, transaction
from PIL import Image as Pillow

from studies import design
from studies.models import Image, Sample, Upload
from studies.services.lifecycle import drafts, erasure, opening
from studies.services.lifecycle.opening_warnings import ACCEPTING
from studies.services.texts import draft_texts
from studies.services.texts import upload as uploads
from studies.services.texts.upload_check import check_upload
from studies.services.texts.upload_state import checked
from tests.factories import make_study

pytestmark = pytest.mark.django_db

TABLE = """subject,item,text,image,alt_text,kind,sentences
Forecaster,day 1,Rain. Sun.,images/a.png,A map,,Rain. ¦ Sun.
Machine,day 2,Wet.,images/a.png,A map,,
Machine,day 3,Wet.,b.jpg,Another map,practice,
Forecaster,day 4,Dry.,,,practice,
Somebody,day 5,Dry.,images/of-nobody.png,,,
"""


def image(colour="red", name="PNG"):
    target = io.BytesIO()
    Pillow.new("RGB", (30, 20), colour).save(target, name)
    return target.getvalue()


def packed(table=TABLE, **files):
    files = files or {
        "images/a.png": image(),
        "b.jpg": image("blue", "JPEG"),
        "c.png": image("green"),
    }
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w") as archive:
        archive.writestr("texts.csv", table)
        for name, content in files.items():
            archive.writestr(name, content)
    return target.getvalue()


def receive(study, content):
    upload = uploads.receive(study=study, user=study.owner, name="texts.zip", content=content)
    check_upload(upload=upload)
    return upload


def test_texts_and_images_of_a_zip_are_stored_each_image_once():
    study = make_study(items=0)
    upload = receive(study, packed())
    assert checked(upload).findings.errors == []
    check_upload(upload=upload)  # once more: no image twice
    assert uploads.save_upload(upload=upload, mode="add") == 4
    assert Image.objects.filter(study=study).count() == 2  # c.png is in no row
    first, second, practice, plain = study.samples.order_by("row")
    assert first.image == second.image != practice.image
    assert (first.alt_text, first.sentence_starts, first.kind) == ("A map", [0, 6], "main")
    assert (practice.kind, plain.kind, plain.image) == ("practice", "practice", None)
    seen = design.image_part(first.image.sha256, "A map")
    assert first.content_hash == design.content_hash("Rain. Sun.", seen)
    assert second.content_hash != practice.content_hash
    assert practice.image.content_type == "image/webp"


def test_what_is_wrong_with_images_is_said_by_row_and_stops_the_upload():
    table = TABLE.replace("b.jpg,Another map", "b.jpg,").replace("Dry.,,", "Dry.,missing.png,x")
    upload = receive(
        make_study(items=0), packed(table, **{"images/a.png": b"no", "b.jpg": image()})
    )
    assert [str(error) for error in checked(upload).findings.errors] == [
        "Row 2: The image “images/a.png” cannot be used: it is not a PNG, JPEG or WebP image. "
        "Save it as one of these.",
        "Row 3: The image “images/a.png” cannot be used: it is not a PNG, JPEG or WebP image. "
        "Save it as one of these.",
        "Row 4: The image has no description (column alt_text): say what it shows, for judges who "
        "cannot see it.",
        "Row 5: The image “missing.png” is not in the ZIP. Look at its name and its folder.",
    ]


def test_a_table_alone_says_that_its_images_did_not_come_along():
    upload = receive(make_study(items=0), TABLE.encode())
    assert checked(upload).findings.counts["image_without_zip"] == 3


def test_images_are_deleted_with_their_texts_or_their_upload():
    study = make_study(items=0)
    uploads.discard(upload=receive(study, packed()))
    assert not Image.objects.exists()
    uploads.save_upload(upload=receive(study, packed()), mode="add")
    waiting = receive(study, packed(**{"images/a.png": image("white"), "b.jpg": image("black")}))
    assert Image.objects.count() == 4
    Upload.objects.filter(pk=waiting.pk).delete()
    uploads.drop_old_uploads()
    assert Image.objects.count() == 2
    draft_texts.delete_texts(study=study, user=study.owner)
    assert not Image.objects.exists()


def test_replacing_replaces_texts_of_the_kinds_that_come():
    study = make_study(items=1)
    rows = "subject,item,text,kind\nForecaster,1,x,practice\nMachine,2,y,practice\n"
    for _again in range(2):
        uploads.save_upload(upload=receive(study, rows.encode()), mode="replace")
    assert study.samples.filter(kind="main").count() == 2
    assert study.samples.filter(kind="practice").count() == 2


def test_a_copy_has_images_of_its_own_and_outlives_the_erased_study():
    study = make_study(items=0)
    uploads.save_upload(upload=receive(study, packed()), mode="add")
    copy = drafts.duplicate(study=study, user=study.owner)
    assert copy.samples.order_by("row").first().image.study == copy
    assert Image.objects.values("name").distinct().count() == 4
    erasure.erase(study=study, user=study.owner)
    assert Image.objects.filter(study=copy).count() == Image.objects.count() == 2


def test_the_frozen_plan_covers_the_images():
    study = make_study(items=12)
    uploads.save_upload(upload=receive(study, packed()), mode="add")
    study = opening.open_study(study=study, user=study.owner, accepted=list(ACCEPTING))
    shown = study.samples.filter(kind="main", image__isnull=False).first()
    assert shown.content_hash in study.plan_json
    for change in (
        lambda: Image.objects.filter(pk=shown.image_id).update(content=b"x"),
        lambda: Sample.objects.filter(pk=shown.pk).update(alt_text="x"),
        lambda: Sample.objects.filter(pk=shown.pk).update(image=None),
    ):
        with pytest.raises(IntegrityError), transaction.atomic():
            change()
