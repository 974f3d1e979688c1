"""The page: everything in one file, and nothing that a policy would have to allow."""

import base64
import hashlib
import re

import pytest
from django.urls import reverse

from analysis.report_zip.paper.page import page_of
from tests.analysis.report_zip.archive import answered
from tests.factories import make_study

pytestmark = pytest.mark.django_db


def test_hostile_names_are_escaped_and_nothing_comes_from_elsewhere(content):
    page = page_of(content)
    assert "&lt;b&gt;&amp;amp; [a]" in page
    assert "<b>" not in page
    assert not re.search(r"<(script|link|iframe|form)\b", page)
    assert not re.search(r'\b(src|href)="(?!data:image/svg)', page)
    assert not re.search(r'\s(style|on\w+)="', page)


def test_it_holds_what_the_pdf_holds(content):
    page = page_of(content)
    assert "45 of 98" in page
    for heading in ("Plan", "Charts and tables", "Methods, for a paper", "Numbers by the script"):
        assert f"<h2>{heading}</h2>" in page
    assert page.count('<img src="data:image/svg+xml;base64,') == len(content.figures) > 3
    assert all(document.title.split(":")[0] in page for document in content.documents.values())


def test_the_policy_allows_its_own_style_and_no_other(client, owner):
    study, _ = answered(owner, 98, 45)
    client.force_login(owner)
    response = client.get(reverse("analysis:report_page", args=[study.code]))
    [style] = re.findall(r"<style>(.*?)</style>", response.content.decode(), re.DOTALL)
    digest = base64.b64encode(hashlib.sha256(style.encode()).digest()).decode()
    policy = response["Content-Security-Policy"]
    assert f"style-src 'sha256-{digest}'" in policy
    assert "unsafe" not in policy
    assert "img-src data:;" in policy + ";"
    assert "frame-ancestors 'none'" in policy


def test_a_draft_has_one_that_says_so(client, owner):
    client.force_login(owner)
    study = make_study(owner=owner)
    page = client.get(reverse("analysis:report_page", args=[study.code])).content.decode()
    assert "It has not been frozen yet." in page
    assert "No answer is counted yet." in page


def test_it_leads_back_to_the_study_and_to_the_files(client, owner):
    study, _ = answered(owner, 98, 45)
    client.force_login(owner)
    page = client.get(reverse("analysis:report_page", args=[study.code])).content.decode()
    for name in ("results", "report_pdf", "report"):
        assert f'href="{reverse(f"analysis:{name}", args=[study.code])}"' in page
