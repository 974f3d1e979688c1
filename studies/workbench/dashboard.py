"""A study's page: where it stands, the one thing to do next, and what else can be done."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from django.db.models import Count
from django.http import HttpRequest
from django.urls import NoReverseMatch, reverse
from django.utils import timezone

from analysis.stats import power, power_with_repeats
from analysis.stats.repeats.planning import MOST_ANSWERS
from studies.models import Job, RecruitmentLink, Study, User
from studies.models.sample import Subject
from studies.models.visibility import May
from studies.services.lifecycle import opening
from studies.services.lifecycle.availability import ActionName
from studies.services.lifecycle.plan_fields import FORM_FIELDS
from studies.services.recruiting.links import address_of
from studies.workbench import event_labels
from studies.workbench.actions import ACTIONS, ADD_STUDY, StudyAction
from studies.workbench.recruiting.links import (
    IN_USE,
    LinkRow,
    new_link_page,
    open_links,
    personal_counts,
    row_of,
    state_of,
)
from studies.workbench.recruiting.waiting_note import WaitingNote, waiting_note

Status = Study.Status
# Whether more texts than these can fill the triads is told on opening: here it takes too long.
CHECKED_TEXTS = 5000
STATUS_WORDS = {
    Status.DRAFT: "Draft: everything can still be changed, and no judge can see it.",
    Status.OPENING: "Opening: the triads are being made.",
    Status.OPEN: "Open: judges can take part by a recruitment link.",
    Status.PAUSED: "Paused: no new triads are given.",
    Status.CLOSED: "Closed: no more answers are counted.",
}
# Beside what the account may do to this study: to make one.
MAKE = "make"
# Pages about a study beyond the actions, and what an account must be allowed to open each.
PAGES = [
    ("Rehearse", "analysis:rehearse", "edit"),
    ("What gives the texts away", "studies:surface_cues", "edit"),
    ("Ask the machine judge", "analysis:machine_judge", "edit"),
    ("What the report should say", "studies:reporting", "edit"),
    ("Links to the results", "studies:share_links", "own"),
    ("Webhooks", "studies:webhooks", "edit"),
]


@dataclass(frozen=True, slots=True)
class Step:
    """A link that says what it does."""

    label: str
    address: str


@dataclass(frozen=True)
class Dashboard:
    """What the page shows of a study; steps and addresses follow from it."""

    study: Study
    permissions: frozenset[str]
    counted: int
    texts: dict[str, int]
    # Why a draft cannot be opened yet.
    blockers: list[str]
    links: list[RecruitmentLink]
    personal_links: dict[str, int]
    # People who waited or were sent away.
    waiting: WaitingNote | None
    events: list[dict[str, Any]]

    @property
    def status(self) -> str:
        return status_in_words(self.study)

    @property
    def power(self) -> str:
        return power_in_words({name: getattr(self.study, name) for name in FORM_FIELDS})

    @property
    def retention_is_over(self) -> bool:
        """The day until which the data were to be kept has come."""
        until = self.study.retention_until
        return not self.study.is_draft and until is not None and until <= timezone.localdate()

    @cached_property
    def live_link(self) -> RecruitmentLink | None:
        """The link to send out: the newest live one by which a judge can begin now."""
        usable = (link for link in self.links if state_of(link) == IN_USE)
        return next((link for link in usable if link.mode == "live"), None)

    @property
    def live_address(self) -> str:
        return address_of(self.live_link) if self.live_link else ""

    @property
    def link_rows(self) -> list[LinkRow]:
        return [row_of(link) for link in self.links]

    @property
    def new_link(self) -> str:
        return new_link_page(self.study)

    @cached_property
    def steps(self) -> list[Step]:
        """The one thing to do next, first, and what goes with it."""
        return _next_steps(self)

    @property
    def more(self) -> list[Step]:
        """What else the person may do now."""
        shown = {step.address for step in self.steps}
        return [step for step in _all_steps(self) if step.address not in shown]


def dashboard_of(request: HttpRequest, study: Any) -> Dashboard:
    """Read what the page shows, in as many queries for a large study as for a small one.

    The study comes with `counted`, its counted answers, as the admin annotates it.
    """
    user: Any = request.user
    permissions = permissions_of(user, study)
    may_recruit = "recruit" in permissions
    texts = dict.fromkeys(Subject.values, 0)
    texts.update(study.samples.main().order_by().values_list("subject").annotate(n=Count("pk")))
    return Dashboard(
        study=study,
        permissions=permissions,
        counted=study.counted,
        texts=texts,
        blockers=_blockers(study, sum(texts.values())),
        links=open_links(study) if may_recruit else [],
        personal_links=personal_counts(study) if may_recruit else {},
        waiting=waiting_note(study) if may_recruit else None,
        events=event_labels.latest(study),
    )


def permissions_of(user: User, study: Study) -> frozenset[str]:
    """Return what the account may do to the study; `make` is: to any, make studies like it."""
    rows = Study.objects.filter(pk=study.pk)
    found = {may.value for may in May if rows.visible_to(user, may.value).exists()}
    return frozenset(found | ({MAKE} if user.has_perm(ADD_STUDY) else set()))


def _blockers(study: Study, texts: int) -> list[str]:
    if not study.is_draft or not 0 < texts <= CHECKED_TEXTS:
        return []
    return [str(reason) for reason in opening.why_not_open(study)]


def status_in_words(study: Study) -> str:
    """Say where the study stands."""
    if study.archived_at:
        return f"{study.state.capitalize()}: it stands in no list until it is brought back."
    if study.is_complete and study.status in Study.COUNTING_STATUSES:
        return f"{study.state.capitalize()}: all the evaluations that are wanted are in."
    return STATUS_WORDS[Status(study.status)]


def power_in_words(plan: Mapping[str, Any]) -> str:
    """Say what the planned number can show; empty for sequential plans. Takes columns by name."""
    if plan["method"] == Study.Method.SEQUENTIAL:
        return ""
    if plan["evaluations_per_judge"] > 1:
        return _power_with_repeats(plan)
    number = plan["evaluations"]
    is_difference = plan["goal"] == Study.Goal.DIFFERENCE
    risk = {name: plan[name] for name in (["alpha"] if is_difference else ["beta"])}
    value = power(number, goal=plan["goal"], pd=plan["pd"], **risk)
    share = f"{100 * plan['pd']:g} %"
    if is_difference:
        return (
            f"If {share} of people perceive a difference, {number} answers show it "
            f"with probability {value:.2f}."
        )
    return (
        f"If nobody perceives a difference, {number} answers show similarity "
        f"(at most {share}) with probability {value:.2f}."
    )


def _power_with_repeats(plan: Mapping[str, Any]) -> str:
    """Say what the planned number can show, the less the more judges differ (gamma)."""
    number = plan["evaluations"]
    if number > MOST_ANSWERS:
        return ""
    each = min(plan["evaluations_per_judge"], number)
    judges, rest = divmod(number, each)
    none, some, all_of_it = (
        power_with_repeats(judges, each, alpha=plan["alpha"], pd=plan["pd"], gamma=gamma, rest=rest)
        for gamma in (0.0, 0.3, 1.0)
    )
    people = "1 judge" if judges == 1 else f"{judges} judges"
    further = f" and one with {rest}" if rest else ""
    return (
        f"If {100 * plan['pd']:g} % of people perceive a difference, {number} answers from "
        f"{people} with {each} each{further} show it with probability {none:.2f} if judges do not "
        "differ, "
        f"{some:.2f} if they clearly do (gamma 0.3), and {all_of_it:.2f} if each always perceives "
        "it or never does."
    )


def action_step(name: ActionName, study: Study) -> Step:
    """Return the link to an action's page."""
    action = next(action for action in ACTIONS if action.name == name)
    return _step(action, study)


