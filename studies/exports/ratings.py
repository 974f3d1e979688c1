"""The numbers that judges gave, on sheets or after a choice: one row a number, counted or why not.

Studies of both kinds have the same file, in which each column means one thing: what does not apply
stays empty.
"""

import math
from collections.abc import Callable, Generator, Sequence
from typing import Any

from django.contrib.postgres.aggregates import StringAgg
from django.db.models import (
    Avg,
    BooleanField,
    Case,
    CharField,
    ExpressionWrapper,
    F,
    IntegerField,
    OuterRef,
    Q,
    QuerySet,
    Subquery,
    Value,
    When,
    Window,
)
from django.db.models.expressions import Combinable
from django.db.models.functions import Coalesce, Ln, Rank

from studies.exports.answer_columns import TIMES, of_counting, of_judge, values_of
from studies.exports.columns import (
    BLOCK,
    RIGHT,
    SHEET,
    TRIAD,
    Cell,
    Column,
    rows_of_query,
)
from studies.exports.writing import Export
from studies.kinds import RATING, TRIANGLE
from studies.models import Rating, RatingPlan, SheetText, Study
from studies.ratings.criteria import Tick, tick_keys
from studies.ratings.follow_up import DEGREE, follow_up_of
from studies.values.text_codes import labels_of, letters_of

TRIAL = "answer__trial__"
NO_TEXT = "empty for a number about the difference"
NO_TICKS = "1 yes, 0 no; empty for a number"
LETTERS = "A to H"
REFERENCE = 100


def _label_shown(trial_code: str, place: int | None, text_labels: str | None) -> str | None:
    if not place:
        return None
    if text_labels == RatingPlan.TextLabels.LETTERS:
        return letters_of(trial_code, place)[-1]
    return str(labels_of(trial_code, place)[-1])


def _logarithm(value: int, *magnitude: bool) -> float | None:
    return math.log(value) if all(magnitude) else None


def _less_mean(value: int, magnitude: bool, mean: float, sample: int | None) -> float | None:  # noqa: FBT001 - a cell's value
    return round(math.log(value) - mean, 9) if magnitude and sample else None


def _ticked(tick: Tick) -> Callable[[int, bool], int | None]:
    return lambda value, ticks: int(bool(value & tick)) if ticks else None


def _tick_column(name: str, tick: Tick, meaning: str) -> Column:
    return Column(
        name,
        ("value", "is_ticks"),
        _ticked(tick),
        meaning=meaning,
        values=NO_TICKS,
        kind=int,
        null=True,
    )


COLUMNS = (
    *of_judge("answer__"),
    TRIAD.at(f"{TRIAL}triad__number", null=True),
    SHEET.at(f"{TRIAL}sheet__number", null=True),
    BLOCK,
    Column(
        "item", "sample__item", meaning="What it is about", values=f"text; {NO_TEXT}", null=True
    ),
    Column(
        "criterion",
        meaning="By which criterion; degree or difference for how different the chosen text is",
        values="see rating.criteria or follow_up in plan.csv",
    ),
    Column(
        "method",
        meaning="How the number was asked for: of texts of a sheet, or after a choice",
        values="likert, plain_me, rankme; degree, magnitude, rate",
    ),
    Column(
        "setup",
        meaning="Whether a sheet asks all criteria, or one",
        values="together, apart; empty after a choice",
    ),
    Column(
        "place",
        meaning="Where the rated text stood",
        values=f"1 and up; {NO_TEXT}",
        kind=int,
        null=True,
    ),
    Column(
        "code_shown",
        (f"{TRIAL}code", "place", f"{TRIAL}study__rating_plan__text_labels"),
        _label_shown,
        meaning="The letter or number under which the judge saw it",
        values=f"a letter from K on, or three digits; {NO_TEXT}",
        null=True,
    ),
    Column(
        "sample",
        "sample_id",
        meaning="Number of the rated text: see texts.csv",
        values=f"integer; {NO_TEXT}",
        kind=int,
        null=True,
    ),
    Column(
        "system",
        "sample__subject",
        meaning="Who wrote it, by letter",
        values=f"{LETTERS}; {NO_TEXT}",
        null=True,
    ),
    Column("system_name", meaning="Who wrote it, by name", values=f"text; {NO_TEXT}", null=True),
    Column(
        "condition",
        "sample__condition",
        meaning="Condition of the text: see texts.csv",
        values=f"text; {NO_TEXT}",
        null=True,
    ),
    Column(
        "merged_with",
        meaning="Other systems with the same text, shown once with it: they have the same number",
        values="letters; empty: none",
    ),
    Column(
        "value",
        meaning="The number that was written, or the point that was chosen",
        values="1 to 999999; 1 to scale_points (likert); 0 to 100 (degree); of ticks 1 for added "
        "and 2 for missing, added up",
        kind=int,
    ),
    Column(
        "log_value",
        ("value", "is_magnitude"),
        _logarithm,
        meaning="Natural logarithm of a magnitude",
        values="number; empty for points, degrees and ticks",
        kind=float,
        null=True,
    ),
    Column(
        "reference_value",
        meaning="The number of the reference that stood on the page",
        values="100; empty without a reference",
        kind=int,
        null=True,
    ),
    Column(
        "log_less_page_mean",
        ("value", "is_magnitude", "page_mean", "sample_id"),
        _less_mean,
        meaning="Logarithm of a magnitude, minus the mean of this page and criterion",
        values="number; empty where log_value is, or without a text",
        kind=float,
        null=True,
    ),
    Column(
        "rank_on_page",
        meaning="Place among the texts of the page by this criterion, the highest first; ties "
        "share one",
        values="1 and up; empty for ticks, or without a text",
        kind=int,
        null=True,
    ),
    _tick_column("ticks_added", Tick.ADDED, "Whether it was ticked that something is added"),
    _tick_column("ticks_missing", Tick.MISSING, "Whether it was ticked that something is missing"),
    Column(
        "correct",
        "answer__correct",
        lambda correct: None if correct is None else int(correct),
        meaning="Whether the text chosen before was the odd one",
        values=f"{RIGHT}; empty on sheets",
        kind=int,
        null=True,
    ),
    *TIMES,
    *of_counting("answer__"),
)


