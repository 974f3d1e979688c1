"""How a judge's visit ends: a code to copy, or an address to return to."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import quote, urlsplit

from django.http import HttpResponse

from studies.judge.mturk import hand_in_address
from studies.judge.pages import JudgePages, wording_parts
from studies.models import Judge, RecruitmentLink
from studies.models.recruitment import Ending

# The names of the panels that have their members return to an address of theirs.
PLACES = {
    "prolific.com": "Prolific",
    "prolific.co": "Prolific",
    "mturk.com": "Mechanical Turk",
    "sona-systems.com": "Sona",
    "cloudresearch.com": "CloudResearch",
    "surveycircle.com": "SurveyCircle",
    "surveyswap.io": "SurveySwap",
    "cint.com": "Cint",
    "clickworker.com": "clickworker",
}


@dataclass(frozen=True, slots=True)
class ShownEnding:
    """What a link gives to a judge who leaves; all of it may be empty."""

    code: str = ""
    url: str = ""
    # Where a task of Mechanical Turk is handed in, and of which assignment.
    hand_in: str = ""
    assignment: str = ""
    # The judge has done all.
    is_done: bool = False
    # A task of Mechanical Turk was accepted and cannot be handed in.
    returns_task: bool = False

    @property
    def place(self) -> str:
        """Return what the place of the return address is called."""
        host = urlsplit(self.url).hostname or ""
        for domain, name in PLACES.items():
            if host == domain or host.endswith(f".{domain}"):
                return name
        return host.removeprefix("www.")


def ending_of(
    link: RecruitmentLink | None,
    ending: Ending,
    *,
    judge: Judge | None = None,
    external_id: str = "",
    parameters: Mapping[str, str] | None = None,
) -> ShownEnding:
    """Return the code and return address of a link, the address's placeholders filled in.

    A link that does not tell a full quota apart gives what those get who are screened out.
    `parameters` are what the panel handed over in this visit, of a visitor who is no judge.
    """
    if link is None:
        return ShownEnding()
    if ending == Ending.OVER_QUOTA and not (link.over_quota_code or link.over_quota_url):
        ending = Ending.SCREENED_OUT
    code: str = getattr(link, f"{ending}_code")
    values = {
        "{code}": code,
        "{judge}": judge.code if judge else "",
        # A judge who has withdrawn has only a pseudonym left.
        "{external_id}": judge.external_id if judge and not judge.withdrawn_at else external_id,
    }
    url = filled(getattr(link, f"{ending}_url"), values)
    hand_in = hand_in_address(judge, link) if judge and ending == Ending.DONE else ""
    given = {**(judge.panel_parameters if judge else {}), **(parameters or {})}
    accepted = given.get("assignmentId", "") if link.mturk else ""
    is_done = ending == Ending.DONE
    return ShownEnding(
        code,
        url,
        hand_in,
        assignment=accepted if hand_in else "",
        is_done=is_done,
        returns_task=bool(accepted) and not is_done,
    )


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
    ending = ending_of(link, Ending.DONE, judge=judge)
    judge_code, leave = judge.code, pages.address("leave", trial_code)
    if not ending.url and not ending.hand_in:
        judge_code, leave = pages.slot("judge", judge_code), pages.slot("leave", leave)
    context |= {
        "wording": wording_parts(judge.study),
        "ending": ending,
        "judge_code": judge_code,
        "leave": leave,
    }
    return pages.render("thanks", context)
