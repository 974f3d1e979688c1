"""Amendments, which every file of a study tells."""

import pytest

from studies.services.lifecycle import amendments
from tests.factories import make_link, open_study
from tests.studies.exports.downloads import download, respond

pytestmark = pytest.mark.django_db


def test_every_file_of_an_amended_study_says_so(client, owner):
    study = open_study(owner=owner)
    respond(make_link(study), "k")
    for what in ("answers", "texts", "judges", "links"):
        assert {row["amendments"] for row in download(client, study, what)} == {""}
    amendments.raise_evaluations(study=study, user=owner, evaluations=30, why="more judges")
    for what in ("answers", "texts", "judges", "links"):
        (told,) = {row["amendments"] for row in download(client, study, what)}
        assert told.endswith("Z number raised from 24 to 30, after results could be seen")
