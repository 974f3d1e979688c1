"""A triad for the preview of an upload, made of its rows."""

from collections.abc import Iterable, Iterator, Mapping
from itertools import islice

from studies import design, stimuli
from studies.models import Study
from studies.models.sample import Kind
from studies.services.texts.upload_state import PreviewText

# The triad is made of the first texts of each subject.
FIRST_TEXTS = 50


def preview_triad(
    study: Study,
    rows: list[stimuli.TextRow],
    subjects: Mapping[str, design.Subject],
    images: stimuli.Images,
) -> tuple[PreviewText, ...]:
    """Return three texts as a triad of this study might hold them, or just the first three."""
    main = [row for row in rows if row.kind == Kind.MAIN] or rows
    first = [row for name in subjects for row in islice(_usable(main, name), FIRST_TEXTS)]
    texts = [
        design.Text(n, subjects[row.subject], row.item, stimuli.hash_of(row, images), row.number)
        for n, row in enumerate(first)
    ]
    try:
        plan = design.plan_blocks(
            texts,
            seed=bytes(design.SEED_BYTES),
            pairing=study.pairing,
            protocol=study.protocol,
            blocks=1,
        )
        chosen = [first[key] for key in next(plan).keys]
    except design.CannotFillError:
        chosen = first[:3]
    return tuple(_shown(row, images) for row in chosen)


def _usable(rows: Iterable[stimuli.TextRow], subject: str) -> Iterator[stimuli.TextRow]:
    return (
        row
        for row in rows
        if row.subject == subject
        and row.text.strip()
        and len(row.text) <= stimuli.MAX_TEXT
        and len(row.context) <= stimuli.MAX_CONTEXT
    )


def _shown(row: stimuli.TextRow, images: stimuli.Images) -> PreviewText:
    image = images.get(row.image)
    return PreviewText(
        text=row.text,
        context=row.context,
        language=row.language,
        direction=row.direction,
        image=image.pk if image else None,
        alt_text=row.alt_text,
    )
