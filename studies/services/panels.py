"""Members of panels: who may not take part, what they came with, whose browser is known."""

from studies.models import ExcludedId, Judge, RecruitmentLink, Study
from studies.services.stops import Stop, Stopped


def check_member(link: RecruitmentLink, external_id: str) -> None:
    """Raise Stopped where nobody new may begin with this id, or without one."""
    if link.id_name and not external_id:
        raise Stopped(Stop.NO_ID)
    check_excluded(link, external_id)


def check_excluded(link: RecruitmentLink, external_id: str) -> None:
    """Raise Stopped for an id that the study excludes, from whichever panel it comes."""
    excluded = ExcludedId.objects.filter(study=link.study_id, external_id=external_id)
    if external_id and excluded.exists():
        raise Stopped(Stop.EXCLUDED)


def keep_parameters(judge: Judge, came_with: dict[str, str]) -> None:
    """Remember the newest parameters of a judge who comes back.

    A task that was returned and accepted again has another assignment, which is the one to end.
    """
    parameters = judge.came_with | came_with
    if judge.withdrawn_at is None and parameters != judge.came_with:
        judge.came_with = parameters
        judge.save(update_fields=["came_with"])


def judge_of_browser(study: Study, browser_key: str) -> Judge | None:
    """The first judge of the study who came in this browser; nothing is refused for that."""
    if not browser_key:
        return None
    found: Judge | None = Judge.objects.filter(study=study, browser_key=browser_key).first()
    return found
