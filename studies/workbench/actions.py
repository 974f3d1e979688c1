"""The actions on a study: who may do each, what its page says first, and what it does.

Each has a page that says what will happen and asks; nothing happens on GET.
"""

from collections.abc import Callable, Collection
from dataclasses import dataclass
from enum import Enum
from typing import Any

from django.urls import reverse

from studies.models import Study, User
from studies.services.lifecycle import amendments, drafts, erasure, transitions
from studies.services.lifecycle.availability import ActionName, is_available
from studies.tasks import open_study
from studies.workbench import action_explanations as explained
from studies.workbench.forms import actions as forms
from studies.workbench.frame import study_page

ADD_STUDY = "studies.add_study"


@dataclass(frozen=True, slots=True)
class ActionOutcome:
    """The message to show after an action, and the address of the next page."""

    message: str
    address: str


class ActionPlace(Enum):
    """Where an action is offered."""

    STEP = "a step of a new study"
    OVERVIEW = "the study's page"
    SETTINGS = "its settings"
    DANGER = "the danger zone of its settings"


@dataclass(frozen=True, slots=True)
class StudyAction:
    """An action on a study; `services.lifecycle.availability` says when it is allowed."""

    name: ActionName
    label: str
    permission: str
    run: Callable[[Study, User, dict[str, Any]], ActionOutcome]
    explain: Callable[[Study], list[str]]
    form: type[forms.ActionForm] = forms.ActionForm
    template: str = "workbench/action.html"
    place: ActionPlace = ActionPlace.OVERVIEW
    # What it does, in a sentence beside its link.
    summary: str = ""
    dangerous: bool = False
    makes_a_study: bool = False

    def available(self, study: Study) -> bool:
        """Return whether the study is in a state in which the action is allowed."""
        return is_available(self.name, study)

    def allowed_to(self, user: User) -> bool:
        """Return whether the account may do such a thing at all, with any study."""
        return not self.makes_a_study or user.has_perm(ADD_STUDY)


def _open(study: Study, user: User, answers: dict[str, Any]) -> ActionOutcome:
    accepted = [*study.accepted_warnings, *answers.get("accepted", [])]
    job = open_study(study=study, user=user, accepted=accepted)
    if job:
        return ActionOutcome("", reverse("studies:job", args=[study.code, job.pk]))
    return ActionOutcome(
        "The study is open. Now invite judges by a recruitment link.", study_page(study)
    )


def _pause(study: Study, user: User, answers: dict[str, Any]) -> ActionOutcome:
    transitions.pause(study=study, user=user)
    return ActionOutcome("The study is paused.", study_page(study))


def _resume(study: Study, user: User, answers: dict[str, Any]) -> ActionOutcome:
    transitions.resume(study=study, user=user)
    return ActionOutcome("The study is open again.", study_page(study))


def _close(study: Study, user: User, answers: dict[str, Any]) -> ActionOutcome:
    transitions.close(study=study, user=user, why=answers["why"])
    return ActionOutcome("The study is closed.", study_page(study))


def _amend(study: Study, user: User, answers: dict[str, Any]) -> ActionOutcome:
    amendments.raise_evaluations(
        study=study,
        user=user,
        evaluations=answers["evaluations"],
        why=answers["why"],
        cost_accepted=answers["accept_cost"],
    )
    words = f"The study now wants {answers['evaluations']} evaluations."
    return ActionOutcome(words, study_page(study))


def _reopen(study: Study, user: User, answers: dict[str, Any]) -> ActionOutcome:
    amendments.reopen(study=study, user=user, why=answers["why"])
    return ActionOutcome("The study is open again.", study_page(study))


def _duplicate(study: Study, user: User, answers: dict[str, Any]) -> ActionOutcome:
    copy = drafts.duplicate(study=study, user=user)
    return ActionOutcome("This is the copy: a draft of your own.", study_page(copy))


def _archive(study: Study, user: User, answers: dict[str, Any]) -> ActionOutcome:
    transitions.archive(study=study, user=user)
    words = "The study is archived. The list shows it when you choose “archived”."
    return ActionOutcome(words, reverse("analysis:studies"))


def _unarchive(study: Study, user: User, answers: dict[str, Any]) -> ActionOutcome:
    transitions.unarchive(study=study, user=user)
    return ActionOutcome("The study is back in the list.", study_page(study))


def _unseal(study: Study, user: User, answers: dict[str, Any]) -> ActionOutcome:
    transitions.unseal(study=study, user=user, why=answers["why"])
    return ActionOutcome("The results can be seen now.", study_page(study))


