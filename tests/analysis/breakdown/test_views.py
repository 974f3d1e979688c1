"""The pages of the breakdowns: what they show when, and what they cost."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from studies.models import Answer
from tests.analysis.breakdown.answered import answered
from tests.analysis.results.test_views import NEVER_BEFORE, text_of

pytestmark = pytest.mark.django_db
PAGES = ("judges", "texts", "items", "reasons")


@pytest.mark.parametrize("name", PAGES)
def test_no_p_or_limit_before_the_verdict_and_some_after(client, name):
    for counted in (24, 30):
        study, _trials = answered(counted=counted)
        client.force_login(study.owner)
        response = client.get(reverse(f"analysis:{name}", args=[study.code]))
        text = text_of(response).partition("Of many rows")[0]
        shown = counted == 30 and name in ("texts", "items")
        assert ("p against the rest" in text) == shown
        assert bool(NEVER_BEFORE.search(text)) <= shown


@pytest.mark.parametrize("address", ["?after=x", "?page=99999999999999999999", "?sort=%01&of=z"])
@pytest.mark.parametrize("name", PAGES)
def test_odd_addresses_show_a_page(client, name, address):
    study, _trials = answered(counted=3)
    client.force_login(study.owner)
    url = reverse(f"analysis:{name}", args=[study.code])
    assert client.get(url + address).status_code == 200


@pytest.mark.parametrize("name", PAGES)
def test_queries_do_not_grow_with_rows(client, name):
    numbers = []
    for counted in (1, 20):
        study, trials = answered(counted=counted)
        Answer.objects.filter(trial__in=trials).update(reason="a rhyme")
        client.force_login(study.owner)
        with CaptureQueriesContext(connection) as queries:
            client.get(reverse(f"analysis:{name}", args=[study.code]))
        numbers.append(len(queries))
    assert numbers[0] == numbers[1] <= 12
