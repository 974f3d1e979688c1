"""The paper's ranking of a study that has all its ratings: beside its result, and after it.

TrueSkill of a large study takes a minute. Results do not wait for it.
"""

import json
from collections.abc import Iterable
from typing import Any

from django.db import connection

from analysis.models import Result, Verdict
from analysis.recomputation.rating_study.compute import fingerprint
from analysis.recomputation.rating_study.counting import rated, rules_of
from analysis.recomputation.rating_study.paper import PaperNumbers, paper_numbers
from analysis.sql import fetch_all
from studies.models import Study
from studies.services.advisory_locks import LockClass, session_lock
from studies.values.json_values import FiniteJSONEncoder

# The studies with a result but no ranking of the same ratings.
DUE = """
    SELECT r.study_id FROM analysis_result r JOIN studies_study s ON s.id = r.study_id
    WHERE s.kind = 'rating' AND r.analysis_set = s.primary_set
        AND (r.numbers -> 'ratings' ->> 'tested')::boolean
        AND r.paper_ranking ->> 'fingerprint'
            IS DISTINCT FROM r.numbers -> 'ratings' ->> 'fingerprint'
    ORDER BY r.study_id
"""
# The page shows something new, so the revision grows.
STORE = """
    UPDATE analysis_result r SET paper_ranking = %(ranking)s, revision = r.revision + 1
    FROM studies_study s
    WHERE s.id = r.study_id AND r.study_id = %(study)s AND r.analysis_set = s.primary_set
        AND r.numbers -> 'ratings' ->> 'fingerprint' = %(fingerprint)s
"""


def rankings_due() -> list[int]:
    """Return the studies that lack the paper's ranking of their ratings."""
    return [study for (study,) in fetch_all(DUE, {})]


def rank_as_paper(*, study_id: int) -> None:
    """Compute and store the paper's ranking, unless another worker is at it or ratings changed."""
    with session_lock(LockClass.PAPER_RANKING, study_id) as ours:
        if ours and study_id in rankings_due():
            _rank(Study.objects.get(pk=study_id))


def ranking_of(result: Result) -> tuple[PaperNumbers, ...]:
    """Return the ranking that belongs to a result; empty while there is none."""
    stored, ratings = result.paper_ranking, result.numbers.get("ratings")
    if not stored or not ratings or stored["fingerprint"] != ratings["fingerprint"]:
        return ()
    return tuple(PaperNumbers.from_json(one) for one in stored["criteria"])


def _rank(study: Study) -> None:
    verdict = Verdict.objects.filter(study=study).first()
    rows = [row for row in rated(study, verdict) if row.counts]
    rules = rules_of(study)
    of_these = fingerprint(rows, rules)
    try:
        found = paper_numbers(rows, rules)
    except Exception:
        # The sweep would try it again for ever.
        _store(study, of_these, [])
        raise
    _store(study, of_these, found)


def _store(study: Study, of_these: str, found: Iterable[PaperNumbers]) -> None:
    criteria = [numbers.as_json() for numbers in found]
    ranking = json.dumps({"fingerprint": of_these, "criteria": criteria}, cls=FiniteJSONEncoder)
    values: dict[str, Any] = {"study": study.pk, "ranking": ranking, "fingerprint": of_these}
    with connection.cursor() as cursor:
        cursor.execute(STORE, values)
