"""How a judge's visit ends: a code to copy, or a way back to where the judge came from."""

from dataclasses import dataclass
from enum import StrEnum
from urllib.parse import quote

from studies.models import Judge, RecruitmentLink


class End(StrEnum):
    """Which of a link's three endings; the prefix of its fields."""

    DONE = "done"
    SCREENED_OUT = "screened_out"
    NO_CONSENT = "no_consent"


@dataclass(frozen=True, slots=True)
class Ending:
    """What a link gives to a judge who leaves; both may be empty."""

    code: str = ""
    url: str = ""


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
        "{external_id}": judge.external_id if judge else external_id,
    }
    return Ending(code, filled(getattr(link, f"{end}_url"), values))


def filled(url: str, values: dict[str, str]) -> str:
    """The address with its placeholders percent-encoded; empty where it is not https."""
    if not url.startswith("https://"):
        return ""
    for placeholder, value in values.items():
        # What is put in holds no brace any more, so no value can bring in another placeholder.
        url = url.replace(placeholder, quote(value, safe=""))
    return url
