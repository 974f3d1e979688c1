"""A triad for the preview of an upload, made from its rows."""

from collections.abc import Iterator
from itertools import islice
from typing import TypedDict

from studies import design, stimuli
from studies.models import Study
from studies.models.sample import Kind
from studies.services.texts import images

# It is made from the first texts of each subject.
SAMPLE_FROM = 50


class SampleText(TypedDict):
    """One text of the preview's triad."""

    text: str
    context: str
    language: str
    direction: str
    image: int | None
    alt_text: str


def sample_of(
    study: Study,
    rows: list[stimuli.Row],
    subjects: dict[str, design.Subject],
    kept: dict[str, images.Kept],
) -> list[SampleText]:
    """Three texts as a triad of this study might hold them; the first three where none can be."""
    main = [row for row in rows if row.kind == Kind.MAIN] or rows
    first = [row for name in subjects for row in islice(_usable(main, name), SAMPLE_FROM)]
    seen = images.as_found(kept)
    texts = [
        design.Text(n, subjects[row.subject], row.item, stimuli.hash_of(row, seen), row.number)
        for n, row in enumerate(first)
    ]
    try:
        plan = design.plan_blocks(
            texts, seed=bytes(design.SEED_BYTES), pairing=study.pairing, blocks=1
        )
        chosen = [first[key] for key in next(plan).keys]
    except design.CannotFillError:
        chosen = first[:3]
    return [
        SampleText(
            text=row.text,
            context=row.context,
            language=row.language,
            direction=row.direction,
            image=kept.get(row.image, {}).get("pk"),
            alt_text=row.alt_text,
        )
        for row in chosen
    ]


def _usable(rows: list[stimuli.Row], subject: str) -> Iterator[stimuli.Row]:
    return (
        row
        for row in rows
        if row.subject == subject
        and row.text.strip()
        and len(row.text) <= stimuli.MAX_TEXT
        and len(row.context) <= stimuli.MAX_CONTEXT
    )
