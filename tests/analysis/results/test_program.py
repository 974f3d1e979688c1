"""The machine judge beside the judges, in one sentence on the results page."""

from dataclasses import replace
from typing import Any

import pytest
from django.test import Client

from analysis.models import Verdict
from analysis.recomputation.store import recompute
from analysis.results.program import in_words
from analysis.results.study_results import given_verdict
from studies.models import Collaborator, Job, Study, User
from studies.services.accounts import sharing
from tests.analysis.answering import give_answers
from tests.factories import make_user, open_study

pytestmark = pytest.mark.django_db
NOT_SHOWN = "A plain program"


def judged(*, accuracy: float | None = 31 / 36, counted: int = 12) -> Study:
    study = open_study(owner=make_user(), evaluations=12)
    texts = study.samples.main().fingerprint()
    result = {"found": {"accuracy": accuracy}, "texts": texts}
    Job.objects.create(study=study, owner=study.owner, kind=Job.Kind.MACHINE_JUDGE, result=result)
    give_answers(study, counted, 5)
    recompute(study_id=study.pk)
    return study


def page(client: Client, study: Study, reader: User | None = None) -> str:
    client.force_login(reader or study.owner)
    return client.get(f"/studies/{study.code}/results/").content.decode()


def test_both_stand_with_their_chance_levels_and_on_one_scale(client: Client) -> None:
    shown = page(client, judged())
    assert (
        "told 86.1 % of single texts right (guessing gives 50 %), your judges 41.7 % of triads "
        "(guessing gives 33.3 %): d′ is 2.17 and 0.99."
    ) in shown


def test_44_9_per_cent_of_triads_stand_at_1_19() -> None:
    verdict = given_verdict(Verdict.objects.get(study=judged()))
    found = in_words(0.861, replace(verdict, counted=98, correct=44), protocol="triangle")
    assert "44.9 % of triads (guessing gives 33.3 %): d′ is 2.17 and 1.19." in found


@pytest.mark.parametrize("without", [{"accuracy": None}, {"counted": 11}])
def test_nothing_is_said_without_an_accuracy_or_a_verdict(
    client: Client, without: dict[str, Any]
) -> None:
    assert NOT_SHOWN not in page(client, judged(**without))


def test_nothing_is_said_of_other_texts(client: Client) -> None:
    study = judged()
    Job.objects.update(result={"found": {"accuracy": 0.9}, "texts": "others"})
    assert NOT_SHOWN not in page(client, study)


def test_only_people_who_may_edit_are_told(client: Client) -> None:
    study = judged()
    analyst = make_user()
    Collaborator.objects.create(study=study, user=analyst, role="analyst")
    assert NOT_SHOWN not in page(client, study, analyst)
    link = sharing.make_share_link(study=study, user=study.owner, note="")
    client.force_login(study.owner)
    assert NOT_SHOWN not in client.get(f"/r/{link.token}/").content.decode()
