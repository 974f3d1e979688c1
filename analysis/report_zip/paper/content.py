"""What the report says, in its order: the same for the PDF and for the page."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from analysis.breakdown.report_tables import Breakdowns
from analysis.charts.table import DataTable, number_columns
from analysis.recomputation.counting import METHOD_VERSION
from analysis.report_zip.documents import documents_of
from analysis.report_zip.documents.facts import StudyFacts
from analysis.report_zip.documents.render import Document
from analysis.report_zip.documents.short_statement import short_statement
from analysis.report_zip.markup import PLAIN
from analysis.report_zip.methods.english import ENGLISH
from analysis.report_zip.methods.paragraph import MethodsParagraph
from analysis.report_zip.paper.companion_tables import companion_tables
from analysis.report_zip.paper.script_numbers import ScriptNumbers, script_numbers
from analysis.report_zip.rating_study.documents import rating_documents, short_rating_statement
from analysis.report_zip.rating_study.facts import RatingFacts
from analysis.report_zip.rating_study.methods import RatingParagraph
from analysis.report_zip.rating_study.pairs_of_texts import pair_tables
from analysis.report_zip.rating_study.tables import rating_tables
from analysis.results.analysis_sets import sets_table
from analysis.results.by_kind import cautions_of_triads
from analysis.results.charts import interval_table, path_table
from analysis.results.detail_tables import detail_tables
from analysis.results.headline import HeadlineNumber, four_numbers
from analysis.results.rating_study.cautions import rating_cautions
from analysis.results.standalone_charts import charts_of
from analysis.results.study_results import StudyResults
from analysis.verdict_text import Statement, statement
from analysis.verdict_text.ratings.result import listed
from analysis.verdict_text.roles import roles
from studies.exports import amendments_in_words
from studies.kinds import RATING, TRIANGLE
from studies.models import Study
from studies.services.lifecycle import frozen_plan
from studies.workbench.frozen_plan import plan_sections

SCRIPT_AGREES = (
    "Computed anew from the files of the report (ZIP) by its script recompute.py when this was "
    "made: {} quantities, and none differs from the stored result{}."
)
# Five standard errors of the difference of two p of 0.02, each by 9,999 draws, are 0.010.
BUT_FOR_DRAWS = (
    " but by chance: where a pair has more than 12 judges or items, p is the share of 9,999 random "
    "patterns of signs, and the script draws other ones. These {} p (“drawn anew”) count as equal "
    "within five standard errors of the difference of two such p, which are 0.010 at a p of 0.02; "
    "limits of these pairs, and whether they are separated, are not compared"
)
SCRIPT_DIFFERS = (
    "Computed anew by recompute.py when this was made; these differ from what is stored:"
)
SCRIPT_NOTE = (
    "Names as in results.csv, which codebook.csv explains. These values are not rounded to the "
    "safe side; limits in the text above are: lower ones down, upper ones up."
)
FEW_ROWS = 20
# Pairs of a name and a value.
Facts = tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class ReportTable:
    """A table of text; `numeric` says of each column whether it holds numbers."""

    name: str
    title: str
    heads: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    note: str
    numeric: tuple[bool, ...]

    @classmethod
    def of(cls, table: DataTable) -> "ReportTable":
        numbers = number_columns(table.rows)
        numeric = tuple(place in numbers for place in range(len(table.heads)))
        return cls(table.name, table.title, table.heads, table.rows, table.note, numeric)

    @property
    def is_long(self) -> bool:
        """Whether the table would push apart what stands around it."""
        return len(self.rows) > FEW_ROWS

    def columns(self) -> Iterator[tuple[str, bool]]:
        """Yield the head of each column, and whether it holds numbers."""
        return zip(self.heads, self.numeric, strict=True)


@dataclass(frozen=True, slots=True)
class Figure:
    """A chart as SVG, and the table that says the same."""

    title: str
    svg: str
    table: ReportTable


@dataclass(frozen=True, slots=True)
class ScriptTable:
    """What the script computed, and in words whether it agrees with what is stored."""

    told: str
    table: ReportTable | None


@dataclass(frozen=True, slots=True)
class PlanPart:
    """A part of the plan, under its title."""

    title: str
    facts: Facts


@dataclass(frozen=True, slots=True)
class ReportContent:
    """The whole report as values; of its study only code and title are read later."""

    study: Study
    eyebrow: str
    title: str
    subtitle: str
    facts: Facts
    statement: Statement
    roles: str
    numbers: tuple[HeadlineNumber, ...]
    cautions: tuple[str, ...]
    plan: tuple[PlanPart, ...]
    amendments: str
    figures: tuple[Figure, ...]
    tables: tuple[ReportTable, ...]
    methods: str
    short_statement: str
    documents: dict[str, Document]
    script: ScriptTable
    breakdowns: Breakdowns
    # A moment of the study, so that the same study gives the same file.
    at: datetime


@dataclass(frozen=True, slots=True)
class PaperKind:
    """What the report of one kind of study says by other functions than that of the other kind."""

    eyebrow: str
    numbers: Callable[[StudyResults], tuple[HeadlineNumber, ...]]
    cautions: Callable[[StudyResults], tuple[str, ...]]
    tables: Callable[[StudyResults], list[DataTable]]
    breakdowns: Callable[[StudyResults], Breakdowns]
    methods: Callable[[StudyResults], str]
    # What the documents are written from, by reading it once.
    facts: Callable[[StudyResults], Any]
    short_statement: Callable[[Any], str]
    documents: Callable[[Any], dict[str, Document]]


def report_content(results: StudyResults) -> ReportContent:
    """Gather the report of a study that its reader may read."""
    study, snapshot = results.study, results.snapshot
    kind = PAPERS[snapshot.kind]
    facts, breakdowns = kind.facts(results), kind.breakdowns(results)
    shown = [*kind.tables(results), *breakdowns.tables()]
    charts = charts_of(shown)
    return ReportContent(
        study=study,
        eyebrow=kind.eyebrow,
        title=study.title,
        subtitle=listed([f"{name} ({letter})" for letter, name in study.subjects.items()]),
        facts=tuple(_facts(results)),
        statement=statement(snapshot),
        roles=roles(snapshot),
        numbers=kind.numbers(results),
        cautions=kind.cautions(results),
        plan=tuple(_plan(study)),
        amendments=amendments_in_words(study),
        figures=tuple(
            Figure(table.title, charts[f"{table.name}.svg"], ReportTable.of(table))
            for table in shown
            if table.chart is not None
        ),
        tables=tuple(ReportTable.of(table) for table in shown if table.chart is None),
        methods=kind.methods(results),
        short_statement=kind.short_statement(facts),
        documents=kind.documents(facts),
        script=_script(script_numbers(results)),
        breakdowns=breakdowns,
        at=results.computed_at or study.created_at,
    )


def methods_of(results: StudyResults) -> str:
    """Return the methods paragraph in English, as plain text."""
    return PAPERS[results.snapshot.kind].methods(results)


def short_statement_of(results: StudyResults) -> str:
    """Return the design statement as one paragraph."""
    kind = PAPERS[results.snapshot.kind]
    return kind.short_statement(kind.facts(results))


def _tables_of_triads(results: StudyResults) -> list[DataTable]:
    snapshot = results.snapshot
    heads = (interval_table(snapshot), path_table(snapshot), sets_table(snapshot))
    return [
        *(table for table in heads if table is not None),
        *detail_tables(snapshot),
        *companion_tables(results),
    ]


PAPERS = {
    TRIANGLE.key: PaperKind(
        eyebrow="Report of a study by triads of texts",
        numbers=lambda results: four_numbers(results.snapshot),
        cautions=cautions_of_triads,
        tables=_tables_of_triads,
        breakdowns=Breakdowns.of,
        methods=lambda results: MethodsParagraph(results, ENGLISH, PLAIN).paragraph(),
        facts=StudyFacts.of,
        short_statement=short_statement,
        documents=documents_of,
    ),
    RATING.key: PaperKind(
        eyebrow="Report of a study of ratings",
        numbers=lambda _results: (),
        cautions=lambda results: rating_cautions(results.snapshot, is_test=results.study.is_test),
        tables=lambda results: [*rating_tables(results), *pair_tables(results)],
        breakdowns=lambda _results: Breakdowns((), (), None),
        methods=lambda results: RatingParagraph(results, "en", PLAIN).paragraph(),
        facts=RatingFacts.of,
        short_statement=short_rating_statement,
        documents=rating_documents,
    ),
}


def _facts(results: StudyResults) -> Iterator[tuple[str, str]]:
    study = results.study
    yield "Study", str(study.code)
    yield "State", study.state
    if study.opened_at:
        yield "Plan frozen", _moment(study.opened_at)
        yield "SHA-256 of the plan", study.plan_sha256
    yield "Computed by", f"triadsurvey, version {METHOD_VERSION} of its methods"
    if results.given_at:
        yield "Verdict given", _moment(results.given_at)
    if results.computed_at:
        yield "Counted", _moment(results.computed_at)


def _plan(study: Study) -> Iterator[PlanPart]:
    for title, facts in plan_sections(frozen_plan.plan_to_read(study)):
        yield PlanPart(title, tuple(facts))


def _script(found: ScriptNumbers) -> ScriptTable:
    if found.none_because:
        return ScriptTable(found.none_because, None)
    draws = BUT_FOR_DRAWS.format(found.drawn) if found.drawn else ""
    told = SCRIPT_AGREES.format(len(found.numbers), draws)
    if found.differences:
        told = "\n".join([SCRIPT_DIFFERS, *found.differences])
    title = "Quantities, computed by recompute.py"
    heads = ("quantity", "value")
    return ScriptTable(
        told, ReportTable("script", title, heads, found.numbers, SCRIPT_NOTE, (False, True))
    )


def _moment(time: datetime) -> str:
    return f"{time.astimezone(UTC):%Y-%m-%d %H:%M} UTC"
