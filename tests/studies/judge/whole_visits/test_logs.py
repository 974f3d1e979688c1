"""What a judge's page leaves in the log."""

import pytest

from studies.judge import views
from studies.services.lifecycle import transitions
from tests.factories import make_link, open_study
from tests.studies.judge.visits import welcome_of

pytestmark = pytest.mark.django_db


def test_a_polite_not_now_is_no_error(client, caplog):
    link = make_link(open_study())
    transitions.pause(study=link.study, user=link.study.owner)
    assert client.get(welcome_of(link)).status_code == 503
    assert caplog.records == []


def test_a_fault_of_ours_stays_in_the_log(client, caplog, monkeypatch):
    def broken(*_arguments, **_fields):
        raise ValueError("of our own making")

    monkeypatch.setattr(views.visits, "link_visit", broken)
    client.raise_request_exception = False
    assert client.get(welcome_of(make_link(open_study()))).status_code == 500
    assert [record.levelname for record in caplog.records] == ["ERROR"]
