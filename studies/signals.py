"""The one upward arrow: what a study's answers mean must be computed anew."""

from functools import partial

from django.db import transaction
from django.dispatch import Signal

# Sent with `study_id` after commit, by services; received in analysis.
answers_changed = Signal()


def announce(study_id: int) -> None:
    """Send `answers_changed` after commit; a receiver's failure never harms what was stored."""
    transaction.on_commit(
        partial(answers_changed.send_robust, sender=None, study_id=study_id), robust=True
    )
