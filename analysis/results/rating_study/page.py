"""What the results page of a rating study shows beside its statement."""

from typing import Any

from analysis.results.rating_study.tables import means_table
from analysis.results.study_results import StudyResults


def rating_context(results: StudyResults) -> dict[str, Any]:
    """Return what the live part shows; where results are hidden, nothing but the progress."""
    snapshot = results.snapshot
    ratings, plan = snapshot.counts.ratings, snapshot.rated
    if snapshot.hidden or ratings is None or plan is None:
        return {}
    return {"means": [means_table(one, plan) for one in ratings.criteria]}
