"""What a rehearsal by virtual judges needs of a study, and what it has stored."""

from collections import defaultdict
from collections.abc import Callable

from django.db import connection
from django.db.models import Aggregate, Count, FloatField, Q
from django.urls import reverse

from studies import design
from studies.kinds import RATING, TRIANGLE
from studies.models import Answer, Rating, RecruitmentLink, SheetText, Study, Trial
from studies.models.judging.people import people_by_link
from studies.models.judging.triad import Mode
from studies.models.recruitment import REHEARSAL
from studies.models.sample import Kind
from studies.services.judging import claims
from studies.services.recruiting import links
from studies.virtual_judges.figures import RehearsalFigures
from studies.virtual_judges.play import NotPossibleError, RehearsalPlan, RehearsedStudy, play
from studies.virtual_judges.rating import KnownSheet


class Median(Aggregate):
    """The middle of the values."""

    function = "percentile_cont"
    template = "%(function)s(0.5) WITHIN GROUP (ORDER BY %(expressions)s)"
    output_field = FloatField()


def rehearse(
    study: Study, plan: RehearsalPlan, *, base_url: str, tell: Callable[[str], None]
) -> RehearsalFigures:
    """Play a rehearsal against the running server, and tell now and then how far it is.

    Raises NotPossibleError, UnreachableError and UnexpectedPageError.
    """
    link = link_for(study)
    rehearsed = RehearsedStudy(
        path=reverse("judge:welcome", args=[link.token]),
        evaluations=study.evaluations,
        evaluations_per_judge=study.evaluations_per_judge,
        completes=link.mode == Mode.LIVE,
        odd_position=_odd_position,
        sheet=_sheet,
        left=_left,
        thread_done=_close_connection,
    )
    figures = play(rehearsed, plan, base_url=base_url, tell=tell)
    figures.people = people_by_link([link])[link.pk]
    OUTCOMES[study.kind](figures, study, link)
    return figures


def link_for(study: Study) -> RecruitmentLink:
    """Return the rehearsal's own link, made when it is missing: pilot, unless the study is a test.

    Raises NotPossibleError.
    """
    if study.status != Study.Status.OPEN:
        raise NotPossibleError(f"The study is {study.state}; only an open study can be rehearsed.")
    mode = Mode.LIVE if study.is_test else Mode.PILOT
    usable = study.links.usable().filter(panel=REHEARSAL, mode=mode, personal=False, quota=None)
    found: RecruitmentLink | None = usable.first()
    new = RecruitmentLink(study=study, panel=REHEARSAL, mode=mode, classroom=True)
    return found or links.make_link(link=new, user=None)


def _odd_position(trial_code: str) -> int:
    trial = Trial.objects.filter(code=trial_code).values_list("triad__odd_position", flat=True)
    return int(trial.get())


def _sheet(trial_code: str) -> KnownSheet:
    [(item, sheet, kind)] = Trial.objects.filter(code=trial_code).values_list(
        "sheet__item", "sheet", "kind"
    )
    systems: defaultdict[int, list[str]] = defaultdict(list)
    texts = SheetText.objects.filter(sheet=sheet).order_by("place", "sample__subject")
    for place, letter in texts.values_list("place", "sample__subject"):
        systems[place].append(letter)
    # The intact text of an attention sheet is the first system's.
    first = min(min(letters) for letters in systems.values())
    shuffled = {place for place, letters in systems.items() if first not in letters}
    return KnownSheet(
        item,
        tuple(tuple(found) for found in systems.values()),
        frozenset(shuffled if kind == Kind.ATTENTION else ()),
    )


def _left(trial_code: str) -> None:
    """End the hold of a virtual judge who leaves: a person's runs as long as the plan says."""
    claims.end_hold(Trial.objects.get(code=trial_code))


def _close_connection() -> None:
    """Close the connection of the thread that calls."""
    connection.close()


def _add_choices(figures: RehearsalFigures, study: Study, link: RecruitmentLink) -> None:
    """Count the stored answers of the link by order, and the right ones."""
    figures.orders.update(dict.fromkeys(design.orders_of(study.protocol), 0))
    rows = (
        Answer.objects.filter(trial__judge__link=link, trial__state=Trial.State.ANSWERED)
        .values_list("trial__triad__order")
        .annotate(answers=Count("pk"), right=Count("pk", filter=Q(correct=True)))
        .order_by()
    )
    for order, answers, right in rows:
        figures.orders[order] = answers
        figures.right += right
    figures.counted = figures.orders.total()


def _add_ratings(figures: RehearsalFigures, study: Study, link: RecruitmentLink) -> None:
    """Count the stored sheets of the link; sum up its ratings by criterion and system."""
    answers = Answer.objects.filter(
        trial__judge__link=link, trial__state=Trial.State.ANSWERED, kind=Kind.MAIN
    )
    figures.counted = answers.count()
    rows = (
        Rating.objects.filter(answer__in=answers)
        .values_list("criterion", "sample__subject")
        .annotate(ratings=Count("pk"), middle=Median("value"))
        .order_by("criterion", "sample__subject")
    )
    for criterion, letter, ratings, middle in rows:
        figures.medians[criterion, study.subjects[letter]] = (ratings, middle)


OUTCOMES = {TRIANGLE.key: _add_choices, RATING.key: _add_ratings}
