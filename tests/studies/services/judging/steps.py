"""Steps of a judge through the services, which many tests share."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.db.models.functions import Now

from studies.models import RecruitmentLink, Triad, Trial
from studies.services.judging import admission
from studies.services.judging.admission import Visitor
from studies.services.judging.refusals import Refusal, Refused


def start(link: RecruitmentLink, key: str = "k1", **visitor: Any) -> Trial:
    return admission.start(
        token=link.token, visitor=Visitor(form_key=key, **visitor), consent_sha256="0" * 64
    )


def run_out(trial: Trial) -> None:
    """Let the hold of a trial run out."""
    Triad.objects.filter(pk=trial.triad_id).update(free_from=Now() - timedelta(seconds=1))


def is_held(trial: Trial) -> bool:
    """Whether the judge may still read, by the database's clock."""
    return Trial.objects.held_now().filter(pk=trial.pk).exists()


def reason_of(call: Callable[[], Any]) -> Refusal:
    """The reason for which the call is refused."""
    with pytest.raises(Refused) as caught:
        call()
    return caught.value.reason