def _keep(study: Study, user: User, answers: dict[str, Any]) -> ActionOutcome:
    erasure.keep(study=study, user=user, **answers)
    return ActionOutcome(f"The data are kept until {answers['until']}.", study_page(study))


def _erase(study: Study, user: User, answers: dict[str, Any]) -> ActionOutcome:
    erasure.erase(study=study, user=user)
    return ActionOutcome("The study was erased.", reverse("analysis:studies"))


ACTIONS = (
    StudyAction(
        name="open",
        label="Open study",
        permission="edit",
        place=ActionPlace.STEP,
        run=_open,
        explain=explained.about_opening,
        form=forms.OpenForm,
        template="workbench/open.html",
    ),
    StudyAction(
        name="pause",
        label="Pause study",
        summary="No more texts are given until you resume.",
        permission="edit",
        run=_pause,
        explain=explained.say(
            "A paused study gives no more texts.",
            "Judges who are reading some now can still answer, and it counts.",
        ),
    ),
    StudyAction(
        name="resume",
        label="Resume study",
        permission="edit",
        run=_resume,
        explain=explained.say("The recruitment links give texts again."),
    ),
    StudyAction(
        name="close",
        label="Close study",
        summary="No more texts are given, and no more answers are counted.",
        permission="edit",
        run=_close,
        explain=explained.about_closing,
        form=forms.NoteForm,
    ),
    StudyAction(
        name="amend",
        label="Raise the number",
        summary="Ask for more evaluations.",
        permission="edit",
        run=_amend,
        explain=explained.about_amending,
        form=forms.AmendForm,
    ),
    StudyAction(
        name="reopen",
        label="Reopen study",
        summary="Give texts again.",
        permission="edit",
        run=_reopen,
        explain=explained.about_reopening,
        form=forms.ReasonForm,
    ),
    StudyAction(
        name="unseal",
        label="Unseal results",
        summary="See the results of a blind study before it is complete.",
        permission="own",
        place=ActionPlace.SETTINGS,
        run=_unseal,
        explain=explained.say(
            "This study is blind: its results are hidden until it is complete.",
            "Unsealing shows them now. It is recorded and cannot be undone. A plan with a fixed "
            "number of evaluations loses its verdict if the number is raised from then on.",
        ),
        form=forms.ReasonForm,
    ),
    StudyAction(
        name="duplicate",
        label="Duplicate study",
        summary="A new draft with the same plan, wording and texts.",
        permission="edit",
        place=ActionPlace.SETTINGS,
        run=_duplicate,
        explain=explained.about_duplicating,
        makes_a_study=True,
    ),
    StudyAction(
        name="archive",
        label="Archive study",
        summary="It leaves the list and can come back.",
        permission="edit",
        place=ActionPlace.SETTINGS,
        run=_archive,
        explain=explained.say("It leaves the list; nothing is lost, and it can come back."),
    ),
    StudyAction(
        name="unarchive",
        label="Bring back from the archive",
        summary="It stands in the list again.",
        permission="edit",
        place=ActionPlace.SETTINGS,
        run=_unarchive,
        explain=explained.say("The study stands in the list again."),
    ),
    StudyAction(
        name="keep",
        label="Set how long data are kept",
        summary="Until which day, and whether the study is erased automatically then.",
        permission="own",
        place=ActionPlace.SETTINGS,
        run=_keep,
        explain=explained.about_keeping,
        form=forms.KeepForm,
    ),
    StudyAction(
        name="erase",
        label="Erase study",
        summary="Texts, judges, answers, results: all is deleted, for good.",
        permission="own",
        place=ActionPlace.DANGER,
        run=_erase,
        explain=explained.about_erasing,
        form=forms.EraseForm,
        dangerous=True,
    ),
)


@dataclass(frozen=True, slots=True)
class ActionLink:
    """A link to the page of an action, with what the action does in a sentence."""

    label: str
    address: str
    explained: str
    dangerous: bool


def action_link(action: StudyAction, study: Study) -> ActionLink:
    """Return the link to an action's page."""
    address = reverse(f"studies:{action.name}", args=[study.code])
    return ActionLink(action.label, address, action.summary, action.dangerous)


def offered_actions(
    study: Study, permissions: Collection[str], user: User, place: ActionPlace
) -> list[ActionLink]:
    """Return links to the actions of a place that the account may do to the study now."""
    return [
        action_link(action, study)
        for action in ACTIONS
        if action.place == place
        and action.permission in permissions
        and action.allowed_to(user)
        and action.available(study)
    ]
