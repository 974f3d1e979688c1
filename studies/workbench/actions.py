"""The actions on a study: who may do each, what its page says first, and what it does.

Each has a page that says what will happen and asks; nothing happens on GET.
"""

from collections.abc import Callable, Collection
from dataclasses import dataclass
from enum import Enum
from typing import Any

from django.urls import reverse

from studies.design.text_use import reading_sentence
from studies.kinds import kind_of
from studies.kinds.rating import part_shown
from studies.models import Study, User
from studies.services.lifecycle import amendments, drafts, erasure, opening, transitions
from studies.services.lifecycle.availability import ActionName, is_available
from studies.services.lifecycle.place_making import making_of
from studies.services.lifecycle.plan_fields import PLAN_FIELDS
from studies.services.notifying import retention
from studies.tasks import open_study
from studies.workbench.forms import actions as forms
from studies.workbench.frame import study_page

Status = Study.Status
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


def _about_opening(study: Study) -> list[str]:
    if study.status == Status.OPENING:
        return ["The opening was interrupted. It goes on where it stopped."]
    noun = kind_of(study).noun
    return [
        "Opening freezes the plan and the texts: from then on they cannot be changed.",
        f"The {noun}s are made, and judges can begin as soon as they have a recruitment link.",
        *_how_often_read(study),
    ]


def _how_often_read(study: Study) -> list[str]:
    """Say how often each text will be read; nothing where that is not known yet."""
    if not kind_of(study).tells_apart:
        plan, sheets = study.rating_plan, making_of(study).number(study)
        told = "" if plan.judges_per_item == 1 else "s"
        least = "at least " if part_shown(plan, systems=len(study.subjects)) else ""
        read = (
            f"each text is rated by {least}{plan.judges_per_item} judge{told} for each criterion."
        )
        return [f"{sheets:,} sheets: {read}"] if sheets else []
    texts = study.samples.main().different_by_subject()
    read = reading_sentence(texts, study.evaluations, study.protocol)
    return [read] if read else []


def _pause(study: Study, user: User, answers: dict[str, Any]) -> ActionOutcome:
    transitions.pause(study=study, user=user)
    return ActionOutcome("The study is paused.", study_page(study))


def _resume(study: Study, user: User, answers: dict[str, Any]) -> ActionOutcome:
    transitions.resume(study=study, user=user)
    return ActionOutcome("The study is open again.", study_page(study))


def _close(study: Study, user: User, answers: dict[str, Any]) -> ActionOutcome:
    transitions.close(study=study, user=user, why=answers["why"])
    return ActionOutcome("The study is closed.", study_page(study))


def _about_closing(study: Study) -> list[str]:
    held, noun = transitions.held_trials(study), kind_of(study).noun
    if held == 0:
        reading = f"No judge is reading a {noun} now."
    elif held == 1:
        reading = (
            f"1 judge is reading a {noun} now. The answer will be stored, but it will not count."
        )
    else:
        reading = (
            f"{held} judges are reading a {noun} now. Their answers will be stored, but they will "
            "not count."
        )
    sentences = [f"A closed study gives no more {noun}s.", reading]
    if not study.is_complete:
        sentences.append(
            "The planned number is not reached: closed now, the study gets no verdict."
        )
    return sentences


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


def _about_amending(study: Study) -> list[str]:
    sentences = [
        "The number of evaluations can be raised, never lowered. The plan's other parts stay.",
        f"At most {opening.OPEN_AT_ONCE} more can be added at a time.",
    ]
    if study.method == Study.Method.SEQUENTIAL:
        return sentences
    if amendments.results_were_visible(study):
        sentences.append(
            "What it costs: results could already be seen, so raising the number now ends the "
            "fixed-number verdict for good. E-values and the confidence sequence remain."
        )
    else:
        sentences.append(
            "It costs nothing now: no one could have seen results. It is recorded all the same."
        )
    return sentences


def _reopen(study: Study, user: User, answers: dict[str, Any]) -> ActionOutcome:
    amendments.reopen(study=study, user=user, why=answers["why"])
    return ActionOutcome("The study is open again.", study_page(study))


def _about_reopening(study: Study) -> list[str]:
    sentences = ["Reopening is recorded as an amendment, with its reason."]
    if study.is_complete:
        sentences.append("All planned evaluations are in: raise their number afterwards.")
    if study.ends_at:
        sentences.append("An end date that has passed is taken away.")
    return sentences


def _duplicate(study: Study, user: User, answers: dict[str, Any]) -> ActionOutcome:
    copy = drafts.duplicate(study=study, user=user)
    return ActionOutcome("This is the copy: a draft of your own.", study_page(copy))


