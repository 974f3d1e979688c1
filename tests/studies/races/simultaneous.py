"""Calls at the same moment, in threads with a connection each."""

import random
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from django.db import connection
from django.db.models.functions import Now

from studies.models import RecruitmentLink, Triad, Trial
from studies.services.judging import claims, visits
from studies.services.judging.answering import answers
from studies.services.judging.refusals import Refusal, Refused
from tests.studies.services.judging.steps import start


@dataclass
class Outcome:
    """What one of the threads got, and how long it waited for it."""

    result: Any = None
    error: Exception | None = None
    seconds: float = 0.0

    @property
    def stop(self) -> Refusal | None:
        return self.error.reason if isinstance(self.error, Refused) else None


def at_once(calls: Sequence[Callable[[], Any]]) -> list[Outcome]:
    """Run all calls at the same moment; an error is an outcome, too."""
    barrier = threading.Barrier(len(calls))
    outcomes = [Outcome() for _ in calls]

    def run(call: Callable[[], Any], outcome: Outcome) -> None:
        try:
            connection.ensure_connection()
            barrier.wait(60)
            began = time.perf_counter()
            outcome.result = call()
            outcome.seconds = time.perf_counter() - began
        except Exception as error:  # noqa: BLE001 - looked at by the test
            outcome.error = error
        finally:
            connection.close()

    threads = [
        threading.Thread(target=run, args=(call, outcome))
        for call, outcome in zip(calls, outcomes, strict=True)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return outcomes


def starting(link: RecruitmentLink, key: str, **visitor: Any) -> Callable[[], Trial]:
    return lambda: start(link, key, **visitor)


def choosing(
    trial: Trial, position: int, *, shown: bool = True
) -> Callable[[], answers.StoredChoice]:
    """A choice, by default in the process that has shown the page."""
    if shown:
        visits.look(trial.code)
    return lambda: answers.answer(code=trial.code, position=position)


def run_out(trial: Trial) -> None:
    triad = Triad.objects.filter(pk=trial.triad_id).unanswered()
    triad.update(free_from=Now() - timedelta(seconds=1))


def errors_of(outcomes: Sequence[Outcome]) -> list[Exception]:
    """Return the errors that are no refusal: there must be none."""
    return [
        outcome.error for outcome in outcomes if outcome.error is not None and outcome.stop is None
    ]


def playing(
    link: RecruitmentLink, number: int, until: float, *, least: int = 0
) -> Callable[[], int]:
    """A judge who starts, renews, lets holds run out and chooses; a new person every six steps.

    On a busy machine longer than `until`: at least so many steps.
    """
    draw = random.Random(number)

    def one_step(done: int) -> None:
        trial = start(link, f"k{number}-{done // 6}")
        if draw.random() < 0.5:
            visits.look(trial.code)
        if draw.random() < 0.3:
            claims.renew(trial)
        if draw.random() < 0.2:
            run_out(trial)
        if draw.random() < 0.8:
            answers.answer(code=trial.code, position=draw.randint(1, 3))

    def call() -> int:
        done = 0
        while done < least or time.monotonic() < until:
            done += 1
            try:
                one_step(done)
            except Refused:
                time.sleep(0.01)
        return done

    return call
