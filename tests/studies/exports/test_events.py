"""The history as a file."""

import csv
import io

import pytest

from studies.models import Event
from studies.services.events import log
from tests.factories import make_study, make_user

pytestmark = pytest.mark.django_db


def test_it_tells_what_happened_by_whom_and_why(client):
    study = make_study(owner=make_user("ana@example.org", is_superuser=True))
    log(study, Event.What.CLOSED, who=study.owner, why="=1+1")
    log(study, Event.What.TEXTS_STORED, who=None, texts=12)
    client.force_login(study.owner)
    sent = b"".join(client.get(f"/studies/{study.code}/export/events.csv").streaming_content)
    first, second = csv.DictReader(io.StringIO(sent.decode()))
    assert (first["who"], first["what"], first["details"]) == ("ana@example.org", "Closed", "")
    assert first["why"] == "'=1+1"  # no formula in a spreadsheet
    assert (second["who"], second["details"]) == ("", '{"texts": 12}')
