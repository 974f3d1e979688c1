"""Have a study recomputed when its answers have changed."""

from typing import Any

from django.dispatch import receiver

from analysis.tasks import ask_for_recomputation
from studies.signals import answers_changed


@receiver(answers_changed, dispatch_uid="analysis.recompute")
def recompute_soon(*, study_id: int, **kwargs: Any) -> None:
    """Ask for a recomputation. After commit, in a judge's request: this must not fail or wait."""
    ask_for_recomputation(study_id)
