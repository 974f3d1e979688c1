"""A directed study from its judges' pages to its verdict, and its numbers wherever they stand."""

import json
from dataclasses import replace

import pytest
from django.test import Client
from django.urls import reverse

from analysis.recomputation.counts import ORDERS, Share
from analysis.recomputation.store import recompute
from analysis.results.cautions import cautions
from analysis.stats import fit_beta_binomial
from studies.models import Answer, Study, Trial
from studies.services.accounts import tokens
from tests.analysis.report_zip.archive import answered, files, quantities, recomputed, rows
from tests.analysis.results.snapshots import decided
from tests.analysis.results.test_views import text_of
from tests.analysis.stats import reference
from tests.analysis.verdict_text.statements import PLAN
from tests.factories import make_link, make_user, open_study
from tests.studies.judge.visits import begin

pytestmark = pytest.mark.django_db

QUESTION = "Which one was written by a machine?"
ASKED = {"protocol": "directed", "question": QUESTION}


def test_judges_answer_a_directed_study_up_to_its_verdict(client):
    """Thirty judges over the pages; those who choose the text of B are right."""
    study = open_study(**ASKED, evaluations=30, items=24)
    link = make_link(study)
    for number in range(30):
        judge = Client()
        address = begin(judge, link)["Location"]
        order = Trial.objects.latest("pk").triad.order
        assert order.count("B") == 1
        chosen = order.index("B") + 1 if number < 18 else order.index("A") + 1
        judge.post(address, {"choice": str(chosen)})
    assert Answer.objects.counted().filter(correct=True).count() == 18
    recompute(study_id=study.pk)
    client.force_login(study.owner)
    text = text_of(client.get(reverse("analysis:results", args=[study.code])))
    assert (
        f"Judges like these, asked “{QUESTION}”, can tell these texts of Forecaster and Machine "
        "apart: 18 of 30 right"
    ) in text
    assert "Judges were told what to look for" in text
    assert "0.89" in text  # d-prime of the directed triad; a triangle's would be 1.98
    assert "1.98" not in text
    assert "orders were not answered equally often" not in text
    assert "González-Corbelle" not in text


@pytest.mark.parametrize("row", reference.rows("protocol_tests", protocol="threeAFC"))
def test_results_report_and_scripts_give_the_reference_d_prime(client, tmp_path, row):
    correct, n = int(row["correct"]), int(row["n"])
    owner = make_user()
    study, _ = answered(owner, n, correct, **ASKED, evaluations=n)
    found = files(client, owner, study)
    said, computed = quantities(found), recomputed(found, tmp_path)
    for quantity, column in (
        ("estimate_d_prime", "d_prime"),
        ("estimate_d_prime_lower", "d_lower"),
        ("estimate_d_prime_upper", "d_upper"),
    ):
        # Infinity is an empty cell, and the script says nothing of it.
        value = float(said[quantity] or "inf")
        assert value == pytest.approx(float(row[column]), abs=1e-4), quantity
    value = float(computed.get("estimate_d_prime", "inf"))
    assert value == pytest.approx(float(row["d_prime"]), abs=1e-4)
    assert float(said["difference_p_value"]) == pytest.approx(float(row["p_difference"]), abs=1e-9)
    assert said["protocol"] == "directed"
    assert not [name for name in said if "paper" in name]
    meaning = {line["column"]: line["meaning"] for line in rows(found["codebook.csv"])}
    assert meaning["quantity = protocol"] == "What judges were asked"
    _token, secret = tokens.make(user=owner, name="test")
    api = Client(headers={"authorization": f"Bearer {secret}"})
    given = api.get(f"/api/v1/studies/{study.code}/results/").json()["quantities"]
    assert given["protocol"] == "directed"
    if row["d_prime"] != "Inf":
        assert given["estimate_d_prime"] == pytest.approx(float(row["d_prime"]), abs=1e-4)


def test_the_report_says_what_was_asked_and_how_triads_were_made(client):
    owner = make_user()
    study, _ = answered(owner, 98, 51, **ASKED)
    found = {name: content.decode() for name, content in files(client, owner, study).items()
             if name.endswith((".txt", ".md", ".html", ".json", ".csv"))}  # fmt: skip
    english, spanish = found["methods_en.txt"], found["methods_es.txt"]
    assert "in directed triads (3-alternative forced choice, 3-AFC)" in english
    assert "two by Forecaster and one by Machine" in english
    assert f"The question read: “{QUESTION}”" in english
    assert "By the model of the directed triad (3-AFC), d-prime is estimated at 0.62." in english
    assert "triangle" not in english
    assert "en ternas dirigidas" in spanish
    assert "el modelo de la terna dirigida (3-AFC), d-prima" in spanish or "0.62" in spanish
    assert "triangular" not in spanish
    assert json.loads(found["plan.json"])["protocol"] == "directed"
    plan = {line["name"]: line["value"] for line in rows(found["plan.csv"].encode())}
    assert plan["protocol"] == "directed"
    documents = "".join(text for name, text in found.items() if name.endswith(".md"))
    assert "blocks of three" in documents
    assert "triangle" not in documents.casefold()


def test_d_prime_of_judges_who_repeat_is_of_the_protocol():
    study, _ = answered(make_user(), 96, 60, **ASKED, evaluations=96, evaluations_per_judge=6)
    verdict = Study.objects.get(pk=study.pk).verdict
    rows = [6] * 10 + [0] * 6  # the first answers are the right ones, six a judge
    right, n = rows, [6] * 16
    of = {p: fit_beta_binomial(right, n, chance_corrected=True, protocol=p).d_prime.value
          for p in ("triangle", "directed")}  # fmt: skip
    assert verdict.numbers["repeats"]["d_prime"] == pytest.approx(of["directed"], rel=1e-6)
    assert of["directed"] < of["triangle"]


def test_even_directed_orders_are_not_cautioned_about():
    snapshot = decided(replace(PLAN, **ASKED), 45)
    even = {order: Share() for order in ORDERS} | dict.fromkeys(
        ("ABA", "AAB", "BAA"), Share(33, 15)
    )
    counts = replace(snapshot.counts, orders=even)
    assert cautions(replace(snapshot, counts=counts), is_test=False) == ()
    uneven = even | {"ABA": Share(80, 40), "AAB": Share(9, 3), "BAA": Share(9, 2)}
    counts = replace(snapshot.counts, orders=uneven)
    [caution] = cautions(replace(snapshot, counts=counts), is_test=False)
    assert caution.startswith("The three orders were not answered equally often (ABA 80, AAB 9")
