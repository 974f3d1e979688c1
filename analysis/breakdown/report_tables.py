"""The breakdowns as the report has them: groups of judges, conditions of texts, and codes."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from analysis.breakdown.conditions import condition_rows
from analysis.breakdown.groups import FEWEST_JUDGES, GroupRow, GroupTable, group_tables
from analysis.breakdown.reason_codes import CodesCompared, coded_reasons, codes_compared
from analysis.charts.table import DataTable
from analysis.results.study_results import StudyResults
from studies.exports import Export
from studies.exports.columns import STUDY, Column, rows_of_objects
from studies.services.coding import coding_of

EXPLORATORY = "Exploratory: the verdict does not depend on it."
NO_TEST_OF_CONDITIONS = (
    "No test is made: the same judges and texts stand behind several conditions."
)
NO_TEST_OF_CODES = "No test is made: the codes were found in these very reasons."


@dataclass(frozen=True, slots=True)
class Breakdowns:
    """What the report says of groups, conditions and codes; None where there are no codes."""

    groups: tuple[GroupTable, ...]
    conditions: tuple[GroupRow, ...]
    codes: CodesCompared | None

    @classmethod
    def of(cls, results: StudyResults) -> "Breakdowns":
        """Gather them for a reader of the results; none while results are hidden."""
        study, snapshot = results.study, results.snapshot
        if snapshot.hidden or not snapshot.counts.counted:
            return cls((), (), None)
        reasons = coded_reasons(study, coding_of(study)) if study.asks_reason else []
        with_limits = snapshot.is_tested and study.evaluations_per_judge == 1
        return cls(
            groups=group_tables(study, decided=snapshot.verdict is not None),
            conditions=condition_rows(study, snapshot),
            codes=codes_compared(reasons, with_limits=with_limits) if reasons else None,
        )

    def tables(self) -> Iterator[DataTable]:
        """Yield a table of each question and of the panels, of conditions, and of codes."""
        for number, table in enumerate(self.groups, 1):
            if table.rows:
                yield _groups_table(f"groups_{number}", table)
        if self.conditions:
            yield _rows_table(
                "conditions",
                "Share right by condition of the odd text",
                self.conditions,
                f"{EXPLORATORY} {len(self.conditions)} looks. {NO_TEST_OF_CONDITIONS}",
            )
        if self.codes:
            yield _codes_table(self.codes)


def _groups_table(name: str, table: GroupTable) -> DataTable:
    hidden = (
        f"Groups not shown, since they are small (fewer than {FEWEST_JUDGES} judges) or could "
        f"be worked out from the sum: {table.hidden}."
        if table.hidden
        else ""
    )
    note = " ".join(part for part in (EXPLORATORY, table.test, hidden) if part)
    return _rows_table(name, f"Share right by group: {table.question}", table.rows, note)


def _rows_table(name: str, title: str, rows: Iterable[GroupRow], note: str) -> DataTable:
    return DataTable(
        name=name,
        title=title,
        heads=("group", "judges", "right", "of", "share", "95 % limits"),
        rows=tuple(
            (
                *(row.group.name, f"{row.group.judges}", f"{row.group.correct}"),
                *(f"{row.group.counted}", row.group.share, row.limits or "–"),
            )
            for row in rows
        ),
        note=note,
    )


def _codes_table(codes: CodesCompared) -> DataTable:
    return DataTable(
        name="codes",
        title="Share right by code of the reason",
        heads=("code", "coder 1", "coder 2", "both", "right", "share", "95 % limits"),
        rows=tuple(
            (
                *(row.code, f"{row.first}", f"{row.second}", f"{row.both}", f"{row.right}"),
                *(row.share, row.limits),
            )
            for row in codes.rows
        ),
        note=f"{codes.sentence} {EXPLORATORY} {NO_TEST_OF_CODES}",
    )


@dataclass(frozen=True, slots=True)
class BreakdownRow:
    """A row of breakdowns.csv; what does not hold is None."""

    study: str
    breakdown: str
    group: str
    judges: int | None
    correct: int
    counted: int
    lower: float | None = None
    upper: float | None = None
    p_value: float | None = None
    p_adjusted: float | None = None
    kappa: float | None = None
    kappa_lower: float | None = None
    kappa_upper: float | None = None


OF_TABLE = "number, the same in each row of a breakdown; empty where there is none"
COLUMNS = (
    STUDY,
    Column(
        "breakdown",
        meaning="What the answers are split by",
        values="a question's label, Panel, condition of the odd text, code of the reason",
    ),
    Column("group", meaning="Group of judges or of triads", values="text"),
    Column("judges", meaning="Judges of the group", values="integer; empty for codes"),
    Column("correct", meaning="Right answers", values="integer"),
    Column("counted", meaning="Counted answers", values="integer"),
    Column("lower", meaning="Exact two-sided 95 % limit", values="proportion or empty"),
    Column("upper", meaning="Exact two-sided 95 % limit", values="proportion or empty"),
    Column("p_value", meaning="Test of equal shares between the groups", values=OF_TABLE),
    Column("p_adjusted", meaning="p_value by Holm over all breakdowns", values=OF_TABLE),
    Column("kappa", meaning="Cohen's kappa of the two coders", values=OF_TABLE),
    Column("kappa_lower", meaning="95 % limit of kappa, approximate", values=OF_TABLE),
    Column("kappa_upper", meaning="95 % limit of kappa, approximate", values=OF_TABLE),
)


def breakdowns_export(study: str, found: Breakdowns) -> Export:
    """Return a row for each group, condition and code that the report shows."""
    rows = [
        *(
            _group_row(study, table.question, row, table.p_value, table.p_adjusted)
            for table in found.groups
            for row in table.rows
        ),
        *(_group_row(study, "condition of the odd text", row) for row in found.conditions),
        *(_code_rows(study, found.codes) if found.codes else ()),
    ]
    return Export(COLUMNS, len(rows), rows_of_objects(rows, COLUMNS))


def _group_row(
    study: str,
    breakdown: str,
    row: GroupRow,
    p_value: float | None = None,
    p_adjusted: float | None = None,
) -> BreakdownRow:
    group = row.group
    return BreakdownRow(
        *(study, breakdown, group.name, group.judges, group.correct, group.counted),
        *(row.lower, row.upper, p_value, p_adjusted),
    )


def _code_rows(study: str, codes: CodesCompared) -> Iterator[BreakdownRow]:
    kappa = codes.kappa
    for row in codes.rows:
        lower, upper = row.exact_limits or (None, None)
        yield BreakdownRow(
            *(study, "code of the reason", row.code, None, row.right, row.both, lower, upper),
            kappa=kappa.kappa,
            kappa_lower=kappa.lower,
            kappa_upper=kappa.upper,
        )
