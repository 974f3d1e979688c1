"""The triad in the preview of an upload."""

import pytest

from studies import stimuli
from studies.services.texts.preview_triad import preview_triad
from studies.services.texts.upload_state import checked
from tests.factories import make_study
from tests.studies.services.texts.test_upload import EXPECTED, receive

pytestmark = pytest.mark.django_db


def test_sample_is_a_triad_as_the_study_would_make_it():
    study = make_study(items=0)
    upload = receive(study)
    shown = [text.text for text in checked(upload).contents.sample]
    assert len(set(shown)) == 3
    assert set(shown) < {row[3] for row in EXPECTED}
    # One item only: no triad of three different items is possible, yet something is shown.
    upload = receive(study, "subject,item,text\nForecaster,1,a\nMachine,1,b\n")
    assert [text.text for text in checked(upload).contents.sample] == ["a", "b"]


def test_texts_that_cannot_be_stored_or_are_not_under_judgement_are_left_out():
    rows = [
        stimuli.TextRow(2, "a", "1", " "),
        stimuli.TextRow(3, "a", "2", "x" * (stimuli.MAX_TEXT + 1)),
        stimuli.TextRow(4, "a", "3", "practice", kind="practice"),
        stimuli.TextRow(5, "a", "4", "main"),
        stimuli.TextRow(6, "b", "5", "other"),
    ]
    shown = preview_triad(make_study(items=0), rows, {"a": "A"}, {})
    assert [text.text for text in shown] == ["main"]


def test_the_image_of_a_text_is_named_by_its_key():
    rows = [stimuli.TextRow(2, "a", "1", "x", image="map.png", alt_text="A map")]
    images = {"map.png": stimuli.ImageFound(pk=7, sha256="ab" * 32)}
    (shown,) = preview_triad(make_study(items=0), rows, {"a": "A"}, images)
    assert (shown.image, shown.alt_text) == (7, "A map")
