"""Each page of the workbench is reached by links, from the list of studies on."""

import html
import re
from urllib.parse import urlsplit

import pytest
from django.urls import resolve

from studies.models import Study
from tests.access.scene import Scene
from tests.access.table import TABLE
from tests.queries.table import OF_OTHER_STUDIES

pytestmark = pytest.mark.django_db
SEALED = False
# Steps of work in progress, which follow what was sent, and pages of a study in another state.
ON_THE_WAY = {
    *("studies:job", "studies:upload_review", "studies:upload_columns", "studies:join"),
    *("studies:remind", "analysis:compare_chart", "analysis:chart"),
    # Asked for by a script; where something was asked or read; by the address of a link to results.
    *(
        "analysis:poll",
        "studies:number",
        "studies:rating_number",
        "analysis:reasons",
        "analysis:export_reading",
    ),
    *("analysis:reason_codes", "analysis:export_reason_codes", "studies:export_ratings"),
    # Of rating studies.
    *("studies:export_sheets", "studies:export_pairs", "analysis:export_rating_results"),
    *("analysis:shared", "analysis:shared_chart", "analysis:shared_poll"),
    *OF_OTHER_STUDIES,
}


def linked(scene: Scene) -> set[str]:
    """Return the names of the pages that are reached from the list of studies."""
    client, waiting = scene.clients["owner"], ["/studies/"]
    seen: set[str] = set()
    names: set[str] = set()
    while waiting:
        path = waiting.pop()
        seen.add(path)
        names.add(resolve(urlsplit(path).path).view_name)
        response = client.get(path)
        if response.streaming or "text/html" not in response.headers.get("Content-Type", ""):
            continue
        found = re.findall(r'(?:href|src)="([^"#]*)', response.content.decode())
        for address in map(html.unescape, found):
            if address.startswith("/") and not address.startswith(("/static/", "/admin/", "/j/")):
                bare = urlsplit(address).path
                if bare not in seen and bare not in waiting:
                    waiting.append(bare)
    return names


def test_no_page_of_a_study_is_an_island(scene: Scene) -> None:
    assert Study.objects.count() == 3
    wanted = {
        name
        for name, entry in TABLE.items()
        if name.startswith(("studies:", "analysis:"))
        and entry.method == "get"
        and entry.ok == 200
        and entry.may != "no one"
    }
    islands = wanted - linked(scene) - ON_THE_WAY
    assert not islands, sorted(islands)
