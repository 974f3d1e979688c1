"""The report of a study's surface cues: of the texts as they are, stored by a job."""

import pytest

from studies.kinds.pair import Pair
from studies.models import Job
from studies.services import jobs
from studies.services.lifecycle.checks import surface_cues
from studies.services.texts import draft_texts
from tests.factories import make_sample, make_study

pytestmark = pytest.mark.django_db


def reported(study):
    job = jobs.begin(study=study, user=study.owner, kind=Job.Kind.SURFACE_CUES)
    jobs.run(job_id=job.pk)
    return job


def test_texts_under_judgement_are_reported_with_their_keys():
    study = make_study(items=0, subject_a="Ann", subject_b="Bot")
    named = make_sample(study, "A", "day 1", "By Ann.", context=" ")
    make_sample(study, "B", "day 1", "Rain.", context="rain")
    make_sample(study, "B", "day 2", "By Bot.", kind="practice")
    cues = {cue["code"]: cue for cue in surface_cues.report_of(Pair(study))["cues"]}
    assert cues["names"]["keys"] == [named.pk]
    assert (cues["context"]["a"]["mean"], cues["context"]["b"]["mean"]) == (0, 1)
    assert cues["length"]["b"]["n"] == 1


def test_a_report_of_a_release_that_looked_for_fewer_cues_is_made_anew():
    study = make_study(items=2)
    job = reported(study)
    assert surface_cues.stored_report(Pair(study))
    job.refresh_from_db()
    job.result["report"]["cues"].pop()
    job.save()
    assert surface_cues.stored_report(Pair(study)) is None


def test_a_stored_report_is_valid_until_a_text_changes():
    study = make_study(items=2)
    assert surface_cues.stored_report(Pair(study)) is None
    reported(study)
    expected = surface_cues.report_of(Pair(study))
    assert surface_cues.stored_report(Pair(study)) == (expected, True)
    key = study.samples.first().pk
    draft_texts.leave_out(study=study, user=study.owner, among=[key], out=[key])
    assert surface_cues.stored_report(Pair(study)) == (expected, False)
    make_sample(study, "A", "day 9", "One more.")
    assert surface_cues.stored_report(Pair(study)) is None


def test_a_new_report_replaces_the_old_one():
    study = make_study(items=1)
    old, new = reported(study), reported(study)
    assert old.pk != new.pk
    assert list(Job.objects.filter(study=study)) == [new]
