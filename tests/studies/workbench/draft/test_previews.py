"""The judge's pages as small previews: in frames of this site alone, each with its words."""

import pytest
from django.urls import reverse

from tests.factories import make_study, open_study
from tests.policies import OF_PAGES, SELF, policy_of

pytestmark = pytest.mark.django_db


def pages_of(client, study, **asked):
    client.force_login(study.owner)
    return client.get(reverse("studies:pages", args=[study.code]), asked)


def test_a_page_may_stand_in_a_frame_of_this_site_only_where_it_is_asked_for_so(client):
    study = make_study()
    client.force_login(study.owner)
    address = reverse("studies:preview", args=[study.code])
    whole, framed = client.get(address), client.get(address, {"framed": 1})
    assert policy_of(whole) == OF_PAGES
    assert policy_of(framed) == OF_PAGES | {"frame-ancestors": SELF}
    assert whole["X-Frame-Options"] == "DENY"
    assert "X-Frame-Options" not in framed
    assert "Preview: nothing is stored" in whole.content.decode()
    assert "Preview: nothing is stored" not in framed.content.decode()


@pytest.mark.parametrize("make", [make_study, open_study])
def test_each_page_of_a_judge_has_its_frame_and_a_link(client, make):
    response = pages_of(client, make(asks_reason=True))
    assert policy_of(response) == OF_PAGES | {"frame-src": SELF}
    page = response.content.decode()
    for name in ("welcome", "texts", "why", "thanks", "no_consent", "leave", "complete"):
        assert f"?page={name}&amp;framed=1" in page
        assert f'href="{response.request["PATH_INFO"][:-6]}preview/?page={name}"' in page
    assert page.count('loading="lazy" inert') == page.count("<iframe ")


def test_words_are_changed_in_drafts_alone(client):
    draft = pages_of(client, make_study()).content.decode()
    assert "?open=consent_text#id_consent_text" in draft
    assert "Edit words" not in pages_of(client, open_study()).content.decode()


def test_the_width_and_the_language_are_chosen(client):
    study = make_study()
    page = pages_of(client, study, width="laptop", **{"in": "es"}).content.decode()
    assert 'class="previews laptop"' in page
    assert "?page=welcome&amp;lang=es&amp;framed=1" in page
    assert "?open=translations#id_translations" in page
    odd = pages_of(client, study, width="<b>", **{"in": "<b>"}).content.decode()
    assert 'class="previews phone"' in odd
