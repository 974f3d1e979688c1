"""The link shown is the link that works: on every page, in every file, with its panel's id."""

import html
import re

import pytest

from studies.models import RecruitmentLink
from tests.access.scene import Scene
from tests.access.table import TABLE
from tests.access.walk import MAKING, fetch

pytestmark = pytest.mark.django_db
SEALED = False
PANELS = {
    "PROLIFIC_PID": (
        "?PROLIFIC_PID={{%PROLIFIC_PID%}}&STUDY_ID={{%STUDY_ID%}}&SESSION_ID={{%SESSION_ID%}}"
    ),
    "member": "?member=",
    "": "",
}
# What shows an address at all: at least these.
SHOWING = {
    "analysis:overview",
    "studies:link",
    "api:links",
    "studies:export_links",
}


def addresses_on(text: str, token: str) -> set[str]:
    """The whole addresses of this link, as a person would copy them."""
    text = html.unescape(text)
    return set(re.findall(rf'http://testserver/j/{re.escape(token)}/[^\s"<>,]*', text))


@pytest.mark.parametrize("panel", PANELS)
def test_every_page_shows_the_address_with_the_place_of_the_id(scene: Scene, panel: str) -> None:
    RecruitmentLink.objects.exclude(pk=scene.link.pk).update(revoked_at="2026-01-01T00:00Z")
    RecruitmentLink.objects.filter(pk=scene.link.pk).update(id_parameter=panel)
    shown = {}
    for name in sorted(TABLE.keys() - MAKING):
        if TABLE[name].method != "get":
            continue
        response = fetch(scene, "owner", name)
        content = b"".join(response) if response.streaming else response.content
        if found := addresses_on(content.decode("utf-8", "replace"), scene.link.token):
            shown[name] = found
    assert shown.keys() >= SHOWING
    whole = f"http://testserver/j/{scene.link.token}/{PANELS[panel]}"
    wrong = {name: found for name, found in shown.items() if found != {whole}}
    assert wrong == {}


@pytest.mark.parametrize("panel", PANELS)
def test_with_an_id_in_its_place_the_address_begins(scene: Scene, panel: str) -> None:
    RecruitmentLink.objects.filter(pk=scene.link.pk).update(id_parameter=panel)
    page = fetch(scene, "owner", "analysis:overview").content.decode()
    [address] = addresses_on(page, scene.link.token)
    filled = re.sub(r"\{\{%\w+%\}\}|(?<==)$", "5e90a1", address).removeprefix("http://testserver")
    visitor = scene.clients["anonymous"]
    welcome = visitor.get(filled).content.decode()
    form = dict(re.findall(r'name="(\w+)" value="([^"]*)"', welcome)) | {"consent": "yes"}
    begun = visitor.post(f"/j/{scene.link.token}/start/", form)
    assert begun.status_code == 303
    assert begun["Location"].startswith("/t/")
