"""Ratings of many sheets at once, written past the services: as the database would hold them."""

from collections.abc import Callable
from datetime import timedelta

from django.db import connection, transaction
from django.db.models.functions import Now

from studies.kinds import RATING
from studies.models import Answer, Judge, Rating, RecruitmentLink, Sheet, SheetText, Study, Trial
from studies.signals import announce
from tests.factories import make_link

# What a judge (counted from 0) gives the text of a system about an item by a criterion.
Value = Callable[[int, str, str, str], int]


def alike(_judge: int, _item: str, _system: str, _criterion: str) -> int:
    """The same number for every text."""
    return 100


def b_is_better(judge: int, item: str, system: str, _criterion: str) -> int:
    """Judges have scales of their own, items are better and worse; B gets half as much again."""
    base = 100 + 20 * (judge % 3) + 5 * (int(item.split()[-1]) % 4)
    return base * 3 // 2 if system == "B" else base


def rate_sheets(
    study: Study,
    *,
    judges: int = 6,
    number: int | None = None,
    value: Value = b_is_better,
    link: RecruitmentLink | None = None,
    state: str = "answered",
) -> list[Judge]:
    """Rate the next free sheets, all by default, each by the next judge who has not had it."""
    link = link or make_link(study)
    people = [
        Judge(study=study, link=link, mode=link.mode, form_key=f"rater {link.pk} {n}",
              consent_sha256="0" * 64)
        for n in range(judges)
    ]  # fmt: skip
    with transaction.atomic():
        Judge.objects.bulk_create(people)
        _rate(study, people, link, number, value, state)
    announce(study.pk)
    return people


def _rate(
    study: Study,
    people: list[Judge],
    link: RecruitmentLink,
    number: int | None,
    value: Value,
    state: str,
) -> None:
    free = Sheet.objects.filter(study=study, mode=link.mode, kind="main").unanswered()
    sheets = list(free.order_by("number")[:number])
    given = _given(sheets, len(people))
    trials = Trial.objects.bulk_create(
        Trial(study=study, sheet=sheet, judge=people[n], mode=link.mode, state=state)
        for sheet, n in zip(sheets, given, strict=True)
    )
    answers = Answer.objects.bulk_create(
        Answer(trial=trial, chosen_position=None, shown_at=Now() - timedelta(seconds=20))  # type: ignore[misc]  # of a sheet
        for trial in trials
    )
    texts: dict[int, list[SheetText]] = {}
    for text in SheetText.objects.filter(sheet__in=sheets).select_related("sample"):
        texts.setdefault(text.sheet_id, []).append(text)
    Rating.objects.bulk_create(
        Rating(
            answer=answer,
            sample=text.sample,
            criterion=one.key,
            value=value(n, sheet.item, text.sample.subject, one.key),
        )
        for answer, sheet, n in zip(answers, sheets, given, strict=True)
        for one in RATING.criteria_of(study, sheet)
        for text in texts[sheet.pk]
    )
    if state == "answered":
        with connection.cursor() as cursor:
            cursor.execute(
                "UPDATE studies_sheet SET free_from = 'infinity' WHERE id = ANY(%s)",
                [[sheet.pk for sheet in sheets]],
            )


def _given(sheets: list[Sheet], judges: int) -> list[int]:
    """Say who rates each sheet: the judge with the fewest who has not had its question."""
    had: list[set[int]] = [set() for _ in range(judges)]
    given = []
    for sheet in sheets:
        able = [n for n in range(judges) if sheet.question not in had[n]]
        n = min(able, key=lambda judge: len(had[judge]))
        had[n].add(sheet.question)
        given.append(n)
    return given
