"""The file of an upload: it comes back as it was, and is never held several times over."""

import random
import tracemalloc
from collections.abc import Callable

import pytest

from studies.models import Upload
from studies.services.texts import upload as uploads
from studies.services.texts.stored_file import PIECE, create_upload, file_of
from studies.services.texts.upload_check import check_upload
from tests.factories import make_study

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("size", [0, 1, PIECE - 1, PIECE, 3 * PIECE + 7])
def test_a_file_comes_back_as_it_was(size):
    content = random.Random(size).randbytes(size)
    study = make_study(items=0)
    created = create_upload(content=content, study=study, owner=study.owner, name="any")
    created.save()
    assert file_of(created) == content


def test_a_file_that_is_gone_is_no_empty_file():
    study = make_study(items=0)
    upload = create_upload(content=b"x", study=study, owner=study.owner, name="any")
    Upload.objects.filter(pk=upload.pk).delete()
    with pytest.raises(Upload.DoesNotExist):
        file_of(upload)


def peak_of(call: Callable[[], object]) -> int:
    tracemalloc.start()
    call()
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    return peak


def test_an_upload_is_held_once_while_it_is_received_checked_and_stored():
    """As a string each of these characters would take four bytes, and each row is there once."""
    words = random.Random(1).choices([f"{n:x}" for n in range(9999)], k=6_000)
    text = "\N{GRINNING FACE} " + " ".join(words)
    rows = (f'{"AB"[n % 2]},item {n},"{n} {text[n:]}"' for n in range(200))
    content = "\n".join(("subject,item,text", *rows)).encode()
    assert len(content) > 5_000_000
    study = make_study(items=0, subject_a="A", subject_b="B")
    received = []

    def receive():
        received.append(uploads.receive(study=study, user=study.owner, name="", content=content))

    assert peak_of(receive) < 12_000_000
    (upload,) = received
    assert peak_of(lambda: check_upload(upload=upload)) < len(content) + 12_000_000
    uploads.save_upload(upload=upload, mode="add")
    assert study.samples.count() == 200