def _step(action: StudyAction, study: Study) -> Step:
    return Step(action.label, reverse(f"admin:studies_study_{action.name}", args=[study.pk]))


def _page(name: str, study: Study) -> str:
    return reverse(name, args=[study.code])


def _next_steps(shown: Dashboard) -> list[Step]:
    study = shown.study
    may_edit = "edit" in shown.permissions
    results = _results(study)
    if study.archived_at:
        return [action_step("unarchive", study)] if may_edit else []
    if study.status == Status.DRAFT:
        return _steps_of_draft(shown) if may_edit else []
    if study.status == Status.OPENING:
        return [_step_of_opening(study)] if may_edit else []
    if study.status == Status.CLOSED:
        return results
    return [*_steps_of_open(shown), *results]


def _results(study: Study) -> list[Step]:
    """Return the link to the results page, which `studies` knows by its name only."""
    try:
        return [Step("See results", _page("analysis:results", study))]
    except NoReverseMatch:
        return []


def _steps_of_draft(shown: Dashboard) -> list[Step]:
    study = shown.study
    add = Step("Add texts", _page("studies:upload", study))
    if not sum(shown.texts.values()):
        return [add]
    preview = Step("Preview as a judge", _page("studies:preview", study))
    if shown.blockers:
        return [add, preview]
    return [action_step("open", study), preview, add]


def _step_of_opening(study: Study) -> Step:
    job = Job.objects.running(study, Job.Kind.OPEN)
    if job is None:
        return Step("Go on opening", reverse("admin:studies_study_open", args=[study.pk]))
    return Step("See how far it is", reverse("studies:job", args=[study.code, job.pk]))


def _steps_of_open(shown: Dashboard) -> list[Step]:
    study = shown.study
    may_edit = "edit" in shown.permissions
    if study.is_complete:
        return [action_step("close", study)] if may_edit else []
    if study.status == Status.PAUSED:
        return [action_step("resume", study)] if may_edit else []
    has_links = shown.live_link is not None or shown.personal_links.get("made")
    if "recruit" in shown.permissions and not has_links:
        return [Step("Make a recruitment link", new_link_page(study))]
    return []


def _all_steps(shown: Dashboard) -> list[Step]:
    """Return links to all available actions but opening, and to the other pages of the study."""
    study = shown.study
    actions = [
        _step(action, study)
        for action in ACTIONS
        if action.name != "open"
        and action.permission in shown.permissions
        and not (action.makes_a_study and MAKE not in shown.permissions)
        and action.available(study)
    ]
    pages = [
        Step(label, _page(name, study))
        for label, name, permission in PAGES
        if permission in shown.permissions
    ]
    return [*actions, *pages]
