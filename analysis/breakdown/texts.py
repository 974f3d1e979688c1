"""Text by text and item by item: which gives the difference away, and what is left without it.

Without a text there are p and limits, never a verdict; and those only once the plan has its own.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from analysis import number_format
from analysis.breakdown import ROWS
from analysis.breakdown.standing_out import STANDING_OUT, fewest_answers
from analysis.charts.dots import Dot, dot
from analysis.results import analysis_sets
from analysis.sql import fetch_all
from analysis.verdict_text import ResultSnapshot
from studies.models import Sample, Study
from studies.models.judging.trial import COUNTED_ANSWER_SQL, COUNTED_SQL

# With more answers, the rows that stand out are looked for only on request.
MANY_ANSWERS = 50_000

NO_ANSWERS = (0, 0, 0, 0)

# The answers that count, with their triads: all of the study's in one pass, or those to triads that
# hold some texts, which indexes find.
ALL = f"""
    FROM studies_triad t JOIN studies_answer a ON a.number = t.number AND {COUNTED_ANSWER_SQL}
    WHERE t.study_id = %(study)s AND t.kind = 'main' AND t.mode = 'live'
"""
OF_THESE = f"""
    FROM studies_triad t JOIN studies_trial x ON x.triad_id = t.id AND {COUNTED_SQL}
    JOIN studies_answer a ON a.trial_id = x.id
    WHERE t.study_id = %(study)s AND (t.first_id = ANY(%(texts)s)
        OR t.second_id = ANY(%(texts)s) OR t.third_id = ANY(%(texts)s))
"""
# By text: answers (n) and right ones (x) to triads that hold it, and of these (odd_n, odd_x) to
# triads in which it is the odd one. A triad counts for three texts; three groupings of one pass
# take half the time of three rows for each triad.
THREE = """
    SELECT coalesce(first_id, second_id, third_id) AS text, n, x,
        CASE WHEN first_id IS NOT NULL THEN n_1 WHEN second_id IS NOT NULL THEN n_2 ELSE n_3 END
            AS odd_n,
        CASE WHEN first_id IS NOT NULL THEN x_1 WHEN second_id IS NOT NULL THEN x_2 ELSE x_3 END
            AS odd_x
    FROM (
        SELECT t.first_id, t.second_id, t.third_id,
            count(*) AS n, count(*) FILTER (WHERE a.correct) AS x,
            count(*) FILTER (WHERE t.odd_position = 1) AS n_1,
            count(*) FILTER (WHERE t.odd_position = 2) AS n_2,
            count(*) FILTER (WHERE t.odd_position = 3) AS n_3,
            count(*) FILTER (WHERE t.odd_position = 1 AND a.correct) AS x_1,
            count(*) FILTER (WHERE t.odd_position = 2 AND a.correct) AS x_2,
            count(*) FILTER (WHERE t.odd_position = 3 AND a.correct) AS x_3
        {answers} GROUP BY GROUPING SETS ((t.first_id), (t.second_id), (t.third_id))
    ) places
"""
# Of items, where all three texts are about the same one, the first stands for them.
FIRST = """
    SELECT t.first_id AS text, count(*) AS n, count(*) FILTER (WHERE a.correct) AS x,
        0 AS odd_n, 0 AS odd_x {answers} GROUP BY t.first_id
"""
ITEMS = """
    SELECT DISTINCT item FROM studies_sample WHERE study_id = %(study)s AND kind = 'main'
    ORDER BY item LIMIT %(limit)s OFFSET %(offset)s