def ratings_export(study: Study) -> Export:
    """Return every number of a study in the order of storing; none where none are asked for."""
    ratings = Rating.objects.filter(answer__study=study)
    rows = rows_of_query(rating_values(study, ratings), COLUMNS)
    return Export(COLUMNS, ratings.count(), rows)


def rating_rows(
    study: Study, page: Sequence[tuple[int, int]]
) -> Generator[Sequence[Cell], None, None]:
    """Yield rows of `COLUMNS` for ratings given by the keys of their answers and their own.

    What is said of a page needs all of its ratings, of which some may be beyond the list's page.
    """
    wanted = {key for _answer, key in page}
    ratings = Rating.objects.filter(answer__in={answer for answer, _key in page})
    columns = (Column("pk"), *COLUMNS)
    for key, *row in rows_of_query(rating_values(study, ratings), columns):
        if key in wanted:
            yield row


def rating_values(study: Study, ratings: QuerySet[Rating]) -> QuerySet[Rating]:
    """Return the ratings with all that `COLUMNS` reads, in the order of storing."""
    page = [F("answer"), F("criterion")]
    magnitude = Case(When(is_magnitude=True, then="value"), default=1)
    ranked = Q(sample__isnull=False, is_ticks=False)
    names = (When(sample__subject=one, then=Value(name)) for one, name in study.subjects.items())
    found = ratings.annotate(**values_of(study, "answer__"), **_SOURCES[study.kind](study))
    return found.annotate(
        system_name=Case(*names, output_field=CharField(null=True)),
        page_mean=Window(Avg(Ln(magnitude)), partition_by=page),
        rank_on_page=Case(
            When(ranked, then=Window(Rank(), page, F("value").desc())),
            output_field=IntegerField(null=True),
        ),
    ).order_by("pk")


def _truth(condition: Q) -> Combinable:
    return ExpressionWrapper(condition, BooleanField())


def _after_choices(study: Study) -> dict[str, Any]:
    asked = follow_up_of(study.follow_up)
    places = {"first": 1, "second": 2, "third": 3}
    return {
        "block": F(f"{TRIAL}triad__block"),
        "method": Value(str(asked.ask) if asked else ""),
        "setup": Value(""),
        "reference_value": Value(
            REFERENCE if asked and asked.reference else None, IntegerField(null=True)
        ),
        "place": Case(
            *(
                When(sample=F(f"{TRIAL}triad__{name}"), then=place)
                for name, place in places.items()
            ),
            output_field=IntegerField(null=True),
        ),
        "merged_with": Value(""),
        "is_magnitude": _truth(~Q(criterion=DEGREE)),
        "is_ticks": Value(False),
    }


def _of_sheets(study: Study) -> dict[str, Any]:
    plan, ticks = study.rating_plan, tick_keys(study.rating_plan.criteria)
    points = plan.method == RatingPlan.Method.LIKERT
    texts = SheetText.objects.filter(sheet=OuterRef(f"{TRIAL}sheet")).order_by()
    others = texts.filter(place=OuterRef("place")).exclude(sample=OuterRef("sample"))
    letters = StringAgg(
        "sample__subject", " ", order_by="sample__subject", output_field=CharField()
    )
    return {
        "block": F(f"{TRIAL}sheet__block"),
        "method": Value(plan.method),
        "setup": Value(plan.setup),
        "reference_value": Value(None if points else REFERENCE, IntegerField(null=True)),
        "place": Subquery(texts.filter(sample=OuterRef("sample")).values("place")),
        "merged_with": Coalesce(
            Subquery(others.values("sheet").annotate(letters=letters).values("letters")),
            Value(""),
            output_field=CharField(),
        ),
        "is_magnitude": Value(False) if points else _truth(~Q(criterion__in=ticks)),
        "is_ticks": _truth(Q(criterion__in=ticks)),
    }


_SOURCES: dict[str, Callable[[Study], dict[str, Any]]] = {
    TRIANGLE.key: _after_choices,
    RATING.key: _of_sheets,
}
