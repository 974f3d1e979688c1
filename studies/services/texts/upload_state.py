"""The state of an upload: how its file is read, and what was found in it.

Only this module reads and writes the columns `mapping` and `findings`.
"""

from dataclasses import MISSING, asdict, dataclass, field, fields, is_dataclass
from types import UnionType
from typing import Any, Literal, cast, get_args, get_origin

from studies import stimuli
from studies.design import Subject
from studies.models import Upload


class UploadStateError(ValueError):
    """The column `mapping` holds something else than the state of an upload."""


@dataclass(frozen=True, slots=True)
class PreviewText:
    """A text of a triad in the preview; `image` is the key of its image."""

    text: str
    context: str
    language: str
    direction: str
    image: int | None
    alt_text: str


@dataclass(frozen=True, slots=True)
class PreviewRow:
    """A row in the preview, as the file has it; long cells are cut."""

    number: int
    subject: str
    item: str
    text: str
    context: str
    image: str
    alt_text: str
    kind: str
    language: str
    direction: str
    condition: str = ""  # not of uploads that an earlier release checked


@dataclass(frozen=True, slots=True)
class UploadContents:
    """What the last check found in the file, beside its findings."""

    encoding: str
    doubtful: bool  # the encoding is a guess
    found: tuple[tuple[str, int], ...]  # the file's subjects, with their numbers of rows
    kinds: dict[str, int]  # how many texts there are of each kind
    ignored: tuple[str, ...]  # names of columns that are not ours
    known: int  # rows with a text that the study has already, for the same subject and item
    sample: tuple[PreviewText, ...]  # the texts of triads, three by three
    # Not of uploads that an earlier release checked.
    rows: tuple[PreviewRow, ...] = ()
    sheet: str = ""  # which of several was read
    matched: dict[str, str] = field(default_factory=dict)  # our columns that have other names
    # Other spellings of the file's subjects, by the one that stands for all.
    spellings: dict[str, tuple[str, ...]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class UploadState:
    """How an upload's file is read; `contents` once it was checked."""

    large: bool  # it is checked and stored by a job
    unmatched: bool = False  # its columns have other names than ours, and are still to be matched
    columns: dict[str, int] | None = None  # the places of our columns, if matched by hand
    untitled: bool = False  # its first line is a text, and names no columns
    wide: tuple[int, ...] = ()  # the columns that each hold the texts of one subject
    # By the researcher; empty where we find it out.
    chosen_encoding: str = ""
    chosen_sheet: str = ""
    # Which of the file's subjects are A and B; of a rating study up to H.
    subjects: dict[str, Subject] = field(default_factory=dict)
    # What the study's subjects were called when the file was checked.
    systems: dict[str, str] = field(default_factory=dict)
    # By their names in the table.
    images: dict[str, stimuli.ImageFound] = field(default_factory=dict)
    contents: UploadContents | None = None

    @property
    def layout(self) -> stimuli.Layout:
        """How its table is laid out."""
        return stimuli.Layout(self.columns, self.untitled, self.wide)

    @classmethod
    def from_json(cls, stored: object) -> "UploadState":
        """Return the stored state. Raises `UploadStateError` for anything else."""
        if not isinstance(stored, dict):
            raise UploadStateError(f"no state of an upload: {stored!r}")
        contents = {name: stored[name] for name in _CONTENTS if name in stored}
        state = {name: value for name, value in stored.items() if name not in contents}
        # Early releases stored contents without `kinds`: they have to be found again.
        if "kinds" in contents:
            state["contents"] = contents
        return cast(UploadState, _read(cls, state))

    def to_json(self) -> dict[str, Any]:
        """Return the state as plain dicts, lists, strings and numbers."""
        state = asdict(self)
        return state | (state.pop("contents") or {})


_CONTENTS = tuple(one.name for one in fields(UploadContents))


@dataclass(frozen=True, slots=True)
class CheckedUpload:
    """An upload that has been checked, with its state and what was found."""

    upload: Upload
    state: UploadState
    contents: UploadContents
    findings: stimuli.Findings


def state_of(upload: Upload) -> UploadState:
    """Return the state of an upload."""
    return UploadState.from_json(upload.mapping)


def checked(upload: Upload) -> CheckedUpload | None:
    """Return what the check of an upload found; None where it is still to be checked."""
    state = state_of(upload)
    if state.contents is None or upload.findings is None:
        return None
    findings = stimuli.Findings.from_json(cast(stimuli.FindingsJSON, upload.findings))
    return CheckedUpload(upload, state, state.contents, findings)


def store_state(
    upload: Upload, state: UploadState, findings: stimuli.Findings | None = None
) -> None:
    """Store the state of an upload; without findings it is still to be checked."""
    upload.mapping = state.to_json()
    upload.findings = findings.as_json() if findings else None
    upload.save(update_fields=["mapping", "findings"])


def _read(kind: Any, value: Any) -> Any:
    """Return a JSON value as an instance of `kind`. Raises `UploadStateError` if it is none."""
    origin, arguments = get_origin(kind), get_args(kind)
    if is_dataclass(kind) and isinstance(value, dict):
        return _read_fields(cast(Any, kind), value)
    if origin is UnionType:
        return value if type(value) in arguments else _read(arguments[0], value)
    if origin is dict and isinstance(value, dict):
        return {_read(arguments[0], k): _read(arguments[1], v) for k, v in value.items()}
    if origin is tuple and isinstance(value, list | tuple):
        kinds = arguments[:1] * len(value) if arguments[-1] is ... else arguments
        if len(kinds) == len(value):
            return tuple(_read(*pair) for pair in zip(kinds, value, strict=True))
    if (origin is Literal and value in arguments) or type(value) is kind:
        return value
    raise UploadStateError(f"{value!r} is not {kind}")


def _read_fields(kind: Any, stored: dict[str, Any]) -> Any:
    known = {one.name: one for one in fields(kind)}
    needed = {
        name
        for name, one in known.items()
        if one.default is MISSING and one.default_factory is MISSING
    }
    if wrong := (stored.keys() - known.keys()) | (needed - stored.keys()):
        raise UploadStateError(f"{kind.__name__} has or lacks {', '.join(sorted(wrong))}")
    return kind(**{name: _read(known[name].type, value) for name, value in stored.items()})