def _about_duplicating(study: Study) -> list[str]:
    sentences = [
        "The copy is a draft of your own with the same plan, wording, texts and excluded ids.",
        "Links with their quotas and expiry, answers, webhooks and people it is shared with are "
        "not taken along.",
    ]
    left = [field.name for field in PLAN_FIELDS if field.not_copied and getattr(study, field.name)]
    if left:
        columns: dict[str, Any] = {field.name: field for field in study._meta.fields}
        names = ", ".join(str(columns[name].verbose_name) for name in left)
        sentences.append(f"Not taken along either, to be set anew: {names}.")
    if study.judges.exclude(external_id="").exists():
        sentences.append(
            "Judges of this study may take part in the copy: where they should not, add them to "
            "the ids that may not take part."
        )
    return sentences


def _archive(study: Study, user: User, answers: dict[str, Any]) -> ActionOutcome:
    transitions.archive(study=study, user=user)
    words = "The study is archived. The list shows it when you choose “Archived”."
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


def _about_keeping(study: Study) -> list[str]:
    return [
        "With a tick the study is erased automatically: texts, judges, answers, results, as by "
        "“Erase study”.",
        f"You get an e-mail {retention.FIRST.days} and {retention.SECOND.days} days before. If "
        "one could not be sent, or only later, it is erased later: never sooner than "
        f"{retention.FIRST.days} days after the first.",
        "Here you choose a later day, or remove the tick.",
    ]


def _erase(study: Study, user: User, answers: dict[str, Any]) -> ActionOutcome:
    erasure.erase(study=study, user=user)
    return ActionOutcome("The study was erased.", reverse("analysis:studies"))


def _about_erasing(study: Study) -> list[str]:
    answers = study.trials.filter(answer__isnull=False).count()
    return [
        "Everything goes: texts, judges, links, answers, results.",
        f"{answers} {'answer' if answers == 1 else 'answers'} will be deleted.",
        "This cannot be undone. Only the event that a study was erased stays.",
    ]


def _say(*sentences: str) -> Callable[[Study], list[str]]:
    return lambda study: list(sentences)


ACTIONS = (
    StudyAction(
        name="open",
        label="Open study",
        permission="edit",
        place=ActionPlace.STEP,
        run=_open,
        explain=_about_opening,
        form=forms.OpenForm,
        template="workbench/open.html",
    ),
    StudyAction(
        name="pause",
        label="Pause study",
        summary="No more texts are given until you resume.",
        permission="edit",
        run=_pause,
        explain=_say(
            "A paused study gives no more texts.",
            "Judges who are reading some now can still answer, and it counts.",
        ),
    ),
    StudyAction(
        name="resume",
        label="Resume study",
        permission="edit",
        run=_resume,
        explain=_say("The recruitment links give texts again."),
    ),
    StudyAction(
        name="close",
        label="Close study",
        summary="No more texts are given, and no more answers are counted.",
        permission="edit",
        run=_close,
        explain=_about_closing,
        form=forms.NoteForm,
    ),
    StudyAction(
        name="amend",
        label="Raise the number",
        summary="Ask for more evaluations.",
        permission="edit",
        run=_amend,
        explain=_about_amending,
        form=forms.AmendForm,
    ),
    StudyAction(
        name="reopen",
        label="Reopen study",
        summary="Give texts again.",
        permission="edit",
        run=_reopen,
        explain=_about_reopening,
        form=forms.ReasonForm,
    ),
    StudyAction(
        name="unseal",
        label="Unseal results",
        summary="See the results of a blind study before it is complete.",
        permission="own",
        place=ActionPlace.SETTINGS,
        run=_unseal,
        explain=_say(
            "This study is blind: its results are hidden until it is complete.",
            "Unsealing shows them now. It is recorded, cannot be undone, and from then on raising "
            "the number costs the fixed-number verdict.",
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
        explain=_about_duplicating,
        makes_a_study=True,
    ),
    StudyAction(
        name="archive",
        label="Archive study",
        summary="It leaves the list and can come back.",
        permission="edit",
        place=ActionPlace.DANGER,
        run=_archive,
        explain=_say("It leaves the list; nothing is lost, and it can come back."),
    ),
    StudyAction(
        name="unarchive",
        label="Bring back from the archive",
        summary="It stands in the list again.",
        permission="edit",
        place=ActionPlace.SETTINGS,
        run=_unarchive,
        explain=_say("The study stands in the list again."),
    ),
    StudyAction(
        name="keep",
        label="Set how long data are kept",
        summary="Until which day, and whether the study is erased automatically then.",
        permission="own",
        place=ActionPlace.SETTINGS,
        run=_keep,
        explain=_about_keeping,
        form=forms.KeepForm,
    ),
    StudyAction(
        name="erase",
        label="Erase study",
        summary="Texts, judges, answers, results: all is deleted, for good.",
        permission="own",
        place=ActionPlace.DANGER,
        run=_erase,
        explain=_about_erasing,
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
