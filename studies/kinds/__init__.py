"""What a study is. All that differs between triads and ratings stands behind one object.

`kind_of(study)` returns it, for programs that know a study; `kind_of_trial(trial)` for those that
have only a trial. Nothing else asks for the kind of a study (docs/adr/0026).
"""

from studies.kinds.protocol import StudyType
from studies.kinds.rating import Rating
from studies.kinds.triangle import Triangle
from studies.models import Study, Trial

TRIANGLE, RATING = Triangle(), Rating()
KINDS: dict[str, StudyType] = {kind.key: kind for kind in (TRIANGLE, RATING)}

__all__ = ["KINDS", "RATING", "TRIANGLE", "StudyType", "kind_of", "kind_of_trial"]


def kind_of(study: Study) -> StudyType:
    """Return what the study is."""
    return KINDS[study.kind]


def kind_of_trial(trial: Trial) -> StudyType:
    """Return the kind of the trial's study, without reading the study."""
    return next(kind for kind in KINDS.values() if kind.place_id(trial) is not None)
