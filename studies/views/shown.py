"""Three texts as a judge sees them: nothing here tells whose they are.

Whatever stands on the page is worked out from the text itself or drawn from the page's code, in
the same way for all three. An attribute that an upload filled in for one subject only would give
the answer away.
"""

import hashlib
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass

from studies.models import Sample, Study

FIRST_LABEL, LABELS = 100, 900


@dataclass(frozen=True, slots=True)
class ShownText:
    """One text of the page: `position` is what is posted, `label` the code that people read."""

    position: int
    label: int
    text: str
    context: str
    language: str
    direction: str
    context_direction: str


@dataclass(frozen=True, slots=True)
class Shown:
    """What is under judgement; `context` where one context holds for all three."""

    texts: tuple[ShownText, ...]
    context: str
    context_direction: str


def shown(samples: Sequence[Sample], *, study: Study, code: str) -> Shown:
    """Three samples by position, under labels drawn from `code`."""
    contexts = {sample.context for sample in samples}
    common = contexts.pop() if len(contexts) == 1 else ""
    languages = shown_languages([sample.language or study.language for sample in samples])
    labels = labels_of(code)
    texts = tuple(
        ShownText(
            position=position,
            label=labels[position - 1],
            text=sample.text,
            context="" if common else sample.context,
            language=languages[position - 1],
            direction=direction_of(sample.text, sample.direction),
            context_direction=direction_of(sample.context),
        )
        for position, sample in enumerate(samples, 1)
    )
    return Shown(texts, common, direction_of(common))


def labels_of(code: str) -> tuple[int, int, int]:
    """Three different numbers of three digits, the same at every reload of the page."""
    labels: list[int] = []
    counter = 0
    while len(labels) < 3:
        digest = hashlib.sha256(f"label {counter} {code}".encode()).digest()
        label = FIRST_LABEL + int.from_bytes(digest[:8], "big") % LABELS
        if label not in labels:
            labels.append(label)
        counter += 1
    return labels[0], labels[1], labels[2]


def shown_languages(languages: Sequence[str]) -> list[str]:
    """The languages to name; without their regions where they differ.

    “en-GB” beside “en” is nothing that a reader sees, but would tell the texts apart.
    """
    if len(set(languages)) == 1:
        return list(languages)
    return [language.replace("_", "-").partition("-")[0].lower() for language in languages]


def direction_of(text: str, stated: str = "auto") -> str:
    """`ltr` or `rtl`: as stated, else by the first letter that has a direction."""
    if stated in ("ltr", "rtl"):
        return stated
    for character in text:
        match unicodedata.bidirectional(character):
            case "L":
                return "ltr"
            case "R" | "AL":
                return "rtl"
    return "ltr"
