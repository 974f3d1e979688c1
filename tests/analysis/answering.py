"""Many answers at once, written past the services: as the database would hold them after them."""

import secrets
from collections.abc import Sequence
from datetime import timedelta

from django.db import connection, transaction
from django.db.models.functions import Now

from studies.models import Answer, Judge, RecruitmentLink, Study, Triad, Trial
from studies.signals import announce
from tests.factories import make_link


def give_answers(
    study: Study,
    counted: int,
    correct: int,
    *,
    link: RecruitmentLink | None = None,
    per_judge: int = 1,
    state: str = "answered",
) -> list[Trial]:
    """Answer the next free triads of a study: the first `correct` right, the others wrong."""
    return give_outcomes(
        study,
        [number < correct for number in range(counted)],
        link=link,
        per_judge=per_judge,
        state=state,
    )


def give_outcomes(
    study: Study,
    outcomes: Sequence[bool],
    *,
    link: RecruitmentLink | None = None,
    per_judge: int = 1,
    state: str = "answered",
) -> list[Trial]:
    """Answer the next free triads, right or wrong in this order."""
    link = link or make_link(study)
    free = Triad.objects.filter(study=study, mode=link.mode, kind="main").unanswered()
    triads = list(free.order_by("number")[: len(outcomes)])
    assert len(triads) == len(outcomes)
    with transaction.atomic():
        judges = _judges(study, link, -(-len(outcomes) // per_judge))
        trials = [
            Trial(
                study=study,
                triad=triad,
                judge=judges[place // per_judge],
                mode=link.mode,
                state=state,
            )
            for place, triad in enumerate(triads)
        ]
        Trial.objects.bulk_create(trials)
        if state in ("answered", "surplus"):
            _answer(trials, outcomes)
        announce(study.pk)
    return trials


def withdraw(trials: Sequence[Trial]) -> None:
    """Their judges withdraw after the verdict: kept, not counted, their triads stay taken."""
    Trial.objects.filter(pk__in=[trial.pk for trial in trials]).update(state="withdrawn")


def _judges(study: Study, link: RecruitmentLink, number: int) -> list[Judge]:
    return Judge.objects.bulk_create(
        Judge(
            study=study,
            link=link,
            mode=link.mode,
            form_key=secrets.token_hex(8),
            consent_sha256="0" * 64,
        )
        for _ in range(number)
    )


def _answer(trials: Sequence[Trial], outcomes: Sequence[bool]) -> None:
    Answer.objects.bulk_create(
        Answer(
            trial=trial,
            chosen_position=trial.triad.odd_position if right else trial.triad.odd_position % 3 + 1,
            shown_at=Now() - timedelta(seconds=20),
        )
        for trial, right in zip(trials, outcomes, strict=True)
    )
    taken = [trial.triad_id for trial in trials if trial.state == "answered"]
    with connection.cursor() as cursor:
        cursor.execute(
            "UPDATE studies_triad SET free_from = 'infinity' WHERE id = ANY(%s)", [taken]
        )
