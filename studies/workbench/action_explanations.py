"""What the page of each action says before it is done."""

from collections.abc import Callable
from typing import Any

from studies.design.text_use import reading_sentence
from studies.kinds import kind_of
from studies.kinds.rating import part_shown
from studies.models import Study
from studies.services.lifecycle import amendments, opening, transitions
from studies.services.lifecycle.places.making import making_of
from studies.services.lifecycle.plan_fields import PLAN_FIELDS
from studies.services.notifying import retention


def about_opening(study: Study) -> list[str]:
    if study.status == Study.Status.OPENING:
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


def about_closing(study: Study) -> list[str]:
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
        sentences.append("The answers are not complete yet: closed now, the study gets no verdict.")
        sentences.append(
            "It can be reopened later. If results could be seen before that, they say that the "
            "study was closed and opened again."
        )
    return sentences


def _what_may_be_watched(study: Study) -> str:
    if study.evaluations_per_judge > 1:
        return "The e-value of a difference remains; where judges repeat there is no other."
    return "E-values and the confidence sequence remain."


def about_amending(study: Study) -> list[str]:
    sentences = [
        "The number of evaluations can be raised, never lowered. The plan's other parts stay.",
        f"At most {opening.OPEN_AT_ONCE:,} more can be added at a time.",
    ]
    if study.method == Study.Method.SEQUENTIAL:
        return sentences
    if amendments.results_were_visible(study):
        sentences.append(
            "The cost: results could already be seen, so raising the number now ends the "
            f"fixed-number verdict for good. {_what_may_be_watched(study)}"
        )
    else:
        sentences.append(
            "This has no cost now, since no one could have seen results. It is recorded all "
            "the same."
        )
    return sentences


def about_reopening(study: Study) -> list[str]:
    sentences = ["Reopening is recorded as an amendment, with its reason."]
    if amendments.results_were_visible(study):
        sentences.append(
            "The cost: results could already be seen. The number and the test of the plan stay, "
            "but readers of the results are told that the study was closed and opened again."
        )
    if study.is_complete:
        sentences.append("All planned evaluations are in: raise their number afterwards.")
    if study.ends_at:
        sentences.append("An end date that has passed is taken away.")
    return sentences


def about_duplicating(study: Study) -> list[str]:
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
            "Judges of this study may take part in the copy: if they should not, add them to "
            "the excluded ids."
        )
    return sentences


def about_keeping(study: Study) -> list[str]:
    return [
        "With a tick the study is erased automatically: texts, judges, answers, results, as "
        "“Erase study” does it.",
        f"You get an e-mail {retention.FIRST.days} and {retention.SECOND.days} days before. If "
        "one cannot be sent in time, the study is erased later: never sooner than "
        f"{retention.FIRST.days} days after the first e-mail.",
        "Until it is erased you can choose a later day here, or remove the tick.",
    ]


def about_erasing(study: Study) -> list[str]:
    answers = study.trials.filter(answer__isnull=False).count()
    return [
        "Everything goes: texts, judges, links, answers, results.",
        f"{answers} {'answer' if answers == 1 else 'answers'} will be deleted.",
        "This cannot be undone. Only the event that a study was erased stays.",
    ]


def say(*sentences: str) -> Callable[[Study], list[str]]:
    return lambda study: list(sentences)
