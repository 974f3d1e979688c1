"""The chart of texts: how often judges were right where a text is the odd one."""

from collections.abc import Sequence
from typing import Any

from analysis import number_format
from analysis.breakdown.standing_out import STANDING_OUT
from analysis.breakdown.texts import (
    BY_TEXT,
    TextsPage,
    page_of_counts,
    standing_out_values,
)
from analysis.charts.scatter import Place, scatter_chart
from analysis.charts.table import DataTable
from analysis.sql import fetch_all
from analysis.verdict_text import ResultSnapshot
from studies.models import Study

# Of the texts at one place so many are named, each by so many characters.
NAMED, NAME = 8, 60
# The lines are drawn through so many places at most.
MOST_PLACES = 200
TITLE = "Right answers where a text is the odd one"

# The texts of a subject that were the odd one as often, and found as often, with the first names.
PLACES = f"""
    SELECT s.subject, odd_n, odd_x, count(*) AS number,
        (array_agg(left(coalesce(nullif(s.text, ''), 'picture: ' || s.alt_text), {NAME})
            ORDER BY s.id))[1:{NAMED}] AS named
    FROM counts JOIN studies_sample s ON s.id = counts.text
    WHERE odd_n > 0 GROUP BY 1, 2, 3 ORDER BY odd_x::float / odd_n DESC, odd_n DESC, 1
"""  # noqa: S608 - constants


# Both need every answer: they take one pass together.
BOTH = f"""
    WITH counts AS MATERIALIZED ({BY_TEXT.counts()})
    SELECT coalesce((SELECT json_agg(json_build_array(text, n, x, odd_n, odd_x))
            FROM ({STANDING_OUT}) found), '[]'),
        coalesce((SELECT json_agg(json_build_array(subject, odd_n, odd_x, number, named))
            FROM ({PLACES}) places), '[]')
"""  # noqa: S608 - constants


def texts_chart(study: Study, snapshot: ResultSnapshot) -> DataTable | None:
    """Return the chart with its table; None before the first answer."""
    rows = fetch_all(f"WITH counts AS ({BY_TEXT.counts()}) {PLACES}", {"study": study.pk})
    return _chart(study, snapshot, rows)


def standing_out_with_chart(
    study: Study, snapshot: ResultSnapshot, *, page: int
) -> tuple[TextsPage, DataTable | None]:
    """Return a page of the texts that stand out, and the chart."""
    [(counts, places)] = fetch_all(BOTH, standing_out_values(study, snapshot, page=page))
    return page_of_counts(snapshot, counts), _chart(study, snapshot, places)


def _chart(
    study: Study, snapshot: ResultSnapshot, rows: Sequence[Sequence[Any]]
) -> DataTable | None:
    if not rows:
        return None
    names = {"A": study.subject_a, "B": study.subject_b}
    found = [_place(names[subject], subject, *rest) for subject, *rest in rows]
    right, times = (sum(row[place] * row[3] for row in rows) for place in (2, 1))
    most = max(place.times for place in found)
    chart = scatter_chart(
        found,
        whole=right / times,
        within=_within(most, right / times) if snapshot.is_tested else (),
        x_title="times shown as the odd one",
        y_title="right",
    )
    return DataTable(
        name="texts",
        title=TITLE,
        heads=("subject", "odd one", "right", "share", "texts", "which"),
        rows=tuple(_row(names[subject], *rest) for subject, *rest in rows),
        chart=chart,
        legend=_legend(study, lines=bool(chart.within)),
    )


def _legend(study: Study, *, lines: bool) -> tuple[tuple[str, str], ...]:
    """Return the keys of what is drawn; in a directed triad the odd one is always of B."""
    keys = [
        ("of-b", study.subject_b),
        ("chance", "guessing"),
        ("limit", "the whole study"),
    ]
    if not study.is_directed:
        keys.insert(0, ("of-a", study.subject_a))
    if lines:
        keys.append(("within", "19 of 20 texts lie between these where all are alike"))
    return tuple(keys)


def _row(
    subject: str, times: int, right: int, number: int, texts: Sequence[str]
) -> tuple[str, ...]:
    share = number_format.estimate(right / times)
    return subject, str(times), str(right), share, str(number), _named(number, texts)


def _place(
    subject: str, letter: str, times: int, right: int, number: int, texts: Sequence[str]
) -> Place:
    title = f"{subject}, {right} of {times} right: {_named(number, texts)}"
    return Place(f"of-{letter.lower()}", times, right, number, title)


def _named(number: int, texts: Sequence[str]) -> str:
    names = "; ".join(f"“{text}…”" if len(text) == NAME else f"“{text}”" for text in texts)
    more = number - len(texts)
    return f"{names} and {more} more" if more else names


def _within(most: int, share: float) -> list[tuple[int, float, float]]:
    """Return between which shares 95 of 100 texts would lie that are all alike."""
    # Imported here: it takes half a second, and most processes show no such chart.
    from scipy.stats import binom

    step = max(1, most // MOST_PLACES)
    numbers = range(1, most + 1, step)
    return [
        (n, float(binom.ppf(0.025, n, share)) / n, float(binom.ppf(0.975, n, share)) / n)
        for n in numbers
    ]
