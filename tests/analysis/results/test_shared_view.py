"""Results for people with a link to them."""

import pytest
from django.test import Client

from analysis.recomputation.store import recompute
from studies.services.accounts import sharing
from tests.analysis.answering import give_answers
from tests.factories import open_study

pytestmark = pytest.mark.django_db


def test_a_withdrawn_link_shows_nothing(client: Client) -> None:
    study = open_study()
    give_answers(study, 7, 5)
    recompute(study_id=study.pk)
    link = sharing.make_share_link(study=study, user=study.owner, note="reviewers")
    page = client.get(f"/r/{link.token}/")
    assert "7 of" in page.content.decode()
    assert page["Referrer-Policy"] == "no-referrer"
    assert f"/r/{link.token}/interval.svg" in page.content.decode()
    sharing.withdraw_share_link(link=link, user=study.owner)
    for address in ("", "poll/", "path.svg"):
        gone = client.get(f"/r/{link.token}/{address}")
        assert gone.status_code == 404
        assert "may have been withdrawn" in gone.content.decode()


def test_nothing_new_costs_one_query(client: Client, django_assert_num_queries: object) -> None:
    study = open_study()
    link = sharing.make_share_link(study=study, user=study.owner, note="")
    etag = client.get(f"/r/{link.token}/poll/")["ETag"]
    with django_assert_num_queries(1):  # type: ignore[operator]  # pytest-django's fixture
        again = client.get(f"/r/{link.token}/poll/", headers={"if-none-match": etag})
    assert again.status_code == 304
