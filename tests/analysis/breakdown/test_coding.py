"""The page of codes: blind to right, wrong and the other's codes; then both beside one another."""

import csv
import re

import pytest
from django.urls import reverse

from analysis.models import Verdict
from analysis.recomputation.store import recompute
from studies.models import Answer, Collaborator
from studies.services.coding import code_reasons
from tests.analysis.answering import give_answers
from tests.factories import make_user, open_study

pytestmark = pytest.mark.django_db


@pytest.fixture
def study():
    study = open_study(asks_reason=True, evaluations=24)
    give_answers(study, 24, 16)
    for number, answer in enumerate(Answer.objects.filter(study=study).order_by("pk")):
        Answer.objects.filter(pk=answer.pk).update(reason=f"<i>reason {number}</i>")
    recompute(study_id=study.pk)
    return study


def colleague(study, role="editor"):
    user = make_user()
    Collaborator.objects.create(study=study, user=user, role=role)
    return user


def codes_of(study, coder, wrong_code="length"):
    """Call right answers *style*, the others by another name."""
    rows = Answer.objects.filter(study=study).values_list("pk", "correct")
    codes = {pk: "style" if correct else wrong_code for pk, correct in rows}
    code_reasons(study=study, coder=coder, codes=codes)


def shown(client, study, user, **query):
    client.force_login(user)
    address = reverse("analysis:reason_codes", args=[study.code])
    return client.get(address, query).content.decode()


def test_a_coder_sees_no_code_of_the_other_and_not_what_was_right(client, study):
    codes_of(study, study.owner, wrong_code="secret-word")
    page = shown(client, study, colleague(study))
    assert page.count("&lt;i&gt;reason") == 24
    assert "<i>reason" not in page
    assert "secret-word" not in page
    assert "share right" not in page.lower().replace("share right by code are shown here", "")
    assert "Coder 1: 24 coded." in page


def test_codes_are_typed_and_stored(client, study):
    first = Answer.objects.filter(study=study).order_by("pk").first().pk
    client.force_login(study.owner)
    address = reverse("analysis:reason_codes", args=[study.code])
    assert client.post(address, {f"code-{first}": "style", "code-x": "y"}).status_code == 302
    assert 'value="style"' in shown(client, study, study.owner, of="coded")
    assert shown(client, study, study.owner).count("&lt;i&gt;reason") == 23


def test_both_codings_are_compared_once_they_are_complete(client, study):
    second = colleague(study)
    codes_of(study, study.owner)
    codes_of(study, second, wrong_code="Style")
    page = shown(client, study, colleague(study, "analyst"))
    assert "The coders agree on 66.7 % of 24 reasons; Cohen&#x27;s kappa is 0.00" in page
    assert "compared and stay" not in page
    row = page.partition("<bdi>style</bdi>")[2].partition("</tr>")[0]
    assert re.findall(r'class="number"[^>]*>([^<]*)<', row)[:5] == [
        "16", "24", "16", "16", "100.0 %",
    ]  # fmt: skip
    client.force_login(study.owner)
    address = reverse("analysis:export_reason_codes", args=[study.code])
    file = b"".join(client.get(address)).decode("utf-8-sig")
    rows = [*csv.DictReader(file.splitlines())]
    assert len(rows) == 24
    assert {(row["correct"], row["code_1"], row["code_2"]) for row in rows} == {
        ("1", "style", "style"),
        ("0", "length", "Style"),
    }


def limits_shown(client, **plan):
    study = open_study(asks_reason=True, **plan)
    give_answers(study, 24, 20)
    Answer.objects.filter(study=study).update(reason="It sounds stiff.")
    recompute(study_id=study.pk)
    assert Verdict.objects.filter(study=study).exists()
    for coder in (study.owner, colleague(study)):
        codes_of(study, coder)
    page = shown(client, study, study.owner)
    row = page.partition("<bdi>style</bdi>")[2].partition("</tr>")[0]
    return re.findall(r'class="number"[^>]*>([^<]*)<', row)[-1]


def test_limits_come_with_the_verdict_of_a_fixed_number_and_no_other(client):
    assert limits_shown(client, evaluations=24).startswith("83")
    assert limits_shown(client, evaluations=60, method="sequential", beta=0.05) == "–"


def test_only_people_who_may_edit_code(client, study):
    analyst = colleague(study, "analyst")
    assert "Store the codes" not in shown(client, study, analyst)
    address = reverse("analysis:reason_codes", args=[study.code])
    assert client.post(address, {"code-1": "x"}).status_code == 403
