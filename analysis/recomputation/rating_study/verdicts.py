"""When the verdict of a rating study is due: once all of its sheets are in. It only reads."""

from dataclasses import replace
from typing import Any

from analysis.recomputation.counts import StudyCounts
from analysis.recomputation.decision import Decision
from analysis.recomputation.rating_study.numbers import RatingNumbers
from analysis.sql import fetch_all
from studies.models import Study

RANKED = "ranked"
TEXTS = """
    SELECT count(DISTINCT (h.item, s.content_hash)) FROM studies_sheettext t
    JOIN studies_sheet h ON h.id = t.sheet_id
    JOIN studies_sample s ON s.id = t.sample_id
    WHERE h.study_id = %(study)s AND h.mode = 'live' AND h.kind = 'main'
      AND h.number <= %(last)s AND h.free_from = 'infinity'
"""


def due(study: Study, counts: StudyCounts) -> Decision | None:
    """Return what the ratings show by each criterion, if all planned sheets are in."""
    ratings = counts.ratings
    if ratings is None or not ratings.tested or counts.counted < study.evaluations:
        return None
    return Decision(
        outcome=RANKED,
        counted=counts.counted,
        correct=counts.counted,
        last_answer=counts.last_answer or 0,
        numbers={
            "judges": counts.judges,
            "texts": texts_used(study),
            "plan_sha256": study.plan_sha256,
            "ratings": of_no_person(ratings).as_json(),
        },
    )


def of_no_person(ratings: RatingNumbers) -> RatingNumbers:
    """Return the numbers without those of single judges: they would outlast a withdrawal."""
    criteria = (replace(one, far=(), standing_out=()) for one in ratings.criteria)
    return replace(ratings, judges=(), criteria=tuple(criteria))


def texts_used(study: Study) -> int:
    """Count the different texts on the sheets that have been rated: shared ones once."""
    values: dict[str, Any] = {"study": study.pk, "last": study.evaluations}
    [(number,)] = fetch_all(TEXTS, values)
    return int(number)
