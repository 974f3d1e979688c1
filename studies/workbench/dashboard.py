"""A study's page as its home: where it stands, the one thing to do next, and what else can be."""

from dataclasses import dataclass, field
from typing import Any

from django.db.models import Case, Count, F, OuterRef, QuerySet, When
from django.http import HttpRequest
from django.urls import NoReverseMatch, reverse
from django.utils import timezone

from analysis.stats import power
from studies.admin.columns import number_of
from studies.models import Job, Judge, RecruitmentLink, Study, Trial, User
from studies.models.sample import Kind, Subject
from studies.models.visibility import May
from studies.services.lifecycle import opening
from studies.services.lifecycle.availability import ActionName
from studies.services.recruiting import links as recruitment
from studies.workbench import event_labels
from studies.workbench.actions import ACTIONS, StudyAction

Status = Study.Status
SHOWN_LINKS = 20
# Whether so many texts can fill the triads is told on opening: here it would take too long.
CHECKED_TEXTS = 5000
# Whoever finished by a link is counted in studies of up to so many evaluations.
COUNTED_EVALUATIONS = 50_000


@dataclass(frozen=True, slots=True)
class Step:
    """A link that says what it does."""

    label: str
    address: str


@dataclass(frozen=True, slots=True)
class Home:
    """All that the page shows of a study."""

    study: Study
    status: str
    counted: int
    texts: dict[str, int]
    steps: list[Step] = field(default_factory=list)
    more: list[Step] = field(default_factory=list)
    reasons: list[str] = field(default_factory=list)
    links: list[RecruitmentLink] = field(default_factory=list)
    personal: dict[str, int] = field(default_factory=dict)
    may: frozenset[str] = frozenset()
    power: str = ""
    happened: list[dict[str, Any]] = field(default_factory=list)

    @property
    def retention_is_over(self) -> bool:
        """The day has come until which the data were to be kept."""
        until = self.study.retention_until
        return not self.study.is_draft and until is not None and until <= timezone.localdate()

    @property
    def live(self) -> RecruitmentLink | None:
        """The link to send out: the newest live one that can be used, while judges are wanted."""
        if self.study.is_complete or self.study.status == Status.CLOSED:
            return None
        return next((link for link in self.links if _usable(link) and link.mode == "live"), None)

    @property
    def live_address(self) -> str:
        """The whole address of that link."""
        return recruitment.address_of(self.live) if self.live else ""

    @property
    def link_rows(self) -> list[dict[str, Any]]:
        """The open links as the page lists them."""
        return [_link_row(link) for link in self.links]

    @property
    def new_link(self) -> str:
        """Where another link is made."""
        return link_page(self.study)


# Pages about a study beyond what changes it, and who may open them.
PAGES = [
    ("Rehearse", "analysis:rehearse", "edit"),
    ("What gives the texts away", "studies:surface_cues", "edit"),
    ("Ask the machine judge", "analysis:machine_judge", "edit"),
    ("What the report should say", "studies:reporting", "edit"),
    ("Links to the results", "studies:share_links", "own"),
    ("Webhooks", "studies:webhooks", "edit"),
]


def home_of(request: HttpRequest, study: Study) -> Home:
    """Read what the page shows, in as many queries for a large study as for a small one."""
    user: Any = request.user
    may = rights(user, study)
    links = list(open_links(study)) if "recruit" in may else []
    texts = dict.fromkeys(Subject.values, 0)
    texts.update(study.samples.main().order_by().values_list("subject").annotate(n=Count("pk")))
    reasons = _reasons(study, sum(texts.values())) if study.is_draft else []
    home = Home(
        study=study,
        status=status_in_words(study),
        counted=Trial.objects.counted().filter(study=study).count(),
        texts=texts,
        reasons=reasons,
        links=links,
        personal=_personal(study) if "recruit" in may else {},
        may=may,
        power=power_in_words(study),
        happened=event_labels.latest(study),
    )
    home.steps.extend(_next_steps(home))
    home.more.extend(_more(home))
    return home


def rights(user: User, study: Study) -> frozenset[str]:
    """What the person may do to the study."""
    rows = Study.objects.filter(pk=study.pk)
    return frozenset(may.value for may in May if rows.visible_to(user, may.value).exists())


def status_in_words(study: Study) -> str:
    """Where the study stands."""
    if study.archived_at:
        return "Archived."
    words = {
        Status.DRAFT: "Draft: everything can still be changed, and no judge can see it.",
        Status.OPENING: "Opening: the triads are being made.",
        Status.OPEN: "Open: judges can take part by a recruitment link.",
        Status.PAUSED: "Paused: no new triads are given.",
        Status.CLOSED: "Closed: no more answers are counted.",
    }
    if study.is_complete and study.status in Study.COUNTING_STATUSES:
        return "Complete: all the evaluations that are wanted are in."
    return words[Status(study.status)]


def _reasons(study: Study, texts: int) -> list[str]:
    if not 0 < texts <= CHECKED_TEXTS:
        return []
    return [str(reason) for reason in opening.why_not_open(study)]


