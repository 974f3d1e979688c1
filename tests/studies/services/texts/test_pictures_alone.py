"""Pictures without text: from a ZIP to the judge's page, the files and the reports."""

import csv
import io

import pytest
from django.urls import reverse

from analysis.machine_judge import job as machine
from analysis.recomputation.store import recompute
from analysis.report_zip.documents.facts import StudyFacts
from analysis.results.study_results import read_results, stamp_for
from studies.kinds.pair import Pair
from studies.models import Job
from studies.services.lifecycle import drafts, opening
from studies.services.lifecycle.checks import surface_cues
from studies.services.lifecycle.opening_warnings import ACCEPTING
from studies.services.texts import upload as uploads
from studies.services.texts.upload_check import check_upload
from tests.factories import make_link, make_sample, make_study
from tests.studies.judge.visits import begin, text_of, welcome_of
from tests.studies.services.texts.test_images import image, packed

pytestmark = pytest.mark.django_db

ITEMS = 3
TABLE = "subject,item,image,alt_text\n" + "".join(
    f"{subject},day {n},{subject}{n}.png,Map {n} of the day\n"
    for n in range(ITEMS)
    for subject in ("Forecaster", "Machine")
)
FILES = {
    f"{subject}{n}.png": image((40 * n, 90, 200 if subject == "Machine" else 10))
    for n in range(ITEMS)
    for subject in ("Forecaster", "Machine")
}


@pytest.fixture
def study():
    study = make_study(items=0)
    upload = uploads.receive(
        study=study, user=study.owner, name="maps.zip", content=packed(TABLE, **FILES)
    )
    assert check_upload(upload=upload).findings.ok
    assert uploads.save_upload(upload=upload, mode="add") == 2 * ITEMS
    return study


def opened(study):
    return opening.open_study(study=study, user=study.owner, accepted=list(ACCEPTING))


def test_judges_see_the_pictures_and_their_descriptions(client, study):
    page = text_of(client.get(begin(client, make_link(opened(study)))["Location"]))
    assert page.count('<img class="picture"') == page.count("of the day") == 3
    # Nothing stands in the place of the text: the style sheet takes an empty one away.
    assert page.count('<div class="text" lang="en" dir="ltr" translate="no"></div>') == 3


def test_the_file_of_texts_has_an_empty_text_and_the_picture(client, study):
    client.force_login(study.owner)
    file = client.get(reverse("studies:export_texts", args=[study.code]))
    content = b"".join(file.streaming_content).decode("utf-8-sig")
    rows = list(csv.DictReader(io.StringIO(content)))
    assert {(row["text"], row["alt_text"][:3]) for row in rows} == {("", "Map")}
    assert all(row["image"] and row["image_sha256"] for row in rows)


def test_a_copy_keeps_them(study):
    copy = drafts.duplicate(study=study, user=study.owner)
    assert copy.samples.filter(text="", image__isnull=False).count() == 2 * ITEMS


def test_a_study_of_pictures_and_plain_texts_is_not_opened(study):
    assert opening.why_not_open(study) == []
    make_sample(study, "A", "day 9", "A text without a picture.")
    [reason] = opening.why_not_open(study)
    assert reason.code == "pictures_and_texts"
    assert "main texts 1 have no picture, and 6 are pictures" in str(reason)
    # Practice texts count where there is practice; without, they change nothing.
    study.samples.filter(image=None).update(kind="practice")
    assert opening.why_not_open(study) == []


def test_pictures_cannot_be_covered(study):
    study.presentation = "masked"
    assert [reason.code for reason in opening.why_not_open(study)] == ["covered_pictures"]


def test_the_surface_of_pictures_gives_nothing_away_by_itself(study):
    report = surface_cues.report_of(Pair(study))
    cues = {cue["code"]: cue for cue in report["cues"]}
    assert (cues["length"]["d"], cues["open_end"]["count"], cues["identical"]["count"]) == (0, 0, 0)


def test_the_machine_judge_says_that_it_has_nothing_to_read(study):
    job = Job.objects.create(study=study, owner=study.owner, kind=Job.Kind.MACHINE_JUDGE)
    machine.ask(job, lambda done, total: None)
    job.refresh_from_db()
    found = machine.MachineJudgeResult.from_json(job.result).found
    assert (found.texts_a, found.texts_b, found.why_none is None) == (0, 0, False)


def test_the_report_says_what_it_does_not_measure(client, study):
    client.force_login(study.owner)
    page = text_of(client.get(reverse("studies:surface_cues", args=[study.code])))
    assert "6 of these are pictures without text: what is in a picture is not measured" in page
    assert "Nothing of the surface" not in page
    assert "What differs" not in page
    make_sample(study, "A", "day 9", "A text.")
    page = text_of(client.get(reverse("studies:surface_cues", args=[study.code])))
    assert "What differs" in page


def test_a_look_at_a_task_shows_pictures(client, study):
    link = make_link(opened(study), mturk=True)
    looks = {"assignmentId": "ASSIGNMENT_ID_NOT_AVAILABLE", "hitId": "H1"}
    page = client.get(welcome_of(link), looks).content.decode()
    assert page.count('<img class="picture"') == 3


def test_the_documents_of_the_report_count_them(study):
    owner, study = study.owner, opened(study)
    recompute(study_id=study.pk)
    facts = StudyFacts.of(read_results(stamp_for(owner, study.code)))
    assert (facts.images, facts.pictures_alone) == (6, 6)
    assert "6 texts had an image. 6 of these were images without text." in facts.page()
