"""A study's page: where it stands, the one thing to do next, and what else can be done."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from django.db.models import Count, Q
from django.urls import reverse
from django.utils import timezone

from analysis.stats import fewest_judges, power, power_with_repeats
from analysis.stats.repeats.planning import MOST_ANSWERS
from studies.kinds import RATING, TRIANGLE, kind_of
from studies.models import Job, RecruitmentLink, Study, User
from studies.services.lifecycle import opening
from studies.services.lifecycle.availability import ActionName
from studies.services.lifecycle.plan_fields import FORM_FIELDS
from studies.services.recruiting.links import address_of
from studies.workbench.actions import (
    ACTIONS,
    ActionLink,
    ActionPlace,
    action_link,
    offered_actions,
)
from studies.workbench.draft.check_words import FIXES
from studies.workbench.frame import StudyHeader
from studies.workbench.recruiting.links import live_link, new_link_page
from studies.workbench.recruiting.waiting_note import WaitingNote, waiting_note

Status = Study.Status
# Whether more texts than these can fill the triads is told on opening: here it takes too long.
CHECKED_TEXTS = 5000
STATUS_WORDS = {
    Status.DRAFT: "Draft: everything can still be changed, and no judge can see it.",
    Status.OPENING: "Opening: the pages of judges are being made.",
    Status.OPEN: "Open: judges can take part by a recruitment link.",
    Status.PAUSED: "Paused: no more texts are given.",
    Status.CLOSED: "Closed: no more answers are counted.",
}
# Below the one pd is low, above the other it is high (ISO 4120).
LOW_PD, HIGH_PD = 0.25, 0.35


@dataclass(frozen=True, slots=True)
class Step:
    """A link that says what it does."""

    label: str
    address: str


@dataclass(frozen=True)
class Dashboard:
    """What the study's page shows beside its verdict."""

    study: Study
    header: StudyHeader
    texts: dict[str, int]
    # Why a draft cannot be opened yet.
    blockers: list[opening.Reason]
    # The link to send out: the newest by which a judge can begin now.
    live_link: RecruitmentLink | None
    has_personal_links: bool
    # People who found no place at once.
    waiting: WaitingNote | None
    actions: list[ActionLink]
    # Who works on it, for those who may change it.
    colleagues: list[User]

    @property
    def status(self) -> str:
        return status_in_words(self.study, counted=self.header.counted)

    @property
    def power(self) -> str:
        return _WHAT_IT_CAN_SHOW[self.study.kind](self.study)

    @property
    def texts_by_name(self) -> list[tuple[str, int]]:
        """Return name and number of texts of each subject or system."""
        names = self.study.subjects
        return [(names[letter], number) for letter, number in self.texts.items()]

    @property
    def has_all_texts(self) -> bool:
        return all(self.texts.values())

    @property
    def retention_is_over(self) -> bool:
        """The day until which the data were to be kept has come."""
        until = self.study.retention_until
        return not self.study.is_draft and until is not None and until <= timezone.localdate()

    @property
    def live_address(self) -> str:
        return address_of(self.live_link) if self.live_link else ""

    @cached_property
    def steps(self) -> list[Step]:
        """The one thing to do next, first, and what goes with it."""
        return _next_steps(self)

    @property
    def other_actions(self) -> list[ActionLink]:
        """What else can be done: nothing twice, and no pause where no more texts are given."""
        left_out = {step.address for step in self.steps}
        if self.study.is_complete:
            left_out.add(_page("studies:pause", self.study))
        return [action for action in self.actions if action.address not in left_out]


def dashboard_of(user: User, study: Study, header: StudyHeader) -> Dashboard:
    """Read what the page shows, in as many queries for a large study as for a small one."""
    may_recruit = "recruit" in header.permissions
    texts = dict.fromkeys(study.subjects, 0)
    texts.update(study.samples.main().order_by().values_list("subject").annotate(n=Count("pk")))
    return Dashboard(
        study=study,
        header=header,
        texts=texts,
        blockers=_blockers(study, sum(texts.values())),
        live_link=live_link(study) if may_recruit else None,
        has_personal_links=may_recruit and study.links.filter(personal=True).exists(),
        waiting=waiting_note(study) if may_recruit else None,
        actions=offered_actions(study, header.permissions, user, ActionPlace.OVERVIEW),
        colleagues=_colleagues(study) if "edit" in header.permissions else [],
    )


def _colleagues(study: Study) -> list[User]:
    """Return the owner and those with whom the study is shared."""
    of_study = Q(pk=study.owner_id) | Q(collaborations__study=study)
    return list(User.objects.filter(of_study).distinct().order_by("email"))


def _blockers(study: Study, texts: int) -> list[opening.Reason]:
    if not study.is_draft or not 0 < texts <= CHECKED_TEXTS:
        return []
    return opening.why_not_open(study)


