"""Two of a rating study's systems compared: by their surface, and by the machine judge."""

import json
import re

import pytest
from django.db import IntegrityError, transaction
from django.urls import reverse

from analysis.report_zip.rating_study.pairs_of_texts import companions_of_pairs, pair_tables
from analysis.results.study_results import read_results, stamp_for
from studies import tasks
from studies.kinds.pair import Pair
from studies.models import Job, RatingPlan
from studies.services.lifecycle.checks import surface_cues
from studies.services.texts.systems import remove_system
from tests.factories import make_sample, make_study, make_user

pytestmark = pytest.mark.django_db
CUES, MACHINE = "studies:surface_cues", "analysis:machine_judge"


@pytest.fixture
def study():
    """A draft of three systems, of which the third writes in its own way."""
    owner = make_user("rater@example.org", is_superuser=True)
    names = {"subject_a": "Ann", "subject_b": "Bot", "more_subjects": ["Cat"]}
    study = make_study(owner=owner, items=0, kind="rating", **names)
    RatingPlan.objects.create(study=study)
    for item in range(8):
        for letter, text in (("A", "Rain on day"), ("B", "Showers on day"), ("C", "<b>Sun</b> on")):
            make_sample(study, letter, f"day {item}", f"{text} {item}.")
    return study


OF_TRIANGLES = re.compile(r"\b(triads?|subjects?)\b")


def address(name, study, **query):
    return reverse(name, args=[study.code], query=query)


def test_a_chosen_pair_is_compared_and_left_out_by_items(researcher, study):
    first = researcher.get(address(CUES, study))
    assert first.context["pair"].letters == "AB"
    assert "markup" not in first.content.decode()
    page = researcher.get(address(CUES, study, pair="BC", cue="markup"))
    assert '<option value="BC" selected>Bot and Cat</option>' in page.content.decode()
    assert "markup tells them apart at once" in page.content.decode()
    assert not OF_TRIANGLES.search(page.content.decode())
    marked = [sample for sample, _said in page.context["samples"]]
    assert {one.subject for one in marked} == {"C"}
    sent = {"cue": "markup", "shown": [one.pk for one in marked], "out": [marked[0].pk]}
    there = address(CUES, study, pair="BC")
    led = researcher.post(there, {**sent, "action": "save"})
    assert led.url == address(CUES, study, cue="markup", pair="BC") + "#texts"
    # An item is rated with a text of each system: all three are out.
    assert {one.item for one in study.samples.filter(left_out=True)} == {marked[0].item}
    assert study.samples.filter(left_out=True).count() == 3
    researcher.post(there, {**sent, "out": [], "action": "save"})
    assert not study.samples.filter(left_out=True).exists()


def test_the_machine_judge_has_a_result_for_each_pair(researcher, study):
    for letters in ("AC", "BC"):
        asked = researcher.post(address(MACHINE, study, pair=letters))
        job = Job.objects.get(study=study, pair=letters)
        tasks.run_job(job.pk)
        leads = researcher.get(asked.url).context["next_page"]
        assert leads == address(MACHINE, study, pair=letters)
    first = address(MACHINE, study)
    page = researcher.get(address(MACHINE, study, pair="AC", of="B")).content.decode()
    assert "tells Ann from Cat in 100\u00a0% of cases" in page
    assert "?pair=AC&amp;of=A#texts" in page
    assert not OF_TRIANGLES.search(page)
    assert "Ask the machine judge</button>" in researcher.get(first).content.decode()
    make_sample(study, "B", "day 9", "Only Bot has this.")
    told = companions_of_pairs(study)["companions.json"]
    by_systems = {"".join(one["systems"]): one for one in json.loads(told)["pairs"]}
    judged = {letters: "machine_judge" in one for letters, one in by_systems.items()}
    assert judged == {"AB": False, "AC": True, "BC": True}
    assert len(by_systems["BC"]["machine_judge"]["scores"]) == 16
    results = read_results(stamp_for(study.owner, study.code), reader=study.owner)
    of_cues, of_program = pair_tables(results)
    # The file tells of what is stale, by that word; the tables do not.
    assert by_systems["BC"]["machine_judge"]["stale"]
    assert [row[:4] for row in of_program.rows] == [
        ("Ann and Cat", "100.0 %", "100.0 %", "100.0 %")
    ]
    markup = ("Bot and Cat", "Hold markup (HTML or Markdown)", "0 %", "100 %", "no overlap")
    assert markup in of_cues.rows
    stale = "The texts have been changed since."
    assert stale in researcher.get(address(MACHINE, study, pair="BC")).content.decode()
    assert stale not in researcher.get(address(MACHINE, study, pair="AC")).content.decode()
    # The letters of those that stay are others now: nothing found of them is shown.
    remove_system(study=study, user=study.owner, system="A")
    assert not Job.objects.filter(study=study).exists()


def test_only_pairs_of_the_study_and_people_who_may_change_its_texts(researcher, study):
    of_two = make_study(owner=study.owner)
    for name in (CUES, MACHINE):
        for wrong in ("CA", "AD", "A", "ABC", "AA"):
            assert researcher.get(address(name, study, pair=wrong)).status_code == 404
        assert researcher.get(address(name, of_two, pair="AC")).status_code == 404
    researcher.force_login(make_user("other@example.org"))
    for name in (CUES, MACHINE):
        assert researcher.get(address(name, study, pair="BC")).status_code == 404
        assert researcher.post(address(name, study, pair="BC")).status_code == 404


def test_reports_by_a_job_are_kept_for_each_pair(researcher, study, monkeypatch):
    monkeypatch.setattr(surface_cues, "REPORT_AT_ONCE", 5)
    for letters in ("AC", "BC"):
        researcher.get(address(CUES, study, pair=letters))
        tasks.run_job(Job.objects.get(study=study, pair=letters).pk)
    told = json.loads(companions_of_pairs(study)["companions.json"])["pairs"]
    assert [list(one["systems"]) for one in told] == [["A", "C"], ["B", "C"]]
    reports = [surface_cues.stored_report(Pair(study, letters)) for letters in ("AB", "AC", "BC")]
    assert [bool(found) for found in reports] == [False, True, True]
    # What a third system's texts are made from is no part of a report, and does not age it.
    study.samples.filter(subject="A").update(context="sky[grey]")
    pairs = (Pair(study, "AC"), Pair(study, "BC"))
    assert [bool(surface_cues.stored_report(pair)) for pair in pairs] == [False, True]
    assert [bool(surface_cues.known_values(pair).slots) for pair in pairs] == [True, False]


@pytest.mark.parametrize(
    ("kind", "pair"), [("machine_judge", "CA"), ("machine_judge", "AI"), ("companions", "AC")]
)
def test_the_database_keeps_one_name_of_a_pair(study, kind, pair):
    with pytest.raises(IntegrityError, match="job_pair"), transaction.atomic():
        Job.objects.create(study=study, owner=study.owner, kind=kind, pair=pair)
