"""What a rehearsal by virtual judges needs of a study, and what it has stored."""

from django.db import connection
from django.db.models import Count, Q
from django.urls import reverse

from studies import design
from studies.models import Answer, RecruitmentLink, Study, Trial
from studies.models.triad import Mode
from studies.virtual_judges.figures import RehearsalFigures
from studies.virtual_judges.play import NotPossibleError, RehearsalPlan, RehearsedStudy, play

PANEL = "Rehearsal"


def rehearse(study: Study, plan: RehearsalPlan, *, base_url: str) -> RehearsalFigures:
    """Play a rehearsal against the running server.

    Raises NotPossibleError, UnreachableError and UnexpectedPageError.
    """
    link = link_for(study)
    rehearsed = RehearsedStudy(
        path=reverse("judge:welcome", args=[link.token]),
        evaluations=study.evaluations,
        evaluations_per_judge=study.evaluations_per_judge,
        completes=link.mode == Mode.LIVE,
        odd_position=_odd_position,
        thread_done=_close_connection,
    )
    figures = play(rehearsed, plan, base_url=base_url)
    figures.orders.update(dict.fromkeys(design.orders_of(study.protocol), 0))
    _add_answers(figures, link)
    return figures


def link_for(study: Study) -> RecruitmentLink:
    """Return the rehearsal's own link, made when it is missing: pilot, unless the study is a test.

    Raises NotPossibleError.
    """
    if study.status != Study.Status.OPEN:
        raise NotPossibleError(f"The study is {study.state}; only an open study can be rehearsed.")
    mode = Mode.LIVE if study.is_test else Mode.PILOT
    links = study.links.usable().filter(panel=PANEL, mode=mode, personal=False, quota=None)
    found: RecruitmentLink | None = links.first()
    return found or study.links.create(panel=PANEL, mode=mode, classroom=True)


def _odd_position(trial_code: str) -> int:
    trial = Trial.objects.filter(code=trial_code).values_list("triad__odd_position", flat=True)
    return int(trial.get())


def _close_connection() -> None:
    """Close the connection of the thread that calls."""
    connection.close()


def _add_answers(figures: RehearsalFigures, link: RecruitmentLink) -> None:
    """Count the stored answers of the link by order, and the right ones."""
    rows = (
        Answer.objects.filter(trial__judge__link=link, trial__state=Trial.State.ANSWERED)
        .values_list("trial__triad__order")
        .annotate(answers=Count("pk"), right=Count("pk", filter=Q(correct=True)))
        .order_by()
    )
    for order, answers, right in rows:
        figures.orders[order] = answers
        figures.right += right
