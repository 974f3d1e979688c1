"""The state of an upload: read strictly, in the form in which uploads are stored."""

import json
from dataclasses import FrozenInstanceError, replace

import pytest

from studies.models import Upload
from studies.services.texts import upload as uploads
from studies.services.texts.upload_check import check_upload
from studies.services.texts.upload_state import (
    PreviewText,
    UploadContents,
    UploadState,
    UploadStateError,
    checked,
    state_of,
)
from studies.stimuli import ImageFound, Layout
from tests.factories import make_study

# As stored by a release that knew no `UploadState`: an upload may wait while it is replaced.
RECEIVED = {"large": False, "unmatched": True, "chosen_encoding": "cp1252"}
MATCHED = {
    "large": False,
    "images": {"b.jpg": {"params": {}, "problem": "image_format"}},
    "columns": {"item": 1, "text": 2, "subject": 0},
    "unmatched": False,
    "chosen_encoding": "",
}
CHECKED = {
    "found": [["Forecaster", 2], ["Machine", 2], ["Somebody", 1]],
    "kinds": {"main": 2, "practice": 2},
    "known": 0,
    "large": False,
    "images": {
        "b.jpg": {"params": {"limit": 5}, "problem": "image_over_limit"},
        "images/a.png": {"pk": 1, "sha256": "cb92a32c"},
    },
    "sample": [
        {
            "text": "Rain. Sun.",
            "image": 1,
            "context": "",
            "alt_text": "A map",
            "language": "",
            "direction": "auto",
        }
    ],
    "columns": None,
    "ignored": ["score"],
    "doubtful": False,
    "encoding": "utf-8",
    "subjects": {"Machine": "B", "Forecaster": "A"},
    "systems": {},
    "unmatched": False,
    "chosen_encoding": "",
}
STATE = UploadState(
    large=False,
    subjects={"Machine": "B", "Forecaster": "A"},
    images={
        "b.jpg": ImageFound(problem="image_over_limit", params={"limit": 5}),
        "images/a.png": ImageFound(pk=1, sha256="cb92a32c"),
    },
    contents=UploadContents(
        encoding="utf-8",
        doubtful=False,
        found=(("Forecaster", 2), ("Machine", 2), ("Somebody", 1)),
        kinds={"main": 2, "practice": 2},
        ignored=("score",),
        known=0,
        sample=(PreviewText("Rain. Sun.", "", "", "auto", 1, "A map"),),
    ),
)


def test_what_is_stored_is_read_as_a_frozen_value():
    assert UploadState.from_json(CHECKED) == STATE
    received = UploadState(large=False, unmatched=True, chosen_encoding="cp1252")
    assert UploadState.from_json(RECEIVED) == received
    matched = UploadState.from_json(MATCHED)
    assert (matched.columns, matched.contents) == ({"item": 1, "text": 2, "subject": 0}, None)
    with pytest.raises(FrozenInstanceError):
        matched.large = True


def test_the_stored_form_stays():
    stored = json.loads(json.dumps(STATE.to_json()))
    assert UploadState.from_json(stored) == STATE
    # Earlier releases stored none of these.
    assert [stored.pop(name) for name in ("untitled", "wide", "rows")] == [False, [], []]
    assert [stored.pop(name) for name in ("chosen_sheet", "sheet")] == ["", ""]
    assert [stored.pop(name) for name in ("matched", "spellings")] == [{}, {}]
    images = stored.pop("images")
    assert stored == {name: value for name, value in CHECKED.items() if name != "images"}
    assert {"pk": 1, "sha256": "cb92a32c"}.items() <= images["images/a.png"].items()
    assert "found" not in replace(STATE, contents=None).to_json()


def test_contents_of_an_early_release_are_found_again():
    early = {name: value for name, value in CHECKED.items() if name != "kinds"}
    assert UploadState.from_json(early) == replace(STATE, contents=None)


@pytest.mark.parametrize(
    "change",
    [
        {"large": 1},
        {"large": None},
        {"unmatched": "no"},
        {"columns": {"text": "2"}},
        {"columns": [0, 1, 2]},
        {"subjects": {"Machine": "I"}},
        {"images": {"a.png": {"pk": "1"}}},
        {"images": {"a.png": {"size": 1}}},
        {"found": [["Forecaster"]]},
        {"found": [["Forecaster", 1.5]]},
        {"known": True},
        {"ignored": "score"},
        {"sample": [{"text": "Rain."}]},
        {"colour": "red"},
    ],
)
def test_unknown_and_wrong_content_is_an_error(change):
    with pytest.raises(UploadStateError):
        UploadState.from_json(CHECKED | change)


@pytest.mark.parametrize("stored", [None, [], "large", {}, {"unmatched": True}])
def test_what_is_no_state_at_all_is_an_error(stored):
    with pytest.raises(UploadStateError):
        UploadState.from_json(stored)


@pytest.mark.django_db
def test_an_upload_is_checked_until_its_subjects_or_columns_are_chosen_anew():
    study = make_study(items=0)
    content = b"subject,item,text\nForecaster,1,a\nMachine,1,b\nX,1,c\n"
    upload = uploads.receive(study=study, user=study.owner, name="rows.csv", content=content)
    assert checked(upload) is None
    assert check_upload(upload=upload) == checked(Upload.objects.get())
    uploads.choose_subjects(upload=upload, subjects={"X": "A", "Machine": "B"})
    assert checked(Upload.objects.get()) is None
    assert state_of(Upload.objects.get()).subjects == {"X": "A", "Machine": "B"}
    check_upload(upload=upload)
    uploads.match_columns(upload=upload, layout=Layout({"subject": 0, "item": 1, "text": 2}))
    assert checked(Upload.objects.get()) is None
    assert state_of(upload).subjects == {}
