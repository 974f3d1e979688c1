"""How a judge read a trial: stored beside the answer, in the same transaction."""

import hashlib
import json
from collections.abc import Sequence
from typing import Any

from studies.models import Judge, Sample, Study, Trial
from studies.reading_record import PageRecord, cut_alike, fitted
from studies.services.judging.visits import TrialVisit


def is_masked(trial: Trial) -> bool:
    """Whether the page of this trial covers its texts."""
    masks = trial.study.presentation == Study.Presentation.MASKED
    return masks and not trial.judge.reads_whole


def storage_key(trial: Trial) -> str:
    """Return the name under which the browser keeps the page's times over a reload.

    Another one for each hold: when the server's clock starts anew, so do the page's times.
    """
    held = f"reading {trial.code} {trial.held_at.isoformat()}"
    return "k" + hashlib.sha256(held.encode()).hexdigest()[:16]


def sentence_counts(keys: Sequence[int]) -> list[int]:
    """Return how many sentences each of these texts has."""
    found = Sample.objects.in_bulk(keys)
    texts = [found[key] for key in keys]
    spans = cut_alike([each.text for each in texts], [each.sentence_starts for each in texts])
    return [len(of_text) for of_text in spans]


def values_of(
    record: PageRecord | None, *, visit: TrialVisit, position: int | None
) -> dict[str, Any]:
    """Return the columns of a record beside the answer; `confirmed_ms` is None where there is none.

    Times are checked against the server's clock: no page is read for longer than its texts were
    held.
    """
    if record is None or record.confirmed_ms is None:
        record = PageRecord()
    else:
        record = fitted(
            record,
            position=position,
            elapsed_ms=max(0, int(visit.held_for.total_seconds() * 1000)),
            sentences=sentence_counts(visit.text_keys) if is_masked(visit.trial) else None,
        )
    return {
        "chosen_ms": record.chosen_ms,
        "confirmed_ms": record.confirmed_ms,
        "visible_ms": record.visible_ms,
        "choices": json.dumps(record.choices),
        "jumps": json.dumps(record.jumps),
        "device": record.device,
        "width": record.width,
        "masked": record.masked,
        "stays": json.dumps(record.stays),
    }


def show_whole_texts(*, judge: Judge) -> None:
    """Show this judge whole texts from now on."""
    Judge.objects.filter(pk=judge.pk, withdrawn_at=None).update(reads_whole=True)
