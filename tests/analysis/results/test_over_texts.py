"""Limits over other texts on every surface, in a study with the answers of the reference."""

import csv
import io
from dataclasses import replace

import pytest
from django.test import Client
from django.urls import reverse

from analysis.recomputation.store import recompute
from analysis.report_zip.markup import PLAIN
from analysis.report_zip.methods.paragraph import METHODS_TEXT, MethodsParagraph
from analysis.results.study_results import read_results, stamp_for
from studies.models import Collaborator
from studies.services.accounts import sharing, tokens
from tests.analysis.earlier_version import given_by_an_earlier_version
from tests.analysis.recomputation.crossed_study import crossed_study
from tests.analysis.report_zip.archive import files, quantities, rows
from tests.analysis.results.test_views import page, text_of, url
from tests.factories import make_user

pytestmark = pytest.mark.django_db

# The reference: p 0.0624261821714, pc 0.322599266044 to 0.61617624416, design effect 2.7329.
SENTENCE = (
    "Over other texts like these 59 (15 items) a difference is not shown (t test over items: p = "
    "0.062, above alpha 0.05). There the share of right answers (pc) is at least 32.2 % (95 %, "
    "one-sided) and at most 61.7 % (95 %, one-sided); guessing gives 33.3 %. The verdict is for "
    "these texts."
)


@pytest.fixture
def study():
    found = crossed_study("different_single")
    recompute(study_id=found.pk)
    return found


def test_results_page_says_it_and_the_details_tell_more(client, study):
    for name in ("results", "poll"):
        text = text_of(page(client, study.owner, study, name))
        assert SENTENCE in text
        assert "design effect 2.73 " in text
        assert "exact test without any one item p = 0.0004 to p = 0.11" in text


def test_a_verdict_given_before_there_were_limits_says_so_everywhere(client, study):
    given_by_an_earlier_version(study, without="over_texts")
    sentence = "Nothing is said of other texts: this verdict was given before it was computed."
    assert sentence in text_of(page(client, study.owner, study))
    found = files(client, study.owner, study)
    said = quantities(found)
    assert (said["over_texts_none_because"], said["over_texts_confounded"]) == ("earlier", "")
    assert "the verdict was given before it was computed" in found["methods_en.txt"].decode()
    assert "el veredicto se dio antes" in found["methods_es.txt"].decode()


def test_shared_page_says_it_too(study):
    link = sharing.make_share_link(study=study, user=study.owner, note="reviewers")
    assert SENTENCE in text_of(Client().get(f"/r/{link.token}/"))


def test_csv_and_api_hold_the_sentence_and_every_number(client, study):
    client.force_login(study.owner)
    content = b"".join(client.get(url(study, "export_results")).streaming_content).decode()
    from_csv = dict(csv.reader(io.StringIO(content)))
    _token, secret = tokens.make(user=study.owner, name="R")
    from_api = Client().get(
        f"/api/v1/studies/{study.code}/results/", headers={"authorization": f"Bearer {secret}"}
    )
    assert SENTENCE in from_api.json()["statement"]
    for found in (from_csv, from_api.json()["quantities"]):
        assert SENTENCE in found["statement"]
        assert float(found["over_texts_p_value"]) == pytest.approx(0.0624261821714, rel=1e-8)
        assert float(found["over_texts_pc_lower"]) == pytest.approx(0.322599266044, rel=1e-8)
        assert float(found["over_texts_pc_upper"]) == pytest.approx(0.61617624416, rel=1e-8)
        assert float(found["over_texts_design_effect"]) == pytest.approx(2.73293550883)
        assert int(found["over_texts_items"]) == int(found["over_texts_items_b"]) == 15
        assert int(found["over_texts_confounded"]) == 0
        assert not found["over_texts_none_because"]
        assert not found["over_texts_judge_variance"]


def test_report_tells_it_in_both_languages_and_explains_each_number(client, study):
    found = files(client, study.owner, study)
    english, spanish = (found[f"methods_{code}.txt"].decode() for code in ("en", "es"))
    assert (
        "(15 items, 14 degrees of freedom), gave p = 0.062, so that the result does not hold over "
        in english
    )
    assert "are 32.2 % (95 %) and 61.7 % (95 %), and the design effect is 2.73." in english
    assert "the exact test gave p = 0.0004 to p = 0.11." in english
    paragraph = MethodsParagraph(
        read_results(stamp_for(study.owner, study.code)), METHODS_TEXT["en"], PLAIN
    )
    limits = paragraph.snapshot.verdict.over_texts.limits
    same = replace(limits, leave_one_out_least_p=1e-9, leave_one_out_largest_p=1e-8)
    assert paragraph.without_one_item(same, 0.05).endswith("test gave p < 0.0001 each time.")
    assert (
        "(15 asuntos, 14 grados de libertad), dio p = 0.062, de modo que el resultado no vale "
        in spanish
    )
    assert r"gave $p = 0.062$, so that" in found["methods_en.tex"].decode()
    assert SENTENCE in quantities(found)["statement"]
    explained = {row["column"]: row["meaning"] for row in rows(found["codebook.csv"])}
    named = [name for name in quantities(found) if name.startswith("over_texts_")]
    assert len(named) == 18
    assert all(explained[f"quantity = {name}"] for name in named)


def test_who_may_not_read_the_results_is_told_nothing_of_it(client, study):
    recruiter = make_user()
    Collaborator.objects.create(study=study, user=recruiter, role="recruiter")
    for name in ("results", "poll"):
        text = text_of(page(client, recruiter, study, name))
        assert "98 of 98" in text
        assert "other texts" not in text
    _token, secret = tokens.make(user=recruiter, name="R")
    response = Client().get(
        f"/api/v1/studies/{study.code}/results/", headers={"authorization": f"Bearer {secret}"}
    )
    assert response.json()["quantities"] is None
    assert "other texts" not in response.content.decode()
    assert client.get(reverse("analysis:report", args=[study.code])).status_code == 404
