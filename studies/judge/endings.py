"""How a judge's visit ends: a code to copy, or an address to return to."""

from dataclasses import dataclass
from typing import Any
from urllib.parse import quote

from django.http import HttpResponse

from studies.judge.mturk import hand_in_address
from studies.judge.pages import JudgePages, wording_parts
from studies.models import Judge, RecruitmentLink
from studies.models.recruitment import Ending


@dataclass(frozen=True, slots=True)
class ShownEnding:
    """What a link gives to a judge who leaves; all of it may be empty."""

    code: str = ""
    url: str = ""
    # Where a task of Mechanical Turk is handed in, and of which assignment.
    hand_in: str = ""
    assignment: str = ""


def ending_of(
    link: RecruitmentLink | None,
    ending: Ending,
    *,
    judge: Judge | None = None,
    external_id: str = "",
) -> ShownEnding:
    """Return the code and return address of a link, the address's placeholders filled in."""
    if link is None:
        return ShownEnding()
    code: str = getattr(link, f"{ending}_code")
    values = {
        "{code}": code,
        "{judge}": judge.code if judge else "",
        # A judge who has withdrawn has only a pseudonym left.
        "{external_id}": judge.external_id if judge and not judge.withdrawn_at else external_id,
    }
    url = filled(getattr(link, f"{ending}_url"), values)
    hand_in = hand_in_address(judge, link) if judge and ending == Ending.DONE else ""
    assignment = judge.panel_parameters.get("assignmentId", "") if judge and hand_in else ""
    return ShownEnding(code, url, hand_in, assignment)


def filled(url: str, values: dict[str, str]) -> str:
    """Return the address with its placeholders percent-encoded; empty where it is not https."""
    if not url.startswith("https://"):
        return ""
    for placeholder, value in values.items():
        # A quoted value holds no brace, so none can bring in another placeholder.
        url = url.replace(placeholder, quote(value, safe=""))
    return url


def thanks_page(
    pages: JudgePages,
    judge: Judge,
    *,
    link: RecruitmentLink,
    trial_code: str,
    **context: Any,
) -> HttpResponse:
    """Return the last page, after all answers are stored or the study has ended."""
    context |= {
        "wording": wording_parts(judge.study),
        "ending": ending_of(link, Ending.DONE, judge=judge),
        "judge_code": judge.code,
        "leave": pages.address("leave", trial_code),
    }
    return pages.render("thanks", context)
