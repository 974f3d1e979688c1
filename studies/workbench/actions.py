"""What can be done to a study, one entry a deed: who may, when, what is said first, what is done.

Each has a page of its own that says what will happen and asks; nothing happens on GET.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from django.urls import reverse

from studies.models import Job, Study, User
from studies.services.lifecycle import drafts, plan, transitions
from studies.tasks import begin_job
from studies.workbench.forms import actions as asked

Status = Study.Status


@dataclass(frozen=True, slots=True)
class Done:
    """What to say, and where to go on."""

    words: str
    address: str


@dataclass(frozen=True, slots=True)
class Act:
    """Something that can be done to a study."""

    name: str
    label: str
    may: str
    offered: Callable[[Study], bool]
    do: Callable[[Study, User, dict[str, Any]], Done]
    explain: Callable[[Study], list[str]]
    form: type[asked.ActForm] = asked.ActForm
    dangerous: bool = False
    # What stands against it now, in words: then there is no button.
    against: Callable[[Study], list[str]] = field(default=lambda study: [])


def page_of(study: Study) -> str:
    """The study's page."""
    return reverse("admin:studies_study_change", args=[study.pk])


def _open(study: Study, user: User, answers: dict[str, Any]) -> Done:
    """Open at once, or by a job where there is much to do."""
    accepted = [*study.accepted_warnings, *answers.get("accepted", [])]
    if study.is_draft and study.evaluations <= plan.OPEN_AT_ONCE:
        transitions.open_study(study=study, user=user, accepted=accepted)
        return Done("The study is open. Now invite judges by a recruitment link.", page_of(study))
    if study.is_draft:
        transitions.begin_opening(study=study, user=user, accepted=accepted)
    job = begin_job(study=study, user=user, kind=Job.Kind.OPEN, total=study.evaluations)
    return Done("", reverse("studies:job", args=[study.code, job.pk]))


def _about_opening(study: Study) -> list[str]:
    if study.status == Status.OPENING:
        return ["The opening was interrupted. It goes on where it stopped."]
    return [
        "Opening freezes the plan and the texts: from then on they cannot be changed.",
        "The triads are made, and judges can begin as soon as they have a recruitment link.",
    ]


def _against_opening(study: Study) -> list[str]:
    if study.status == Status.OPENING:
        return []
    return [str(reason) for reason in transitions.why_not_open(study)]


def _pause(study: Study, user: User, answers: dict[str, Any]) -> Done:
    transitions.pause(study=study, user=user)
    return Done("The study is paused.", page_of(study))


def _resume(study: Study, user: User, answers: dict[str, Any]) -> Done:
    transitions.resume(study=study, user=user)
    return Done("The study is open again.", page_of(study))


def _close(study: Study, user: User, answers: dict[str, Any]) -> Done:
    transitions.close(study=study, user=user, why=answers["why"])
    return Done("The study is closed.", page_of(study))


def _about_closing(study: Study) -> list[str]:
    held = transitions.held_trials(study)
    sentences = ["A closed study gives no more triads."]
    if held:
        sentences.append(
            (
                "%(number)d judge is reading a triad now. The answer will be stored, but it will "
                "not count."
                if held == 1
                else (
                    "%(number)d judges are reading a triad now. Their answers will be stored, "
                    "but they will not count."
                )
            )
            % {"number": held}
        )
    else:
        sentences.append("Nobody is reading a triad now.")
    if not study.is_complete:
        sentences.append(
            "The planned number is not reached: closed now, the study gets no verdict."
        )
    return sentences


def _amend(study: Study, user: User, answers: dict[str, Any]) -> Done:
    transitions.raise_evaluations(
        study=study,
        user=user,
        evaluations=answers["evaluations"],
        why=answers["why"],
        cost_accepted=answers["accept_cost"],
    )
    words = f"The study now wants {answers['evaluations']} evaluations."
    return Done(words, page_of(study))


def _about_amending(study: Study) -> list[str]:
    sentences = [
        "The number of evaluations can be raised, never lowered. The plan's other parts stay.",
        f"At most {plan.OPEN_AT_ONCE} more can be added at a time.",
    ]
    if study.method == Study.Method.SEQUENTIAL:
        return sentences
    if transitions.results_were_visible(study):
        sentences.append(
            "What it costs: results could already be seen, so raising the number now ends the "
            "fixed-number verdict for good. E-values and the confidence sequence remain."
        )
    else:
        sentences.append(
            "It costs nothing now: nobody could have seen results. It is recorded all the same."
        )
    return sentences


def _reopen(study: Study, user: User, answers: dict[str, Any]) -> Done:
    transitions.reopen(study=study, user=user, why=answers["why"])
    return Done("The study is open again.", page_of(study))


