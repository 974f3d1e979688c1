"""Mistyped addresses: led to what was meant, else the judge's own page in the judge's language."""

import pytest
from django.urls import reverse

from studies.models import Trial
from tests.factories import make_link, make_study, open_study
from tests.studies.judge.visits import begin, text_of, welcome_of

pytestmark = pytest.mark.django_db
TOKEN = "-abcDEF_0123456789abcd-_"


def get(client, path, query="", **more):
    """As a server hands it over: Django's client would take `//j` for a host."""
    return client.get("/", PATH_INFO=path.encode().decode("latin-1"), QUERY_STRING=query, **more)


@pytest.mark.parametrize(
    "path",
    [
        *("/j/{}/.", "/j/{}/)", "/j/{}/ ", "/J/{}/", "//j/{}/", "/j//{}/", "/j/{}//", "/j/{}"),
        *("/j/{}.", "/j/{}),", "/j/{}>", "/j/<{}>/", "/j/{}/index.html", "/j/{}\u200b/", "/j/{}/»"),
        *(
            "/J/{}.",
            "///J//{}",
            "/j/*{}*/",
            "/j/_{}_",
            "/j/{}/\n",
            "/j /{}/",
            "/j/\u00ad{}/",
            "/j.{}",
        ),
        *("/j/-abcDEF_0123 456789abcd-_/", "/j/-abcDEF_\u00ad0123456789abcd-_"),
        *("/{}/", "/{}", "/{}.", "/en/j/{}/", "/x/../j/{}", "/./J/{}/", "/*j/{}/*", "/<j/{}>"),
        *("/https://example.org/j/{}/", "/https:/example.org/j/{}", "/www.example.org/j/{}/."),
    ],
)
def test_what_was_meant_is_found(client, path):
    link = make_link(open_study(), token=TOKEN)
    page = get(client, path.format(TOKEN), "lang=de")
    assert (page.status_code, page["Location"]) == (302, f"{welcome_of(link)}?lang=de")
    assert client.get(page["Location"]).status_code == 200


@pytest.mark.parametrize("mark", ["?", "&", "&amp;"])
def test_parameters_that_slipped_into_the_path_are_parameters_again(client, mark):
    link = make_link(open_study(), token=TOKEN, id_parameter="PROLIFIC_PID")
    page = get(client, f"/j/{TOKEN}{mark}PROLIFIC_PID=5e9&STUDY_ID=s")
    assert page["Location"] == f"{welcome_of(link)}?PROLIFIC_PID=5e9&STUDY_ID=s"
    assert 'name="PROLIFIC_PID" value="5e9"' in text_of(client.get(page["Location"]))


def test_a_page_of_a_trial_is_found_too(client):
    address = begin(client, make_link(open_study()))["Location"]
    code = Trial.objects.get().code
    assert get(client, f"/T/{code}.")["Location"] == address
    assert get(client, f"//t/{code}/leave/)")["Location"] == f"{address}leave/"


def test_a_form_that_is_posted_there_stays_a_form(client):
    link = make_link(open_study(), token=TOKEN)
    fields = {"form_key": "k" * 20, "consent": "yes"}
    page = client.post(f"/j/{TOKEN}/start", fields)
    assert (page.status_code, page["Location"]) == (307, reverse("judge:start", args=[TOKEN]))
    assert client.post(f"/j/{link.token}/start", fields, follow=True).status_code == 200
    assert Trial.objects.count() == 1


@pytest.mark.parametrize(
    "path",
    [
        *("/j/", "/j", "/J/", "/t/", "/j/x/y/z", "/j/.", "//t//", "/j/\u200b", "/j/%", "/j/{}xyz/"),
        *("/en/j/0bcdefghijklmnopqrstuvwx/", "/0bcdefghijklmnopqrstuvwx/"),
    ],
)
def test_else_it_is_the_judges_own_page_in_the_judges_language(client, path):
    make_link(open_study(), token=TOKEN)
    page = get(client, path.format(TOKEN), headers={"Accept-Language": "de"})
    assert page.status_code == 404
    assert "Dieser Link führt nirgendwohin" in text_of(page)
    assert page["Content-Language"] == "de"


def test_a_link_of_a_draft_leads_nowhere_and_in_no_circle(client):
    link = make_link(make_study())
    assert client.get(welcome_of(link)).status_code == 404


@pytest.mark.parametrize(
    "path",
    ["/jobs/", "/jx", "/test/", "/title", "/api/v1/j/{}/", "/admin/j/{}/", "/{}0/", "/j2/{}/"],
)
def test_other_addresses_are_not_taken_for_one(client, path):
    make_link(open_study(), token=TOKEN)
    page = client.get(path.format(TOKEN), headers={"Accept-Language": "de"})
    assert page.get("Location") != f"/j/{TOKEN}/"
    assert "Dieser Link führt nirgendwohin" not in text_of(page)
