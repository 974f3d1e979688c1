"""When answers have changed, have the study recomputed."""

from typing import Any

from django.dispatch import receiver

from analysis.tasks import ask_for_recomputation
from studies.signals import answers_changed


@receiver(answers_changed, dispatch_uid="analysis.recompute")
def recompute_soon(*, study_id: int, **kwargs: Any) -> None:
    """Called after commit, in the request of a judge: it must neither fail nor wait."""
    ask_for_recomputation(study_id)
