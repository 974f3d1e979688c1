"""The tables of the report: answers, trials, judges, plan and amendments."""

import json
from collections.abc import Generator, Iterable, Iterator, Sequence
from typing import Any

from django.db.models import Count, Q, Window
from django.db.models.functions import RowNumber

from analysis.results.rating_study.export import rating_results_export
from analysis.results.study_results import StudyResults
from studies.exports import (
    Export,
    amended,
    amendments_in_words,
    answers_export,
    pairs_export,
    ratings_export,
    sheets_export,
)
from studies.exports.columns import (
    ANSWERED_AT,
    BLOCK,
    EXTERNAL_ID,
    EXTERNAL_SOURCE,
    JUDGE,
    KIND,
    LANGUAGE,
    MODE,
    ORDER,
    OUTCOME,
    PANEL,
    SHA256,
    SHEET,
    TRIAD,
    TRIAL_STATES,
    UTC,
    YES_NO,
    Cell,
    Column,
    UtcText,
    rows_of_objects,
    rows_of_query,
    yes_no,
)
from studies.kinds import RATING, TRIANGLE, kind_of
from studies.models import Amendment, Judge, Study, Trial
from studies.models.judging.judge import known_id
from studies.models.judging.people import outcome
from studies.models.judging.trial import counted
from studies.questionnaire import questions_of
from studies.services.lifecycle import frozen_plan

OF_TRIAD = (
    TRIAD.at("triad__number"),
    BLOCK.at("triad__block"),
    ORDER.at("triad__order"),
)
OF_SHEET = (
    SHEET.at("sheet__number"),
    BLOCK.at("sheet__block"),
    Column("item", "sheet__item", meaning="What the texts are about", values="text"),
    Column(
        "criterion",
        "sheet__criterion",
        meaning="By which criterion they were to be rated",
        values="see rating.criteria in plan.csv; empty: by all",
    ),
)
OF_PLACE = {TRIANGLE.key: OF_TRIAD, RATING.key: OF_SHEET}
TRIALS = (
    MODE,
    KIND,
    Column(
        "state",
        meaning="Held ones are read now, or were left and not yet given on",
        values=TRIAL_STATES,
    ),
    Column("held_at_utc", "held_utc", meaning="When it was given to the judge", values=UTC),
    Column(
        "renewals",
        meaning="How often the time to answer was renewed",
        values="0 to 3",
        unit="times",
    ),
    ANSWERED_AT.at("answered_utc"),
    Column(
        "given_again",
        render=yes_no,
        meaning="Given to the same judge again after its time ran out: its time says nothing about "
        "speed",
        values=YES_NO,
    ),
)
JUDGES = (
    JUDGE.at("code"),
    PANEL.at("link__panel"),
    MODE,
    Column(
        "personal",
        render=yes_no,
        meaning="Came by a link made for one person",
        values=YES_NO,
    ),
    EXTERNAL_SOURCE.at("source"),
    EXTERNAL_ID.at("known_id"),
    LANGUAGE,
    Column("consent_sha256", meaning="SHA-256 of the consent text agreed to", values=SHA256),
    Column("consented_at_utc", "consented_utc", meaning="When the judge consented", values=UTC),
    Column("withdrawn_at_utc", "withdrawn_utc", meaning="When the judge withdrew", values=UTC),
    Column(
        "excluded_at_utc",
        "excluded_utc",
        meaning="When the plan's exclusion rule named the judge",
        values=UTC,
    ),
    Column(
        "excluded_because",
        "excluded_why",
        meaning="Why the rule named the judge",
        values="too_fast, attention",
    ),
    Column(
        "trials",
        "served",
        meaning="Triads, or sheets, served to the judge",
        values="0 and up",
        unit="trials",
    ),
    Column("counted", meaning="Counted answers of the judge", values="0 and up", unit="answers"),
    OUTCOME,
    Column(
        "reads_whole",
        render=yes_no,
        meaning="Asked for whole texts where the study covers them",
        values=YES_NO,
    ),
)
RIGHT_ONES = Column(
    "correct",
    "right",
    meaning="Right ones among the counted answers",
    values="0 to counted",
    unit="answers",
)
PLAN = (
    Column("name", meaning="Part of the plan; a part within another behind a dot", values="text"),
    Column(
        "value",
        meaning="Its value; plan.json holds the same as it was hashed",
        values="text, number",
    ),
)
AMENDMENTS = (
    Column("number", meaning="Amendments in their order", values="1 and up"),
    Column("kind", meaning="What was changed", values="evaluations (number raised), reopened"),
    Column(
        "evaluations_before",
        "old_evaluations",
        meaning="Number of evaluations before",
        values="1 and up",
        unit="evaluations",
    ),
    Column(
        "evaluations_after",
        "new_evaluations",
        meaning="Number of evaluations after",
        values="1 and up",
        unit="evaluations",
    ),
    Column(
        "after_looking",
        render=yes_no,
        meaning="Whether results could be seen by then",
        values=YES_NO,
    ),
    Column("at_utc", "at", meaning="When", values=UTC),
    Column("who", render=str, meaning="Who", values="name or address"),
    Column("reason", "why", meaning="Why, in their words", values="text"),
)


