"""Three texts as a judge sees them: nothing here tells which subject wrote which.

All that stands on the page is worked out from the text itself or drawn from the page's code, in the
same way for all three. An attribute that an upload filled in for one subject only would give the
answer away.
"""

import unicodedata
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.urls import reverse

from studies.judge.pages import JudgePages
from studies.models import Sample, Study
from studies.reading_record import cut_alike
from studies.services.judging.answering import reading_records
from studies.services.judging.visits import TrialVisit
from studies.values.text_codes import labels_of


@dataclass(frozen=True, slots=True)
class TextImage:
    """An image; `alt` is empty where not all three have a description."""

    address: str
    alt: str


@dataclass(frozen=True, slots=True)
class TextSentence:
    """A sentence, and the white space before it."""

    before: str
    text: str


@dataclass(frozen=True, slots=True)
class TriadText:
    """One text of the page: `position` is posted, `label` is the number that people read.

    On a page that covers its texts they stand in `sentences`, and `after` follows the last one.
    """

    position: int
    label: int | str
    text: str
    context: str
    language: str
    direction: str
    context_direction: str
    image: TextImage | None = None
    sentences: tuple[TextSentence, ...] = ()
    after: str = ""


@dataclass(frozen=True, slots=True)
class TriadTexts:
    """The three texts of a page; `context` where one context holds for all three."""

    texts: tuple[TriadText, ...]
    context: str
    context_direction: str


def triad_texts(
    samples: Sequence[Sample], *, study: Study, code: str, masked: bool = False
) -> TriadTexts:
    """Return three samples by position, labelled from `code`; cut into sentences if `masked`."""
    contexts = {sample.context for sample in samples}
    common = contexts.pop() if len(contexts) == 1 else ""
    languages = named_languages([sample.language or study.language for sample in samples])
    labels = labels_of(code, len(samples))
    images = text_images(samples)
    sentences = text_sentences(samples) if masked else [()] * len(samples)
    texts = tuple(
        TriadText(
            position=position,
            label=labels[position - 1],
            text=sample.text,
            context="" if common else sample.context,
            language=languages[position - 1],
            direction=direction_of(sample.text, sample.direction),
            context_direction=direction_of(sample.context),
            image=images[position - 1],
            sentences=sentences[position - 1],
            after=_after(sample.text) if masked else "",
        )
        for position, sample in enumerate(samples, 1)
    )
    return TriadTexts(texts, common, direction_of(common))


# What a page of texts calls the addresses of other pages.
_ADDRESSES = {
    "action": "trial",
    "leave": "leave",
    "whole": "whole",
    "renew": "renew",
    "alive": "alive",
}
Slot = Callable[[str, object], Any]


def as_it_is(_name: str, value: object) -> object:
    """Return the value: the slot of a page that is not kept."""
    return value


def trial_slots(pages: JudgePages, visit: TrialVisit, slot: Slot) -> dict[str, Any]:
    """Return what each trial has of its own on a page of texts, of triads and sheets alike."""
    code = visit.trial.code
    return {
        **{
            name: slot(name, address) if (address := pages.address(page, code)) else ""
            for name, page in _ADDRESSES.items()
        },
        "seconds_left": slot("seconds-left", round(visit.seconds_left or 0)),
        "storage_key": slot("storage-key", reading_records.storage_key(visit.trial)),
    }


def labelled(shown: TriadTexts, labels: Sequence[str]) -> TriadTexts:
    """Return the texts under these labels, by place."""
    pairs = zip(shown.texts, labels, strict=True)
    return replace(shown, texts=tuple(replace(text, label=label) for text, label in pairs))


def in_slots(triad: TriadTexts, slot: Slot) -> TriadTexts:
    """Return what a page that is kept is rendered with: all that is read stands in slots."""
    texts = tuple(_in_slots(text, slot) for text in triad.texts)
    context = slot("context", triad.context) if triad.context else ""
    return TriadTexts(texts, context, triad.context_direction)


def _in_slots(text: TriadText, slot: Slot) -> TriadText:
    number, image = text.position, text.image
    if image:
        alt = slot(f"alt-{number}", image.alt) if image.alt else ""
        image = TextImage(slot(f"image-{number}", image.address), alt)
    return replace(
        text,
        label=slot(f"label-{number}", text.label),
        text=slot(f"text-{number}", text.text),
        context=slot(f"context-{number}", text.context) if text.context else "",
        image=image,
    )


def text_images(samples: Sequence[Sample]) -> list[TextImage | None]:
    """Return the images where all three have one: images of one subject only would tell."""
    images = [sample.image for sample in samples]
    described = all(sample.alt_text for sample in samples)
    if None in images:
        return [None] * len(samples)
    return [
        TextImage(reverse("judge:image", args=[image.name]), sample.alt_text if described else "")
        for image, sample in zip(images, samples, strict=True)
        if image
    ]


def text_sentences(samples: Sequence[Sample]) -> list[tuple[TextSentence, ...]]:
    """Return the texts cut into sentences, but for the white space after the last one."""
    spans = cut_alike(
        [sample.text for sample in samples], [sample.sentence_starts for sample in samples]
    )
    return [
        tuple(
            TextSentence(sample.text[before:start], sample.text[start:end])
            for (start, end), before in zip(
                of_text, [0, *(end for _start, end in of_text)], strict=False
            )
        )
        for sample, of_text in zip(samples, spans, strict=True)
    ]


def _after(text: str) -> str:
    return text[len(text.rstrip()) :]


def named_languages(languages: Sequence[str]) -> list[str]:
    """Return the languages to name, without their regions where they differ.

    A reader does not see “en-GB” beside “en”, but the source of the page would tell.
    """
    if len(set(languages)) == 1:
        return list(languages)
    return [language.replace("_", "-").partition("-")[0].lower() for language in languages]


def direction_of(text: str, stated: str = "auto") -> str:
    """Return `ltr` or `rtl`: as stated, else by the first letter that has a direction."""
    if stated in ("ltr", "rtl"):
        return stated
    for character in text:
        match unicodedata.bidirectional(character):
            case "L":
                return "ltr"
            case "R" | "AL":
                return "rtl"
    return "ltr"
