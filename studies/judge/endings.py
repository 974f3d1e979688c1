"""How a judge's visit ends: a code to copy, or a way back to where the judge came from."""

from dataclasses import dataclass
from enum import StrEnum
from urllib.parse import quote

from studies.judge.frames import hand_in_address
from studies.models import Judge, RecruitmentLink


class End(StrEnum):
    """Which of a link's three endings; the prefix of its fields."""

    DONE = "done"
    SCREENED_OUT = "screened_out"
    NO_CONSENT = "no_consent"


@dataclass(frozen=True, slots=True)
class Ending:
    """What a link gives to a judge who leaves; all of it may be empty."""

    code: str = ""
    url: str = ""
    # Where a task of Mechanical Turk is handed in, and of which assignment.
    hand_in: str = ""
    assignment: str = ""


def ending_of(
    link: RecruitmentLink | None, end: End, *, judge: Judge | None = None, external_id: str = ""
) -> Ending:
    """The code and return address of a link, the address's placeholders filled in."""
    if link is None:
        return Ending()
    code: str = getattr(link, f"{end}_code")
    values = {
        "{code}": code,
        "{judge}": judge.code if judge else "",
        # Of a judge who has withdrawn only a hash is left.
        "{external_id}": judge.external_id if judge and not judge.withdrawn_at else external_id,
    }
    url = filled(getattr(link, f"{end}_url"), values)
    hand_in = hand_in_address(judge, link) if judge and end == End.DONE else ""
    assignment = judge.panel_parameters.get("assignmentId", "") if judge and hand_in else ""
    return Ending(code, url, hand_in, assignment)


def filled(url: str, values: dict[str, str]) -> str:
    """The address with its placeholders percent-encoded; empty where it is not https."""
    if not url.startswith("https://"):
        return ""
    for placeholder, value in values.items():
        # What is put in holds no brace any more, so no value can bring in another placeholder.
        url = url.replace(placeholder, quote(value, safe=""))
    return url