def power_in_words(study: Study) -> str:
    """What the number can show, for people who plan."""
    if study.method == Study.Method.SEQUENTIAL or study.evaluations_per_judge > 1:
        return ""
    risk = {"alpha": study.alpha} if study.goal == Study.Goal.DIFFERENCE else {"beta": study.beta}
    value = power(study.evaluations, goal=study.goal, pd=study.pd, **risk)
    if study.goal == Study.Goal.DIFFERENCE:
        words = (
            "If %(pd)s %% of people perceive a difference, %(n)d answers show it with probability "
            "%(power).2f."
        )
    else:
        words = (
            "If nobody perceives a difference, %(n)d answers show similarity (at most %(pd)s %%) "
            "with probability %(power).2f."
        )
    return words % {"pd": f"{100 * study.pd:g}", "n": study.evaluations, "power": value}


def open_links(study: Study) -> QuerySet[RecruitmentLink]:
    """The study's open links, newest first, with how many began and finished by each."""
    return with_counts(study.links.filter(personal=False)).order_by("-pk")[:SHOWN_LINKS]


def with_counts(links: QuerySet[Any]) -> QuerySet[Any]:
    """Links with `started` and `finished`, counted in the same query."""
    judges = Judge.objects.filter(link=OuterRef("pk"))
    used = Trial.objects.filter(judge=OuterRef("pk"), kind=Kind.MAIN, state__in=Trial.USED_STATES)
    finished = judges.annotate(used=number_of(used, "judge")).filter(
        used__gte=F("study__evaluations_per_judge")
    )
    counted: QuerySet[Any] = links.annotate(
        started=number_of(judges, "link"),
        # In a large study it would take seconds; its results tell the progress of each panel.
        finished=Case(
            When(study__evaluations__lte=COUNTED_EVALUATIONS, then=number_of(finished, "link"))
        ),
    )
    return counted


def _personal(study: Study) -> dict[str, int]:
    """How many personal links there are, and by how many somebody began."""
    links = study.links.filter(personal=True)
    began = Judge.objects.filter(study=study, personal=True)
    return {"made": links.count(), "began": began.count()}


def _usable(link: RecruitmentLink) -> bool:
    in_time = link.expires_at is None or link.expires_at > timezone.now()
    return link.revoked_at is None and in_time


def state_of(link: RecruitmentLink) -> str:
    """Whether somebody can still begin by this link."""
    if link.revoked_at:
        return "revoked"
    return "in use" if _usable(link) else "expired"


def _link_row(link: Any) -> dict[str, Any]:
    return {
        "page": reverse("admin:studies_recruitmentlink_change", args=[link.pk]),
        "panel": link.panel,
        "mode": link.get_mode_display(),
        "started": link.started,
        "finished": link.finished,
        "quota": link.quota,
        "state": state_of(link),
    }


def action_step(name: ActionName, study: Study) -> Step:
    """Return the link to an action's page."""
    action = next(action for action in ACTIONS if action.name == name)
    return _step(action, study)


def _step(action: StudyAction, study: Study) -> Step:
    return Step(action.label, reverse(f"admin:studies_study_{action.name}", args=[study.pk]))


def _page(name: str, study: Study) -> str:
    return reverse(name, args=[study.code])


def _next_steps(home: Home) -> list[Step]:
    """The one thing to do next, first, and what goes with it."""
    study = home.study
    results = _results(study)
    if study.archived_at:
        return [action_step("unarchive", study)] if "edit" in home.may else []
    if study.status == Status.DRAFT:
        return _steps_of_draft(home) if "edit" in home.may else []
    if study.status == Status.OPENING:
        return [_step_of_opening(study)] if "edit" in home.may else []
    if study.status == Status.CLOSED:
        return results
    return [*_steps_of_open(home), *results]


def _results(study: Study) -> list[Step]:
    """The page of results, which `studies` knows by its name only."""
    try:
        return [Step("See results", _page("analysis:results", study))]
    except NoReverseMatch:
        return []


def _steps_of_draft(home: Home) -> list[Step]:
    study = home.study
    add = Step("Add texts", _page("studies:upload", study))
    if not sum(home.texts.values()):
        return [add]
    preview = Step("Preview as a judge", _page("studies:preview", study))
    if home.reasons:
        return [add, preview]
    return [action_step("open", study), preview, add]


def _step_of_opening(study: Study) -> Step:
    job = Job.objects.running(study, Job.Kind.OPEN)
    if job is None:
        return Step("Go on opening", reverse("admin:studies_study_open", args=[study.pk]))
    return Step("See how far it is", reverse("studies:job", args=[study.code, job.pk]))


def _steps_of_open(home: Home) -> list[Step]:
    study = home.study
    if study.is_complete:
        return [action_step("close", study)] if "edit" in home.may else []
    if study.status == Status.PAUSED:
        return [action_step("resume", study)] if "edit" in home.may else []
    if "recruit" in home.may and home.live is None and not home.personal["made"]:
        return [Step("Make a recruitment link", link_page(study))]
    return []


def link_page(study: Study) -> str:
    """Where a recruitment link is made."""
    return f"{reverse('admin:studies_recruitmentlink_add')}?study={study.pk}"


def _more(home: Home) -> list[Step]:
    """Whatever else the person may do now."""
    code = home.study.code
    shown = {step.address for step in home.steps}
    steps = [
        _step(action, home.study)
        for action in ACTIONS
        if action.name != "open" and action.permission in home.may and action.available(home.study)
    ]
    steps += [
        Step(label, reverse(name, args=[code])) for label, name, may in PAGES if may in home.may
    ]
    return [step for step in steps if step.address not in shown]
