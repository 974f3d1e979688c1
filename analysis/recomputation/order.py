"""Counted answers in the order of assignment, as far as every earlier one is settled.

Judges who guess are quicker. In the order in which answers are completed theirs come first, and
Wald's test, e-values and the confidence sequence, which look at the answers one by one, would see
too few right ones at the beginning: where a class begins together, a third and more of the studies
at the plan's pd would be called similar (docs/adr/0010). So the answers are taken in the order in
which their triads were first held, and only up to the first triad that still waits for its answer.
A hold that ran out, a withdrawal and an exclusion leave the triad its place: the next judge who
takes it answers for it. That judge comes soon, since free triads are given by the lowest number: a
place waits for one hold with its renewals at most, and then for the next judge
(studies.services.judging.claims).

All functions read; the caller holds one snapshot over them (REPEATABLE READ).
"""

from collections.abc import Sequence
from itertools import accumulate
from typing import Any

from analysis.recomputation.counts import Share
from analysis.sql import fetch_all
from studies.models import Study
from studies.models.judging.trial import COUNTED_ANSWER_SQL

Path = tuple[tuple[int, int], ...]

# A place of the order: of triads that were filled past the application the number alone tells.
_PLACE = "(coalesce(a.first_held_at, '-infinity'), a.number)"
# The first triad that was given to a judge and has no answer yet; by the index of unanswered ones.
WAITING = """
    SELECT t.first_held_at, t.number FROM studies_triad t
    WHERE t.study_id = %(study)s AND t.mode = 'live' AND t.kind = 'main'
      AND t.number <= %(last)s AND t.free_from < '9000-01-01 00:00+00'
      AND t.first_held_at IS NOT NULL
    ORDER BY t.first_held_at, t.number LIMIT 1
"""
SETTLED = f"""
    FROM studies_answer a
    WHERE {COUNTED_ANSWER_SQL} AND {_PLACE} < (%(waiting_since)s::timestamptz, %(waiting)s)
"""
OUTCOMES = f"""
    SELECT string_agg(CASE WHEN correct THEN '1' ELSE '0' END, '' ORDER BY place)
    FROM (
        SELECT a.correct, {_PLACE} AS place {SETTLED} ORDER BY {_PLACE} LIMIT %(last)s
    ) first_answers
"""  # noqa: S608 - a constant
ANSWER_AT = f"SELECT a.id {SETTLED} ORDER BY {_PLACE} OFFSET %(before)s LIMIT 1"
# The path of a large study by stretches of triad numbers, which are given in rising order. OFFSET 0
# keeps the planner from taking the stretches for as many as the numbers, which it would sort.
STRETCHES = f"""
    SELECT count(*), count(*) FILTER (WHERE correct)
    FROM (
        SELECT a.correct, width_bucket(a.number, 1, %(last)s + 1, %(points)s) AS stretch {SETTLED}
        OFFSET 0
    ) answers
    GROUP BY stretch ORDER BY stretch
"""  # noqa: S608 - a constant
_DECIDED = """(
    SELECT coalesce(d.first_held_at, '-infinity'), d.number FROM studies_answer d
    WHERE d.id = %(last_answer)s
)"""
TEXTS = f"""
    SELECT count(DISTINCT sample) FROM studies_triad t
    CROSS JOIN LATERAL (VALUES (t.first_id), (t.second_id), (t.third_id)) texts(sample)
    WHERE t.study_id = %(study)s AND t.mode = 'live' AND t.kind = 'main'
      AND t.number <= %(last)s AND t.free_from = 'infinity'
      AND (coalesce(t.first_held_at, '-infinity'), t.number) <= {_DECIDED}
"""  # noqa: S608 - a constant
# What is left of a verdict's answers, and the counted answers after the one that decided.
SINCE = f"""
    SELECT count(*) FILTER (WHERE within), count(*) FILTER (WHERE within AND correct),
        count(*) FILTER (WHERE NOT within), count(*) FILTER (WHERE NOT within AND correct)
    FROM (
        SELECT a.correct, {_PLACE} <= {_DECIDED} AS within
        FROM studies_answer a WHERE {COUNTED_ANSWER_SQL}
    ) answers
"""  # noqa: S608 - a constant


def settled(study: Study, *, counted: int, points: int) -> tuple[Share, Path]:
    """Return the answers in order, and the path of right ones against all of them.

    The path has a point for each answer, or, where more than `points` are `counted`, for each of so
    many stretches.
    """
    if counted <= points:
        parts = [(1, int(right)) for right in outcomes(study)]
    else:
        parts = fetch_all(STRETCHES, {**_values(study), "points": points})
    path = path_of(parts)
    return Share(*path[-1]) if path else Share(), path


def path_of(parts: Sequence[tuple[int, int]]) -> Path:
    """Return the running sums of answers and of right ones."""
    answers = accumulate(size for size, _ in parts)
    return tuple(zip(answers, accumulate(right for _, right in parts), strict=True))


def outcomes(study: Study) -> list[bool]:
    """Return whether each answer was right, in order, up to the plan's largest number."""
    [(digits,)] = fetch_all(OUTCOMES, _values(study))
    return [digit == "1" for digit in digits or ""]


def answer_at(study: Study, number: int) -> int:
    """Return the key of the answer that is the `number`-th in order."""
    [(pk,)] = fetch_all(ANSWER_AT, {**_values(study), "before": number - 1})
    return int(pk)


def texts_up_to(study: Study, *, last_answer: int) -> int:
    """Return how many different texts stand in the triads up to the one that decided."""
    values = {"study": study.pk, "last": study.evaluations, "last_answer": last_answer}
    [(number,)] = fetch_all(TEXTS, values)
    return int(number)


def since_verdict(study: Study, *, last_answer: int) -> tuple[Share, Share]:
    """Return what is left of the answers up to the one that decided, and those after it."""
    values = {"study": study.pk, "last_answer": last_answer}
    [(left, left_right, later, later_right)] = fetch_all(SINCE, values)
    return Share(left, left_right), Share(later, later_right)


def _values(study: Study) -> dict[str, Any]:
    values = {"study": study.pk, "last": study.evaluations}
    waiting = fetch_all(WAITING, values)
    since, number = waiting[0] if waiting else ("infinity", 0)
    return {**values, "waiting_since": since, "waiting": number}
