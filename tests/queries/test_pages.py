"""What each page costs: as many queries with one row as with three, and the number says how many.

Generated from the table of addresses of the walk: a new page fails here until `table.py` says what
it costs.
"""

from collections.abc import Iterator

import pytest
from django.apps import apps
from django.contrib.contenttypes.models import ContentType
from django.db import connection
from django.test.utils import CaptureQueriesContext
from pytest_django.plugin import DjangoDbBlocker

from tests.access.table import TABLE
from tests.queries.scene import Rows, build
from tests.queries.table import PAGES, address_of, visitor_of
from tests.rolled_back import rolled_back

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module", params=[1, 3], ids=["one row", "three rows"])
def scene(
    request: pytest.FixtureRequest, django_db_setup: None, django_db_blocker: DjangoDbBlocker
) -> Iterator[Rows]:
    with rolled_back(django_db_blocker):
        rows = build(request.param)
        # Kept by the process from now on.
        ContentType.objects.get_for_models(*apps.get_models())
        for page in ("judge:welcome", "judge:welcome", "judge:trial", "studies:preview"):
            rows.clients[visitor_of(page)].get(address_of(page, rows))
        yield rows


@pytest.mark.parametrize("page", PAGES)
def test_more_rows_cost_no_more_queries(scene: Rows, page: str) -> None:
    client, address = scene.clients[visitor_of(page)], address_of(page, scene)
    with CaptureQueriesContext(connection) as queries:
        response = client.get(address)
        content = b"".join(response) if response.streaming else response.content
    assert response.status_code == 200
    # The mouse wheel changes a field of this type unseen: see studies.workbench.forms.numbers.
    assert b'type="number"' not in content
    statements = [query["sql"] for query in queries.captured_queries]
    assert len(statements) == PAGES[page], "\n".join(statements)


def test_every_page_that_is_shown_has_a_number() -> None:
    shown = {
        name
        for name, entry in TABLE.items()
        if entry.method == "get" and entry.ok == 200 and entry.may != "no one"
    }
    assert shown <= {page.partition("?")[0] for page in PAGES}
