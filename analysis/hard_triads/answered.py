"""Triads with their counted answers: once each, whatever the order of their texts."""

from dataclasses import dataclass

from analysis.companions.job import within
from analysis.sql import fetch_all
from studies.models import Study
from studies.models.judging.trial import COUNTED_ANSWER_SQL

MOST_TRIADS = 20_000
MOST_TEXTS = 4000

# The odd text, the other two, answers, right ones, and how many such triads there are. By lot, but
# the same each time, where there are more than are looked at.
TRIADS = f"""
    SELECT odd, least(one, two), greatest(one, two), count(*), count(*) FILTER (WHERE correct),
        count(*) OVER ()
    FROM (
        SELECT a.correct,
            CASE t.odd_position WHEN 1 THEN t.first_id WHEN 2 THEN t.second_id ELSE t.third_id END
                AS odd,
            CASE t.odd_position WHEN 1 THEN t.second_id ELSE t.first_id END AS one,
            CASE t.odd_position WHEN 3 THEN t.second_id ELSE t.third_id END AS two
        FROM studies_triad t JOIN studies_answer a ON a.number = t.number AND {COUNTED_ANSWER_SQL}
        WHERE t.study_id = %(study)s AND t.kind = 'main' AND t.mode = 'live'
    ) answers
    GROUP BY 1, 2, 3 ORDER BY md5(%(lot)s || odd || ' ' || least(one, two) || ' '
        || greatest(one, two)), 1, 2, 3 LIMIT %(most)s
"""  # noqa: S608 - constants


@dataclass(frozen=True, slots=True)
class AnsweredTriad:
    """The keys of the odd text and the other two, with counted answers and right ones."""

    texts: tuple[int, int, int]
    answers: int
    right: int


def answered_triads(study: Study) -> tuple[list[AnsweredTriad], int]:
    """Return the triads that are looked at, and how many have counted answers."""
    values = {"study": study.pk, "lot": study.code.hex, "most": MOST_TRIADS}
    rows = fetch_all(TRIADS, values)
    kept = within([((odd, one, two), 1) for odd, one, two, *_ in rows], most=MOST_TEXTS)
    triads = [
        AnsweredTriad((odd, one, two), answers, right)
        for odd, one, two, answers, right, _ in rows[: len(kept)]
    ]
    return triads, rows[0][-1] if rows else 0
