"""The form of what a report should say: kept in any state, with errors at their fields."""

import pytest
from django.urls import reverse

from studies.models import Event, Study
from studies.services.lifecycle import reporting
from tests.factories import make_study, make_user, open_study

pytestmark = pytest.mark.django_db


@pytest.fixture
def owner():
    return make_user()


def page(study):
    return reverse("studies:reporting", args=[study.code])


def test_the_form_keeps_what_was_typed_in_any_state(client, owner):
    client.force_login(owner)
    draft, closed = make_study(owner=owner), open_study(owner=owner)
    closed.refresh_from_db()
    for study in (draft, closed):
        assert client.post(page(study), {"paper": "A <b>paper</b>"}).status_code == 302
        study.refresh_from_db()
        assert study.reporting == {"paper": "A <b>paper</b>"}
    shown = client.get(page(draft)).content.decode()
    assert "A &lt;b&gt;paper" in shown
    assert "1 of 23 answered so far" in shown
    assert "Where the experiment is reported ·" not in shown
    assert "<dt>The paper</dt><dd>Where its materials are · " in shown
    event = Event.objects.filter(study=draft).last()
    assert (event.what, event.details) == ("report details changed", {"fields": ["paper"]})
    client.post(page(draft), {"paper": "A <b>paper</b>"})
    assert Event.objects.filter(study=draft, what="report details changed").count() == 1
    client.post(page(draft), {"paper": ""})
    assert Study.objects.get(pk=draft.pk).reporting == {}


def test_what_is_too_long_is_said_at_its_field_and_kept(client, owner):
    client.force_login(owner)
    study = make_study(owner=owner)
    long = "x" * (reporting.LONGEST + 1)
    response = client.post(page(study), {"ethics": long, "paper": "mine"})
    shown = response.content.decode()
    assert response.status_code == 422
    assert long in shown
    assert "mine" in shown
    assert 'aria-invalid="true"' in shown
