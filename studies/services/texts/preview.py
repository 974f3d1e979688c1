"""What the preview of an upload shows of it: some rows, and triads made of its texts."""

from collections.abc import Container, Iterable, Mapping
from dataclasses import fields
from itertools import islice
from typing import Any

from studies import design, stimuli
from studies.models import Study
from studies.models.sample import Kind
from studies.services.texts.upload_state import PreviewRow, PreviewText

# The triads are made of the first texts of each subject.
FIRST_TEXTS = 50
# Where all texts of a triad are about one item: some of each subject, of so many items at most.
FIRST_ITEMS = 1000
TEXTS_AN_ITEM = 3
TRIADS = 3
ROWS = 20
MAX_CELL = 300


def preview_rows(
    rows: Iterable[stimuli.TextRow], findings: stimuli.Findings
) -> tuple[PreviewRow, ...]:
    """Return the first rows with an error; where these are few, with the first rows of all."""
    wrong = {(error.row, error.subject) for error in findings.errors}
    errors: list[tuple[int, stimuli.TextRow]] = []
    others: list[tuple[int, stimuli.TextRow]] = []
    for place, row in enumerate(rows):
        is_wrong = not wrong.isdisjoint(
            {(row.number, stimuli.quoted(row.subject)), (row.number, "")}
        )
        found = errors if is_wrong else others
        if len(found) < ROWS:
            found.append((place, row))
        if len(errors) == ROWS or (not wrong and len(others) == ROWS):
            break
    chosen = sorted([*errors, *others][:ROWS], key=lambda pair: pair[0])
    return tuple(_cut(row) for _place, row in chosen)


def _cut(row: stimuli.TextRow) -> PreviewRow:
    cells: dict[str, Any] = {one.name: getattr(row, one.name) for one in fields(PreviewRow)}
    for name, cell in cells.items():
        if isinstance(cell, str) and len(cell) > MAX_CELL:
            cells[name] = f"{cell[: MAX_CELL - 1]}…"
    return PreviewRow(**cells)


def preview_triads(
    study: Study,
    rows: Iterable[stimuli.TextRow],
    subjects: Mapping[str, design.Subject],
    images: stimuli.Images,
) -> tuple[PreviewText, ...]:
    """Return the texts of triads that the plan makes of these; if it makes none, the first two."""
    if study.pairing == Study.Pairing.SAME:
        first = _of_fullest_items(rows, subjects)
    else:
        first = _first_texts(rows, subjects)
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
        chosen = [first[key] for triad in islice(plan, TRIADS) for key in triad.keys]
    except design.CannotFillError:
        chosen = first[:2]
    return tuple(_shown(row, images) for row in chosen)


def preview_sheet(
    _study: Study,
    rows: Iterable[stimuli.TextRow],
    subjects: Mapping[str, design.Subject],
    images: stimuli.Images,
) -> tuple[PreviewText, ...]:
    """Return the texts about the item with most different ones, each once."""
    by_item: dict[str, dict[str, stimuli.TextRow]] = {}
    for row in _first_texts(rows, subjects):
        by_item.setdefault(row.item, {}).setdefault(stimuli.hash_of(row, images), row)
    fullest = max(by_item.values(), key=len, default={})
    of_page = sorted(fullest.values(), key=lambda row: subjects[row.subject])
    return tuple(_shown(row, images) for row in of_page[: len(subjects)])


def _first_texts(rows: Iterable[stimuli.TextRow], subjects: Iterable[str]) -> list[stimuli.TextRow]:
    """Return the first texts under judgement of each subject that can be shown."""
    found: dict[str, list[stimuli.TextRow]] = {name: [] for name in subjects}
    for row in rows:
        texts = found.get(row.subject)
        if texts is not None and len(texts) < FIRST_TEXTS and _is_usable(row):
            texts.append(row)
            if all(len(texts) == FIRST_TEXTS for texts in found.values()):
                break
    return [row for texts in found.values() for row in texts]


def _of_fullest_items(
    rows: Iterable[stimuli.TextRow], subjects: Container[str]
) -> list[stimuli.TextRow]:
    """Return some texts of each of the items that have most: triads are made within an item."""
    by_item: dict[str, dict[str, list[stimuli.TextRow]]] = {}
    for row in rows:
        if row.subject not in subjects or not _is_usable(row):
            continue
        if row.item not in by_item and len(by_item) == FIRST_ITEMS:
            continue
        texts = by_item.setdefault(row.item, {}).setdefault(row.subject, [])
        if len(texts) < TEXTS_AN_ITEM:
            texts.append(row)
    fullest = sorted(by_item.values(), key=lambda of: -sum(map(len, of.values())))
    return [row for of in fullest[:FIRST_TEXTS] for texts in of.values() for row in texts]


def _is_usable(row: stimuli.TextRow) -> bool:
    return (
        row.kind == Kind.MAIN
        and bool(row.text.strip() or row.image)
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
