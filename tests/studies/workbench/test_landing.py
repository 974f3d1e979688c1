"""The site's first page."""

import html
import re

import pytest
from django.urls import reverse

from analysis import number_format
from analysis.recomputation.exact_tests import ExactTests, Plan
from analysis.verdict_text.fixed import fixed
from studies.models import Judge, Study
from studies.models.study_queries import DEMO_STUDY
from tests.factories import make_user, open_study
from tests.studies.judge.visits import texts_of_three

pytestmark = pytest.mark.django_db


def text_of(response):
    return " ".join(html.unescape(re.sub(r"<[^>]+>", " ", response.content.decode())).split())


def test_a_visitor_is_told_what_it_is_by_one_query(client, django_assert_num_queries):
    with django_assert_num_queries(1):
        response = client.get("/")
    assert response.status_code == 200
    page = response.content.decode()
    for name in ("analysis:plan", "landing"):
        assert f'href="{reverse(name)}"' in page
    assert "demo" not in page.lower()


def test_the_demo_can_be_tried_without_end(client):
    study = open_study(code=DEMO_STUDY)
    Study.objects.update(status="closed")
    (address,) = re.findall(r'href="(/demo/[^"]*)"', client.get("/").content.decode())
    page = client.get(address)
    assert len(texts_of_three(page)) == 3
    page = client.post(address, {"choice": "1"}, follow=True)
    assert "Thank you" in text_of(page)
    assert not Judge.objects.exists()
    assert 'href="/"' in page.content.decode()
    assert "No consent" not in page.content.decode()
    assert str(study.code) not in page.content.decode()


def test_a_study_that_is_not_the_demo_is_not_tried(client):
    open_study()
    assert client.get("/demo/").status_code == 404


def test_researchers_who_are_signed_in_come_to_their_studies(client):
    client.force_login(make_user())
    response = client.get("/")
    assert (response.status_code, response["Location"]) == (302, reverse("analysis:studies"))


def test_the_verdict_in_the_picture_is_what_the_product_says(client):
    plan = Plan("difference", "fixed", 0.05, 0.05, 0.3, 98, "TGen", "human")
    tests = ExactTests.of(plan, 45, 98)
    text = text_of(client.get("/"))
    assert fixed(plan, tests, 45, 98).split(":")[0] in text
    assert f"at least {tests.difference.min_correct} needed" in text
    assert f"p {tests.difference.p_value:.4f}" in text
    assert f"at least {number_format.lower_limit(tests.difference.pd_lower)}" in text
