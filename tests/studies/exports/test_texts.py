"""texts.csv: each text as it was uploaded, with its image and who wrote it."""

import pytest

from studies.models import Image
from tests.factories import make_sample, make_study
from tests.studies.exports.downloads import download

pytestmark = pytest.mark.django_db


def test_a_text_with_its_image_and_the_name_of_its_subject(client, owner):
    study = make_study(items=0, owner=owner, subject_a="Ana", subject_b="Model")
    image = Image.objects.create(
        study=study, content=b"x", content_type="image/png", sha256="1" * 64, width=1, height=1
    )
    sample = make_sample(
        study, "B", "day 1", "Rain.", image=image, alt_text="A cloud", condition="c"
    )
    make_sample(study, "A", "day 1", "Sun.", left_out=True, kind="practice", language="gl")
    first, second = download(client, study, "texts")
    assert first == {
        "sample": str(sample.pk),
        "kind": "main",
        "subject": "B",
        "subject_name": "Model",
        "item": "day 1",
        "context": "",
        "condition": "c",
        "text": "Rain.",
        "language": sample.language,
        "direction": sample.direction,
        "row": str(sample.row),
        "content_sha256": sample.content_hash,
        "alt_text": "A cloud",
        "image": image.name,
        "image_sha256": "1" * 64,
        "left_out": "0",
        "amendments": "",
    }
    assert (second["subject_name"], second["kind"], second["left_out"]) == ("Ana", "practice", "1")
    assert (second["image"], second["language"]) == ("", "gl")