"""


@dataclass(frozen=True, slots=True)
class _Grouping:
    """What the rows are about: the SQL of their key, and of the counts by text."""

    key: str
    by_text: str
    join: str = ""

    def counts(self, answers: str = ALL, *, these: str = "") -> str:
        """Return the statement that counts answers by key, of all texts or of `these`."""
        return f"""
            SELECT {self.key}, sum(n)::bigint AS n, sum(x)::bigint AS x,
                sum(odd_n)::bigint AS odd_n, sum(odd_x)::bigint AS odd_x
            FROM ({self.by_text.format(answers=answers)}) texts {self.join} {these} GROUP BY 1
        """  # noqa: S608 - constants


BY_TEXT = _Grouping("texts.text", THREE)


def _by_item(study: Study) -> _Grouping:
    texts = FIRST if study.pairing == Study.Pairing.SAME else THREE
    return _Grouping("s.item", texts, "JOIN studies_sample s ON s.id = texts.text")


@dataclass(frozen=True, slots=True)
class TextRow:
    """A text (its subject and beginning) or an item, and the answers to triads that hold it."""

    name: str
    subject: str
    item: str
    counted: int
    correct: int
    odd: int
    odd_correct: int
    cells: tuple[str, ...]
    # How many answers more could say something; 0 where there are enough.
    missing: int = 0

    @property
    def share(self) -> str:
        """The share of right answers to triads that hold it."""
        return number_format.estimate(self.correct / self.counted) if self.counted else "–"

    @property
    def dot(self) -> Dot | None:
        """Where that share stands in the dot plot."""
        return dot(self.correct, self.counted)

    @property
    def odd_dot(self) -> Dot | None:
        """Where the share stands of the triads in which it is the odd one."""
        return dot(self.odd_correct, self.odd)


@dataclass(frozen=True, slots=True)
class TextsPage:
    """A page of rows; `heads` are those of the cells beside the counts of each row."""

    rows: list[TextRow]
    heads: tuple[str, ...]
    has_next: bool
    # How many answers a row needs.
    fewest: int

    @property
    def says_nothing(self) -> bool:
        """Whether no row has answers enough."""
        return all(row.missing for row in self.rows)


def texts_page(study: Study, snapshot: ResultSnapshot, *, page: int) -> TextsPage:
    """Return texts in the order of subject, item and upload."""
    order = Sample.objects.main().filter(study=study).order_by("subject", "item", "pk")
    listed = list(order.defer("context")[page * ROWS : (page + 1) * ROWS + 1])
    by_text = _of_texts(study, BY_TEXT, [sample.pk for sample in listed])
    return _page_of_texts(
        snapshot, [(sample, by_text.get(sample.pk, NO_ANSWERS)) for sample in listed]
    )


def page_of_counts(snapshot: ResultSnapshot, counts: Sequence[Sequence[Any]]) -> TextsPage:
    """Return the page of counts by text, in their order."""
    samples = Sample.objects.defer("context").in_bulk([row[0] for row in counts])
    return _page_of_texts(snapshot, [(samples[row[0]], row[1:]) for row in counts])


def _page_of_texts(
    snapshot: ResultSnapshot, found: list[tuple[Sample, Sequence[int]]]
) -> TextsPage:
    rows = [
        _row(snapshot, s.in_words[:200], s.subject, s.item, counts) for s, counts in found[:ROWS]
    ]
    return TextsPage(rows, heads(snapshot), len(found) > ROWS, _fewest(snapshot))


def items_page(
    study: Study, snapshot: ResultSnapshot, *, standing_out: bool, page: int
) -> TextsPage:
    """Return items: those that stand out first, or in their order."""
    if standing_out:
        values = standing_out_values(study, snapshot, page=page)
        counts = fetch_all(f"WITH counts AS ({_by_item(study).counts()}) {STANDING_OUT}", values)
        found = [(row[0], row[1:]) for row in counts]
    else:
        values = {"study": study.pk, "limit": ROWS + 1, "offset": page * ROWS}
        listed = [item for (item,) in fetch_all(ITEMS, values)]
        samples = Sample.objects.main().filter(study=study, item__in=listed)
        by_item = _of_texts(study, _by_item(study), list(samples.values_list("pk", flat=True)))
        found = [(item, by_item.get(item, NO_ANSWERS)) for item in listed]
    rows = [_row(snapshot, item, "", item, counts) for item, counts in found[:ROWS]]
    return TextsPage(rows, heads(snapshot), len(found) > ROWS, _fewest(snapshot))


def standing_out_values(study: Study, snapshot: ResultSnapshot, *, page: int) -> dict[str, Any]:
    """Return the values that `STANDING_OUT` asks for."""
    return {
        "study": study.pk,
        "fewest": _fewest(snapshot),
        "limit": ROWS + 1,
        "offset": page * ROWS,
    }


def _fewest(snapshot: ResultSnapshot) -> int:
    total = snapshot.counts
    return fewest_answers(total.correct / total.counted if total.counted else 0.0)


def _of_texts(study: Study, grouping: _Grouping, samples: list[int]) -> dict[Any, tuple[int, ...]]:
    """Return the counts of the triads that hold one of these texts, by key."""
    values = {"study": study.pk, "texts": samples}
    statement = grouping.counts(OF_THESE, these="WHERE texts.text = ANY(%(texts)s)")
    return {row[0]: row[1:] for row in fetch_all(statement, values)}


def heads(snapshot: ResultSnapshot) -> tuple[str, ...]:
    """Return the heads of a row's further cells."""
    shown = snapshot.is_tested
    against = ("p against the rest",) if shown else ()
    return (*against, "right without it", *analysis_sets.heads(snapshot.plan, decided=shown))


def _row(
    snapshot: ResultSnapshot, name: str, subject: str, item: str, counts: Sequence[int]
) -> TextRow:
    counted, correct, odd, odd_correct = counts
    total = snapshot.counts
    without = (total.correct - correct, total.counted - counted)
    shown = snapshot.is_tested
    against = (_against(correct, counted, *without),) if shown else ()
    cells = (*against, *analysis_sets.row(snapshot.plan, *without, decided=shown))
    missing = max(0, _fewest(snapshot) - counted)
    return TextRow(name, subject, item, counted, correct, odd, odd_correct, cells, missing)


def _against(correct: int, counted: int, rest_correct: int, rest: int) -> str:
    """Return p of Fisher's exact test, two-sided: right and wrong, with the text and without."""
    if not counted or rest <= 0:
        return "–"
    # Imported here: it takes half a second, and most processes show no such row.
    from scipy.stats import fisher_exact

    table = np.array([[correct, counted - correct], [rest_correct, rest - rest_correct]])
    p_value = float(fisher_exact(table).pvalue)
    return number_format.p_cell(p_value)
