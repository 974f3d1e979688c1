"""Who won on a page: one row for two texts of different systems, rated by one judge.

Wins, ties and losses are what TrueSkill and Bradley-Terry programs read.
"""

from django.db.models import Case, CharField, F, Q, Value, When

from studies.exports.columns import (
    ANSWERED_AT,
    JUDGE,
    PANEL,
    SHEET,
    STUDY,
    TRIAD,
    Column,
    UtcText,
    rows_of_query,
)
from studies.exports.writing import Export
from studies.models import Rating, RatingPlan, Study
from studies.ratings.criteria import tick_keys

TRIAL = "answer__trial__"
OTHER = "answer__ratings__"
SIDES = (("first", ""), ("second", OTHER))


def _outcome(value: int, other: int) -> str:
    return "win" if value > other else "loss" if value < other else "tie"


def _of_side(side: str, path: str) -> tuple[Column, ...]:
    return (
        Column(
            side,
            f"{path}sample__subject",
            meaning=f"Who wrote the {side} text, by letter",
            values="A to H",
        ),
        Column(f"{side}_name", meaning=f"Who wrote the {side} text, by name", values="text"),
        Column(
            f"{side}_sample",
            f"{path}sample_id",
            meaning=f"Number of the {side} text: see texts.csv",
            values="integer",
            kind=int,
        ),
        Column(
            f"{side}_value",
            f"{path}value",
            meaning=f"What the {side} text was given",
            values="as in ratings.csv",
            kind=int,
        ),
    )


COLUMNS = (
    STUDY.at("study_code"),
    PANEL.at(f"{TRIAL}judge__link__panel"),
    JUDGE.at(f"{TRIAL}judge__code"),
    TRIAD.at(f"{TRIAL}triad__number", null=True),
    SHEET.at(f"{TRIAL}sheet__number", null=True),
    Column("item", "sample__item", meaning="What the first text is about", values="text"),
    Column(
        "criterion",
        meaning="By which criterion they were rated",
        values="see rating.criteria or follow_up in plan.csv",
    ),
    *(column for side in SIDES for column in _of_side(*side)),
    Column(
        "outcome",
        ("value", f"{OTHER}value"),
        _outcome,
        meaning="Whether the first text was rated above the second",
        values="win (above), tie, loss (below)",
    ),
    ANSWERED_AT.at("answered_utc"),
)


def pairs_export(study: Study) -> Export:
    """Return the pairs of all counted answers, by page and criterion; ticks make none.

    A page with one text has no pair.
    """
    ratings = Rating.objects.counted().filter(answer__study=study)
    pairs = ratings.filter(
        **{
            f"{OTHER}criterion": F("criterion"),
            f"{OTHER}sample__subject__gt": F("sample__subject"),
        }
    ).exclude(criterion__in=_ticks(study))
    found = pairs.annotate(
        study_code=Value(str(study.code)),
        answered_utc=UtcText("answer__answered_at"),
        **{f"{side}_name": _name(study, path) for side, path in SIDES},
    ).order_by("pk", f"{OTHER}pk")
    return Export(COLUMNS, pairs.count(), rows_of_query(found, COLUMNS))


def _name(study: Study, path: str) -> Case:
    names = (
        When(Q(**{f"{path}sample__subject": letter}), then=Value(name))
        for letter, name in study.subjects.items()
    )
    return Case(*names, output_field=CharField())


def _ticks(study: Study) -> list[str]:
    plans = RatingPlan.objects.filter(study=study).values_list("criteria", flat=True)
    return [key for criteria in plans for key in tick_keys(criteria)]
