"""Let virtual judges come, so many at once, until all have come or the plan is complete."""

import threading
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from itertools import count

from django.db import connection
from django.db.models import Count, Q
from django.urls import reverse

from studies.models import Answer, RecruitmentLink, Study, Trial
from studies.models.triad import Mode
from studies.virtual_judges.browser import Browser
from studies.virtual_judges.figures import Figures
from studies.virtual_judges.judge import Character, End, VirtualJudge

PANEL = "Rehearsal"
# Without a number of judges: when so many times the plan have come, something is wrong.
MOST_JUDGES_PER_EVALUATION = 20


class NotPossibleError(Exception):
    """A rehearsal that cannot be played; the message says why."""


@dataclass(frozen=True, slots=True)
class Plan:
    """Who comes: so many judges, of whom shares perceive the difference and leave in the middle."""

    pd: float
    dropout: float
    seed: int
    judges: int | None = None
    at_once: int = 20

    def __post_init__(self) -> None:
        for name, share in (("pd", self.pd), ("dropout", self.dropout)):
            if not 0 <= share <= 1:
                raise NotPossibleError(f"{name} must be from 0 to 1, not {share}.")
        for name, number in (("judges", self.judges), ("at-once", self.at_once)):
            if number is not None and number < 1:
                raise NotPossibleError(f"{name} must be at least 1, not {number}.")
        if self.judges is None and self.dropout == 1:
            raise NotPossibleError("Where everybody leaves, the plan is never complete.")


def link_for(study: Study) -> RecruitmentLink:
    """The rehearsal's own link, made when it is missing: pilot, unless the study is a test."""
    if study.status != Study.Status.OPEN:
        raise NotPossibleError(
            f"The study is {study.get_status_display()}; only an open study can be rehearsed."
        )
    mode = Mode.LIVE if study.is_test else Mode.PILOT
    links = study.links.usable().filter(panel=PANEL, mode=mode, personal=False, quota=None)
    found: RecruitmentLink | None = links.first()
    return found or study.links.create(panel=PANEL, mode=mode, classroom=True)


def play(study: Study, plan: Plan, *, base_url: str) -> Figures:
    """Raises NotPossibleError, UnreachableError and UnexpectedPageError."""
    link = link_for(study)
    figures = Figures()
    rehearsal = _Rehearsal(study, link, plan, base_url.rstrip("/"), figures)
    begin = time.monotonic()
    rehearsal.run()
    figures.seconds = time.monotonic() - begin
    _look_at_answers(link, figures)
    return figures


class _Rehearsal:
    def __init__(
        self, study: Study, link: RecruitmentLink, plan: Plan, base_url: str, figures: Figures
    ) -> None:
        self._study = study
        self._plan = plan
        self._base_url = base_url
        self._address = base_url + reverse("judge:welcome", args=[link.token])
        self._figures = figures
        self._pilot = link.mode == Mode.PILOT
        self._numbers = count(1)
        self._enough = threading.Event()
        self._most = plan.judges or MOST_JUDGES_PER_EVALUATION * study.evaluations

    def run(self) -> None:
        """Each thread takes one judge after another; the first error ends them all."""
        with ThreadPoolExecutor(self._plan.at_once) as pool:
            threads = [pool.submit(self._judges) for _ in range(self._plan.at_once)]
        for thread in threads:
            thread.result()

    def _judges(self) -> None:
        try:
            while not self._enough.is_set():
                number = next(self._numbers)  # one step for the interpreter: no two get the same
                if number > self._most:
                    return
                self._judge(number)
        except BaseException:
            self._enough.set()
            raise
        finally:
            connection.close()

    def _judge(self, number: int) -> None:
        character = Character.of(
            seed=self._plan.seed,
            number=number,
            pd=self._plan.pd,
            dropout=self._plan.dropout,
            trials=self._study.evaluations_per_judge,
        )
        browser = Browser(self._base_url, self._figures.timed)
        judge = VirtualJudge(character, browser, odd_position=odd_position, answered=self._answered)
        try:
            end = judge.take_part(self._address)
        finally:
            browser.close()
        self._figures.ended(end)
        if end == End.COMPLETE and self._plan.judges is None:
            self._enough.set()

    def _answered(self) -> None:
        self._figures.answered()
        # Pilot answers never complete a study: as many as the plan has are enough.
        wanted = self._plan.judges is None and self._pilot
        if wanted and self._figures.answers >= self._study.evaluations:
            self._enough.set()


def odd_position(trial_code: str) -> int:
    """The one thing that a virtual judge does not read from the pages."""
    trial = Trial.objects.filter(code=trial_code).values_list("triad__odd_position", flat=True)
    return int(trial.get())


def _look_at_answers(link: RecruitmentLink, figures: Figures) -> None:
    rows = (
        Answer.objects.filter(trial__judge__link=link, trial__state=Trial.State.ANSWERED)
        .values_list("trial__triad__order")
        .annotate(answers=Count("pk"), right=Count("pk", filter=Q(correct=True)))
        .order_by()
    )
    for order, answers, right in rows:
        figures.orders[order] = answers
        figures.right += right
