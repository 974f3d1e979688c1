"""Pages of links to results and of webhooks."""

import pytest
from django.test import Client

from studies.models import Delivery, ShareLink, User, Webhook
from studies.services.accounts import sharing
from studies.services.lifecycle import transitions
from studies.services.notifying import webhooks
from tests.factories import make_study, open_study

pytestmark = pytest.mark.django_db


def test_a_stopped_address_is_told_nothing_more(as_alice: Client, alice: User) -> None:
    study = open_study(owner=alice)
    page = f"/studies/{study.code}/webhooks/"
    assert as_alice.post(page, {"url": "http://example.org/x"}).status_code == 422
    assert as_alice.post(page, {"url": "https://u:p@example.org/x"}).status_code == 422
    for private in ("127.0.0.1", "[::1]", "169.254.169.254", "localhost"):
        assert as_alice.post(page, {"url": f"https://{private}/x"}).status_code == 422
    as_alice.post(page, {"url": "https://example.org/x"})
    again = as_alice.post(page, {"url": "https://example.org/x"})
    assert again.status_code == 422
    assert "told already" in again.content.decode()
    hook = Webhook.objects.get()
    assert webhooks.shown_secret(hook) in as_alice.get(page).content.decode()
    transitions.pause(study=study, user=alice)
    as_alice.post(page, {"stop": hook.pk})
    transitions.close(study=study, user=alice)
    assert not Delivery.objects.exists()
    assert study.events.filter(what="webhook stopped").exists()


def test_a_link_to_results_is_made_and_withdrawn(as_alice: Client, alice: User) -> None:
    study = open_study(owner=alice)
    page = f"/studies/{study.code}/share-links/"
    as_alice.post(page, {"note": "<b>reviewers</b>"})
    link = ShareLink.objects.get()
    html = as_alice.get(page, headers={"host": "localhost"}).content.decode()
    assert f"http://testserver/r/{link.token}/" in html
    assert "<b>reviewers" not in html
    as_alice.post(page, {"withdraw": link.pk})
    assert link.token not in as_alice.get(page).content.decode()
    what = list(study.events.values_list("what", flat=True))
    assert what[-2:] == ["results shared by a link", "link to results withdrawn"]


@pytest.mark.parametrize("role", ["analyst", "recruiter", "editor"])
def test_a_draft_can_be_looked_at_by_each_role(
    as_bob: Client, alice: User, bob: User, role: str
) -> None:
    draft = make_study(owner=alice, title="Weather reports")
    sharing.share(study=draft, user=alice, email=bob.email, role=role)
    page = as_bob.get(f"/studies/{draft.code}/")
    assert page.status_code == 200
    assert "Weather reports" in page.content.decode()
