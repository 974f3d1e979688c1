"""The numbers that judges gave after their choices: one row a number, counted or why not."""

import math

from django.db.models import (
    Avg,
    Case,
    F,
    IntegerField,
    Q,
    Value,
    When,
    Window,
)
from django.db.models.functions import Ln, Rank

from studies.exports.answers import COUNTING, Seconds, why_not_counted
from studies.exports.columns import (
    ANSWERED_AT,
    BLOCK,
    EXTERNAL_ID,
    EXTERNAL_SOURCE,
    JUDGE,
    KIND,
    MODE,
    PANEL,
    RIGHT,
    STUDY,
    TRIAD,
    TRIAL_STATES,
    UTC,
    YES_NO,
    Column,
    UtcText,
    rows_of_query,
)
from studies.exports.writing import Export
from studies.models import Rating, Study
from studies.models.judge import known_id
from studies.ratings.follow_up import DEGREE, follow_up_of

OF_TRIAL = "answer__trial__"
NO_TEXT = "empty for a number about the difference"
LOGARITHM = "number; empty where the value is 0"


def _name(subject: str | None, name_a: str, name_b: str) -> str | None:
    return {"A": name_a, "B": name_b}.get(subject or "")


def _logarithm(value: int) -> float | None:
    return math.log(value) if value else None


def _less_mean(value: int, mean: float | None, sample: int | None) -> float | None:
    if not value or mean is None or sample is None:
        return None
    return round(math.log(value) - mean, 9)


COLUMNS = (
    STUDY.at("study_code"),
    PANEL.at(f"{OF_TRIAL}judge__link__panel"),
    JUDGE.at(f"{OF_TRIAL}judge__code"),
    EXTERNAL_SOURCE.at(f"{OF_TRIAL}judge__source"),
    EXTERNAL_ID.at("known_id"),
    TRIAD.at(f"{OF_TRIAL}triad__number"),
    BLOCK.at(f"{OF_TRIAL}triad__block"),
    Column("method", meaning="What was asked", values="degree, magnitude, rate"),
    Column(
        "criterion",
        meaning="By which criterion; degree or difference for how different the chosen text is",
        values="see follow_up in plan.csv",
    ),
    Column(
        "place",
        meaning="Where the rated text stood",
        values=f"1, 2, 3; {NO_TEXT}",
        kind=int,
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
        "item", "sample__item", meaning="What it is about", values=f"text; {NO_TEXT}", null=True
    ),
    Column(
        "system", "sample__subject", meaning="Who wrote it", values=f"A, B; {NO_TEXT}", null=True
    ),
    Column(
        "system_name",
        ("sample__subject", "name_a", "name_b"),
        _name,
        meaning="The subject's name",
        values=f"text; {NO_TEXT}",
        null=True,
    ),
    Column(
        "value",
        meaning="The number that was written",
        values="whole number: 0 to 100 for degree, else 1 to 999999",
        kind=int,
    ),
    Column(
        "log_value",
        "value",
        _logarithm,
        meaning="Its natural logarithm",
        values=LOGARITHM,
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
        ("value", "page_mean", "sample_id"),
        _less_mean,
        meaning="Logarithm less the mean of the three of this page and criterion",
        values=f"number; {NO_TEXT}",
        kind=float,
        null=True,
    ),
    Column(
        "rank_on_page",
        meaning="Place among the three by this criterion, the highest first; ties share one",
        values=f"1, 2, 3; {NO_TEXT}",
        kind=int,
        null=True,
    ),
    Column(
        "correct",
        "answer__correct",
        render=int,
        meaning="Whether the text chosen before was the odd one",
        values=RIGHT,
        kind=int,
    ),
    Column("shown_at_utc", "shown_utc", meaning="When the texts were shown", values=UTC),
    ANSWERED_AT.at("answered_utc"),
    Column(
        "seconds",
        meaning="Time from showing to the choice",
        values="number, to a tenth",
        unit="seconds",
        kind=float,
    ),
    MODE.at(f"{OF_TRIAL}mode"),
    KIND.at(f"{OF_TRIAL}kind"),
    Column("state", f"{OF_TRIAL}state", meaning="State of the trial", values=TRIAL_STATES),
    Column(
        "counted",
        tuple(path if path == "evaluations" else f"answer__{path}" for path in COUNTING),
        lambda *trial: "no" if why_not_counted(*trial) else "yes",
        meaning="Whether the answer stands for the study",
        values=YES_NO,
    ),
    Column(
        "not_counted_because",
        tuple(path if path == "evaluations" else f"answer__{path}" for path in COUNTING),
        lambda *trial: why_not_counted(*trial),
        meaning="Why it does not count",
        values="withdrawn, pilot, attention, surplus, beyond the plan; empty where it does",
    ),
)


def ratings_export(study: Study) -> Export:
    """Return every number of a study in the order of storing; none where none are asked for."""
    ratings = Rating.objects.filter(answer__study=study)
    asked = follow_up_of(study.follow_up)
    place = {"first": 1, "second": 2, "third": 3}
    triad = f"{OF_TRIAL}triad__"
    page = [F("answer"), F("criterion")]
    has_logarithm = ~Q(criterion=DEGREE)
    found = ratings.annotate(
        study_code=Value(str(study.code)),
        name_a=Value(study.subject_a),
        name_b=Value(study.subject_b),
        evaluations=Value(study.evaluations),
        method=Value(asked.ask if asked else ""),
        reference_value=Value(100 if asked and asked.reference else None, IntegerField()),
        known_id=known_id(f"{OF_TRIAL}judge__"),
        place=Case(
            *(When(sample=F(f"{triad}{name}"), then=number) for name, number in place.items()),
            output_field=IntegerField(null=True),
        ),
        page_mean=Window(
            Avg(Ln(Case(When(has_logarithm, then="value"), default=1))), partition_by=page
        ),
        rank_on_page=Case(
            When(sample__isnull=False, then=Window(Rank(), page, F("value").desc())),
            output_field=IntegerField(null=True),
        ),
        shown_utc=UtcText("answer__shown_at"),
        answered_utc=UtcText("answer__answered_at"),
        seconds=Seconds("answer__answered_at", "answer__shown_at"),
    ).order_by("pk")
    return Export(COLUMNS, ratings.count(), rows_of_query(found, COLUMNS))
