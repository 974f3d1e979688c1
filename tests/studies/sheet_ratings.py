"""Judges who rate the sheets of a study, by a rule of the test."""

from collections.abc import Callable, Iterator

from studies.models import Judge, RecruitmentLink, Trial
from studies.services.judging import trials
from studies.services.judging.answering.sheet_answers import fields_of, rate
from studies.services.judging.refusals import Refused
from tests.studies.services.judging.steps import start

# The number for a text: by its system's letter, the criterion, the judge's number and the item.
Value = Callable[[str, str, int, str], int]


def rate_sheets(link: RecruitmentLink, value: Value, *, judges: int) -> list[Trial]:
    """Let so many judges come, one after the other; each rates all sheets that it gets."""
    return [
        trial
        for number in range(judges)
        for trial in _rated(start(link, f"judge {number}"), value, number)
    ]


def _rated(trial: Trial, value: Value, number: int) -> Iterator[Trial]:
    while True:
        letters = dict(trial.sheet.texts.values_list("place", "sample__subject"))
        ratings = {
            (place, criterion): value(letters[place], criterion, number, trial.sheet.item)
            for place, criterion in fields_of(trial)
        }
        stored = rate(code=trial.code, ratings=ratings)
        yield stored.trial
        found = None if stored.is_last else _next(stored.trial.judge)
        if found is None:
            return
        trial = found


def _next(judge: Judge) -> Trial | None:
    try:
        return trials.next_trial(judge)
    except Refused:
        return None