def _about_reopening(study: Study) -> list[str]:
    sentences = ["Reopening is recorded as an amendment, with its reason."]
    if study.is_complete:
        sentences.append("All planned evaluations are in: raise their number afterwards.")
    if study.ends_at:
        sentences.append("An end date that has passed is taken away.")
    return sentences


def _duplicate(study: Study, user: User, answers: dict[str, Any]) -> Done:
    copy = drafts.duplicate(study=study, user=user)
    return Done("This is the copy: a draft of your own.", page_of(copy))


def _archive(study: Study, user: User, answers: dict[str, Any]) -> Done:
    transitions.archive(study=study, user=user)
    words = "The study is archived. The list shows it when you choose “Archived”."
    return Done(words, reverse("admin:studies_study_changelist"))


def _unarchive(study: Study, user: User, answers: dict[str, Any]) -> Done:
    transitions.unarchive(study=study, user=user)
    return Done("The study is back in the list.", page_of(study))


def _unseal(study: Study, user: User, answers: dict[str, Any]) -> Done:
    transitions.unseal(study=study, user=user, why=answers["why"])
    return Done("The results can be seen now.", page_of(study))


def _erase(study: Study, user: User, answers: dict[str, Any]) -> Done:
    transitions.erase(study=study, user=user)
    return Done("The study was erased.", reverse("admin:studies_study_changelist"))


def _about_erasing(study: Study) -> list[str]:
    answers = study.trials.filter(answer__isnull=False).count()
    return [
        "Everything goes: texts, triads, judges, links, results.",
        (
            "%(number)d answer will be deleted."
            if answers == 1
            else "%(number)d answers will be deleted."
        )
        % {"number": answers},
        "This cannot be undone. Only the record that a study was erased stays.",
    ]


def _say(*sentences: str) -> Callable[[Study], list[str]]:
    return lambda study: [str(sentence) for sentence in sentences]


def _in(*states: str) -> Callable[[Study], bool]:
    return lambda study: study.status in states and study.archived_at is None


ACTS = (
    Act(
        name="open",
        label="Open study",
        may="edit",
        offered=_in(Status.DRAFT, Status.OPENING),
        do=_open,
        explain=_about_opening,
        form=asked.OpenForm,
        against=_against_opening,
    ),
    Act(
        name="pause",
        label="Pause study",
        may="edit",
        offered=_in(Status.OPEN),
        do=_pause,
        explain=_say(
            "A paused study gives no more triads.",
            "Judges who are reading one now can still answer, and it counts.",
        ),
    ),
    Act(
        name="resume",
        label="Resume study",
        may="edit",
        offered=_in(Status.PAUSED),
        do=_resume,
        explain=_say("The recruitment links give triads again."),
    ),
    Act(
        name="close",
        label="Close study",
        may="edit",
        offered=_in(Status.OPEN, Status.PAUSED),
        do=_close,
        explain=_about_closing,
        form=asked.NoteForm,
    ),
    Act(
        name="amend",
        label="Raise the number",
        may="edit",
        offered=_in(Status.OPEN, Status.PAUSED),
        do=_amend,
        explain=_about_amending,
        form=asked.AmendForm,
    ),
    Act(
        name="reopen",
        label="Reopen study",
        may="edit",
        offered=_in(Status.CLOSED),
        do=_reopen,
        explain=_about_reopening,
        form=asked.ReasonForm,
    ),
    Act(
        name="unseal",
        label="Unseal results",
        may="own",
        offered=lambda study: study.is_sealed and study.opened_at is not None,
        do=_unseal,
        explain=_say(
            "This study is blind: its results are hidden until it is complete.",
            (
                "Unsealing shows them now. It is recorded, cannot be undone, and from then on "
                "raising the number costs the fixed-number verdict."
            ),
        ),
        form=asked.ReasonForm,
    ),
    Act(
        name="duplicate",
        label="Duplicate study",
        may="edit",
        offered=lambda study: True,
        do=_duplicate,
        explain=_say(
            "The copy is a draft with the same plan, wording and texts.",
            "Links, answers and people it is shared with are not taken along.",
        ),
    ),
    Act(
        name="archive",
        label="Archive study",
        may="edit",
        offered=_in(Status.DRAFT, Status.CLOSED),
        do=_archive,
        explain=_say("It leaves the list; nothing is lost, and it can come back."),
    ),
    Act(
        name="unarchive",
        label="Bring back from the archive",
        may="edit",
        offered=lambda study: study.archived_at is not None,
        do=_unarchive,
        explain=_say("The study stands in the list again."),
    ),
    Act(
        name="erase",
        label="Erase study",
        may="own",
        offered=lambda study: study.status != Status.OPENING,
        do=_erase,
        explain=_about_erasing,
        form=asked.EraseForm,
        dangerous=True,
    ),
)