def answer_tables(results: StudyResults) -> dict[str, Export]:
    """Return what judges answered, and of ratings what follows, by the names of the files."""
    return _ANSWERS[results.study.kind](results)


def _of_triads(results: StudyResults) -> dict[str, Export]:
    study = results.study
    return {
        "answers.csv": amended(answers_export(study), study),
        **({"ratings.csv": amended(ratings_export(study), study)} if study.follow_up else {}),
    }


def _of_ratings(results: StudyResults) -> dict[str, Export]:
    study = results.study
    return {
        "ratings.csv": amended(ratings_export(study), study),
        "sheets.csv": amended(sheets_export(study), study),
        "pairs.csv": amended(pairs_export(study), study),
        "rating_results.csv": rating_results_export(results),
    }


_ANSWERS = {TRIANGLE.key: _of_triads, RATING.key: _of_ratings}


def trials_export(study: Study) -> Export:
    """Return every trial, answered or not; without its code, which is a permission to answer."""
    columns = (
        JUDGE.at("judge__code"),
        PANEL.at("judge__link__panel"),
        *OF_PLACE[study.kind],
        *TRIALS,
    )
    trials = Trial.objects.filter(study=study).order_by("pk")
    found = trials.annotate(
        held_utc=UtcText("held_at"), answered_utc=UtcText("answer__answered_at")
    )
    return Export(columns, trials.count(), rows_of_query(found, columns))


def judges_export(study: Study) -> Export:
    """Return every judge by code with what they answered; no names, links or form keys."""
    right = (RIGHT_ONES,) if kind_of(study).tells_apart else ()
    columns = (*JUDGES, *right, *_question_columns(study))
    judges = Judge.objects.filter(study=study).order_by("pk")
    found = judges.annotate(
        consented_utc=UtcText("consented_at"),
        withdrawn_utc=UtcText("withdrawn_at"),
        excluded_utc=UtcText("excluded_at"),
        known_id=known_id(),
        outcome=outcome(study),
        served=Count("trials"),
        counted=Count("trials", filter=counted("trials__")),
        right=Count("trials", filter=counted("trials__") & Q(trials__answer__correct=True)),
    )
    return Export(columns, judges.count(), rows_of_query(found, columns))


def _question_columns(study: Study) -> Iterator[Column]:
    """Yield a column for each of the study's own questions to judges."""
    for question in questions_of(study.questionnaire):
        yield Column(
            f"q_{question.key}",
            "questionnaire",
            lambda answers, key=question.key: answers.get(key),
            meaning="Answer to the study's question of this name: see questionnaire in plan.csv",
            values="text or number; empty where passed over",
        )


def plan_json(study: Study) -> str:
    """Return the frozen plan exactly as it was hashed; of a draft, what would be frozen now."""
    return study.plan_json or frozen_plan.canonical_json(study)


def plan_export(study: Study, plan: str) -> Export:
    """Return the plan as names and values; a name within another stands behind a dot."""
    rows = [
        *_flat(json.loads(plan)),
        ("plan_sha256", study.plan_sha256),
        ("frozen", yes_no(bool(study.plan_json))),
        ("amendments", amendments_in_words(study)),
    ]
    return listed(PLAN, rows)


def _flat(value: Any, name: str = "") -> Iterator[tuple[str, Cell]]:
    parts: Iterable[tuple[Any, Any]]
    if isinstance(value, dict):
        parts = value.items()
    elif isinstance(value, list):
        parts = enumerate(value, start=1)
    else:
        yield name, yes_no(value) if isinstance(value, bool) else value
        return
    for key, part in parts:
        yield from _flat(part, f"{name}.{key}" if name else str(key))


def amendments_export(study: Study) -> Export:
    """Return every change of the plan after opening: who, when, why, and whether after looking."""
    amendments = Amendment.objects.filter(study=study).select_related("who").order_by("pk")
    found = list(amendments.annotate(number=Window(RowNumber(), order_by="pk")))
    return Export(AMENDMENTS, len(found), rows_of_objects(found, AMENDMENTS))


def listed(columns: Sequence[Column], rows: Sequence[Sequence[Cell]]) -> Export:
    """Return a file of rows that are all made already."""
    return Export(columns, len(rows), _each(rows))


def _each(rows: Sequence[Sequence[Cell]]) -> Generator[Sequence[Cell], None, None]:
    yield from rows