def status_in_words(study: Study, *, counted: int | None = None) -> str:
    """Say where the study stands; `counted` are fewer than planned where judges withdrew later."""
    if study.archived_at:
        return f"{study.state.capitalize()}: the list shows it when you choose “archived”."
    if study.is_complete and study.status in Study.COUNTING_STATUSES:
        things = kind_of(study).counted_things
        gone = counted is not None and counted < study.evaluations
        if gone and study.method == Study.Method.FIXED:
            return (
                f"{study.state.capitalize()}: all the {things} that are wanted came in, and "
                f"{study.evaluations - (counted or 0)} of them were withdrawn after the verdict."
            )
        if study.method == Study.Method.SEQUENTIAL:
            return f"{study.state.capitalize()}: no more {things} are needed."
        return f"{study.state.capitalize()}: all the {things} that are wanted are in."
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
            f"with probability {_power(value)}."
        )
    return (
        f"If no one perceives a difference, {number} answers show similarity "
        f"(at most {share}) with probability {_power(value)}."
    )


def _power(value: float) -> str:
    """Return a power to two digits, which are never those of certainty."""
    return "more than 0.99" if value >= 0.995 else f"{value:.2f}"


def power_of_plan(study: Study) -> str:
    """Say what the planned number of triads can show; empty where that is not known."""
    return power_in_words({name: getattr(study, name) for name in FORM_FIELDS})


def _what_ratings_can_show(study: Study) -> str:
    """Say for how many judges it is planned, and how few can never decide."""
    plan, systems = study.rating_plan, len(study.subjects)
    group = "" if plan.shares_judges else ", for each criterion"
    return (
        f"{plan.judges_of_criterion:,} judges{group}. Fewer than "
        f"{fewest_judges(systems, alpha=study.alpha)} can never decide among {systems} systems."
    )


# What the plan of each kind can show.
_WHAT_IT_CAN_SHOW = {
    TRIANGLE.key: power_of_plan,
    RATING.key: _what_ratings_can_show,
}


def sensitivity_in_words(pd: float) -> str:
    """Say whether pd is low, medium or high, as ISO 4120 parts them, and what that means."""
    share = f"{100 * pd:g}\u00a0%"
    if pd < LOW_PD:
        return (
            f"pd {share} is low (under 25\u00a0%), the sensitivity high: a difference counts that "
            "only few people perceive, and many judges are needed."
        )
    if pd > HIGH_PD:
        return (
            f"pd {share} is high (over 35\u00a0%), the sensitivity low: only a difference counts "
            "that many people perceive, and few judges are needed."
        )
    return (
        f"pd {share} is medium (25 to 35\u00a0%), the sensitivity too: a difference counts that "
        "one person in three or four perceives."
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
        f"{people} with {each} each{further} show it with probability {_power(none)} if judges do "
        "not differ, "
        f"{_power(some)} if they clearly do (gamma 0.3), and {_power(all_of_it)} if each always "
        "perceives it or never does."
    )


def _action(name: ActionName, study: Study) -> Step:
    """Return the link to an action's page."""
    action = next(action for action in ACTIONS if action.name == name)
    return Step(action.label, action_link(action, study).address)


def _page(name: str, study: Study) -> str:
    return reverse(name, args=[study.code])


def next_in_words(study: Any) -> str:
    """Say in a few words what comes next in a study that has `counted` answers."""
    if study.archived_at:
        return "nothing, until it is brought back"
    if study.status == Status.DRAFT:
        return "finish the draft and open it"
    if study.status == Status.OPENING:
        return "wait: its pages are being made"
    if study.status == Status.CLOSED:
        return "report it"
    if study.is_complete:
        return "see the results, then close it"
    if study.status == Status.PAUSED:
        return "resume it, or close it"
    return "wait for answers" if study.counted else "send the link"


def _next_steps(shown: Dashboard) -> list[Step]:
    study = shown.study
    may_edit = "edit" in shown.header.permissions
    results = Step("See results", _page("analysis:results", study))
    if study.archived_at:
        return [_action("unarchive", study)] if may_edit else []
    if study.status == Status.DRAFT:
        return _steps_of_draft(shown) if may_edit else []
    if study.status == Status.OPENING:
        return [_step_of_opening(study)] if may_edit else []
    if study.status == Status.CLOSED or study.is_complete:
        return [results]
    return [*_steps_of_open(shown), results]


def _steps_of_draft(shown: Dashboard) -> list[Step]:
    study = shown.study
    add = Step("Add texts", _page("studies:upload", study))
    if not sum(shown.texts.values()):
        return [add]
    preview = Step("Preview as a judge", _page("studies:preview", study))
    # What has no other remedy asks for more texts; the others are told with theirs on opening.
    if any(reason.code not in FIXES for reason in shown.blockers):
        return [add, preview]
    return [Step("Check and open", _page("studies:open", study)), preview]


def _step_of_opening(study: Study) -> Step:
    job = Job.objects.running(study, Job.Kind.OPEN)
    if job is None:
        return Step("Go on opening", _page("studies:open", study))
    return Step("See how far it is", reverse("studies:job", args=[study.code, job.pk]))


def _steps_of_open(shown: Dashboard) -> list[Step]:
    study = shown.study
    if study.status == Status.PAUSED:
        return [_action("resume", study)] if "edit" in shown.header.permissions else []
    if "recruit" not in shown.header.permissions:
        return []
    if shown.live_link is None and not shown.has_personal_links:
        return [Step("Make a recruitment link", new_link_page(study))]
    if study.is_sealed or not shown.header.counted:
        link = shown.live_link
        page = reverse("studies:link", args=[study.code, link.pk]) if link else None
        return [Step("Send the link", page or _page("studies:people", study))]
    return []
