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

__all__ = [
    "KINDS",
    "RATING",
    "TRIANGLE",
    "OtherKindError",
    "StudyType",
    "kind_of",
    "kind_of_trial",
    "require_telling_apart",
]


def kind_of(study: Study) -> StudyType:
    """Return what the study is."""
    return KINDS[study.kind]


def kind_of_trial(trial: Trial) -> StudyType:
    """Return the kind of the trial's study, without reading the study."""
    return next(kind for kind in KINDS.values() if kind.place_id(trial) is not None)


class OtherKindError(Exception):
    """A page was asked for that a study of this kind does not have; it leads back to the study."""

    def __init__(self, study: Study) -> None:
        super().__init__(
            "That page is for studies in which two subjects are told apart: this study rates "
            f"{len(study.subjects)} systems."
        )
        self.study = study


def require_telling_apart(study: Study) -> None:
    """Raise OtherKindError where no two subjects are told apart."""
    if not kind_of(study).tells_apart:
        raise OtherKindError(study)
