"""What is asked of the texts of an upload, and stored beside them, in each kind of study."""

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from studies import stimuli
from studies.design import Subject
from studies.kinds import RATING, TRIANGLE
from studies.models import Study
from studies.services.lifecycle.places.sheets import practice_pages
from studies.services.texts import systems
from studies.services.texts.preview import preview_sheet, preview_triads
from studies.services.texts.upload_state import PreviewText, UploadState

Rows = Iterable[stimuli.TextRow]
# So many practice sheets judges get, if nothing else is said.
USUAL_PRACTICE = 2
# A name of more characters is no name of a subject.
MAX_NAME = {TRIANGLE.key: 200, RATING.key: 100}


@dataclass(frozen=True, slots=True)
class UploadType:
    """How the texts of an upload are looked at in one kind of study."""

    # The names of subjects that the study has, by letter.
    names: Callable[[Study], dict[Subject, str]]
    # Which of the file's subjects are which of the study's.
    guess: Callable[[Study, Collection[str], Rows], dict[str, Subject]]
    check: Callable[..., stimuli.Findings]
    preview: Callable[[Study, Rows, Mapping[str, Subject], stimuli.Images], tuple[PreviewText, ...]]
    # Whether what was chosen of the file no longer holds, since the study's names have changed.
    is_outdated: Callable[[Study, UploadState], bool]
    # Called with the locked study; what the first returns is given to the second.
    before_storing: Callable[[Study, UploadState], set[str]]
    after_storing: Callable[[Study, set[str]], None]


def type_of(study: Study) -> UploadType:
    """Return how texts are uploaded to the study."""
    return _TYPES[study.kind]


def _two_names(study: Study) -> dict[Subject, str]:
    return {"A": study.subject_a, "B": study.subject_b}


def _guess_two(study: Study, found: Collection[str], _rows: Rows) -> dict[str, Subject]:
    return stimuli.guess_subjects(found, (study.subject_a, study.subject_b))


def _check_two(
    study: Study, rows: Rows, *, subjects: Mapping[str, Subject], **values: Any
) -> stimuli.Findings:
    return stimuli.check(
        rows,
        subject_names=(study.subject_a, study.subject_b),
        subjects=subjects,
        pairing=study.pairing,
        evaluations=study.evaluations,
        protocol=study.protocol,
        **values,
    )


def _guess_systems(study: Study, found: Collection[str], rows: Rows) -> dict[str, Subject]:
    names = systems.given_names(study)
    several = set() if names else stimuli.with_several_texts(rows)
    return stimuli.guess_systems(found, names, several)


def _check_systems(
    study: Study, rows: Rows, *, subjects: Mapping[str, Subject], **values: Any
) -> stimuli.Findings:
    names = _called(study, subjects)
    return stimuli.check_systems(
        rows,
        names=names,
        subjects=subjects,
        **values,
    )


def _called(study: Study, subjects: Mapping[str, Subject]) -> dict[Subject, str]:
    """Return the names of systems, with those that the file gives."""
    return {letter: name for name, letter in subjects.items()} | systems.given_names(study)


def _other_systems(study: Study, state: UploadState) -> bool:
    return study.subjects != state.systems


def _name_systems(study: Study, state: UploadState) -> set[str]:
    """Name the systems that the file brings; return those that have texts already."""
    if _other_systems(study, state):
        raise systems.SystemsChangedError(
            "The systems of the study have changed: look again which of the file's they are."
        )
    if state.subjects:
        systems.name_systems(study, _called(study, state.subjects))
    return systems.systems_with_texts(study)


def _fit_to_texts(study: Study, had_texts: set[str]) -> None:
    """Drop the systems of which the upload took all texts; plan practice once there are texts."""
    if emptied := had_texts - systems.systems_with_texts(study):
        systems.drop_systems(study, emptied)
    pages = practice_pages(study)
    if pages and not study.practice_triads:
        study.practice_triads = min(USUAL_PRACTICE, pages)
        study.save(update_fields=["practice_triads"])


_TYPES: Mapping[str, UploadType] = {
    TRIANGLE.key: UploadType(
        names=_two_names,
        guess=_guess_two,
        check=_check_two,
        preview=preview_triads,
        is_outdated=lambda _study, _state: False,
        before_storing=lambda _study, _state: set(),
        after_storing=lambda _study, _had: None,
    ),
    RATING.key: UploadType(
        names=systems.given_names,
        guess=_guess_systems,
        check=_check_systems,
        preview=preview_sheet,
        is_outdated=_other_systems,
        before_storing=_name_systems,
        after_storing=_fit_to_texts,
    ),
}
