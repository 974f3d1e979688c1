"""How `studies` tells `analysis`, which it must not import, that answers have changed."""

from functools import partial

from django.db import transaction
from django.dispatch import Signal

# Sent with `study_id` by services; received in analysis.receivers.
answers_changed = Signal()


def announce(study_id: int) -> None:
    """Send `answers_changed` after commit; a receiver that fails harms nothing stored."""
    transaction.on_commit(
        partial(answers_changed.send_robust, sender=None, study_id=study_id), robust=True
    )
