"""Make the sheets of a rating study."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import groupby, islice, product

from django.db import transaction

from studies.design import CannotFillError, Problem, Text, content_hash, in_plan_order, sheets
from studies.design.shuffled_words import shuffled_words
from studies.models import Sample, Sheet, SheetText, Study
from studies.models.judging.place import Mode, PlaceKind
from studies.models.rating_plan import RatingPlan
from studies.models.sample import Kind
from studies.ratings.criteria import CriterionKind
from studies.services.lifecycle.places.triads import (
    design_texts,
    practice_and_attention_numbers,
    wait_for_pilot_block,
)

BATCH = 2000
# A preview needs a few items, not all of a large study.
FIRST_ITEMS = 100


def sheet_design(study: Study) -> sheets.SheetDesign:
    """Return how the plan of ratings makes sheets."""
    plan = study.rating_plan
    apart = plan.setup == RatingPlan.Setup.APART
    together = plan.method == RatingPlan.Method.RANKME
    each = plan.judges_per_item
    return sheets.SheetDesign(
        systems=list(study.subjects),
        copies=sheets.copies_needed(each, len(study.subjects)) if together else each,
        criteria=[one["key"] for one in plan.criteria] if apart else sheets.ALL_CRITERIA,
        together=together,
        merges=plan.identical == RatingPlan.Identical.MERGE,
    )


def shared_design(study: Study, kind: Kind) -> sheets.SheetDesign:
    """Return how sheets for practice or attention are made.

    For attention two texts stand on one page, an intact and a shuffled one, and numbers are asked.
    """
    design = sheet_design(study)
    if kind == Kind.PRACTICE:
        return design
    rated = study.rating_plan.rated_by
    numbers = [one.key for one in rated if one.kind == CriterionKind.NUMBER]
    asked = [key for key in design.criteria if key in numbers] or design.criteria
    return replace(design, together=True, merges=False, criteria=asked)


def make_practice_and_attention_sheets(study: Study) -> None:
    """Make the sheets for practice and attention, which all judges share, in both modes.

    May be repeated.
    """
    for (kind, number), mode in product(practice_and_attention_numbers(study).items(), Mode):
        if Sheet.objects.filter(study=study, mode=mode, kind=kind).exists():
            continue
        planned = sheets.plan_shared_sheets(
            shared_texts(study, kind),
            shared_design(study, kind),
            seed=bytes.fromhex(study.seed),
            purpose=f"{kind} sheets {mode}",
            blocks=number,
        )
        with transaction.atomic():
            _insert_rows(study, mode, list(planned), kind=kind)


def practice_pages(study: Study) -> int:
    """Return how many practice sheets the texts of practice fill."""
    texts = shared_texts(study, Kind.PRACTICE)
    return len(sheets.shared_pages(texts, shared_design(study, Kind.PRACTICE))) if texts else 0


def shared_texts(study: Study, kind: Kind) -> list[Text]:
    """Return the texts of practice; of attention those of the first two systems of each item."""
    texts = in_plan_order(design_texts(study, kind), list(study.subjects))
    if kind == Kind.PRACTICE:
        return texts
    return [text for found in texts_by_item(texts).values() for text in found[:2]]


def texts_by_item(texts: Iterable[Text]) -> dict[str, list[Text]]:
    """Return the texts of each item, in the order of their systems."""
    of_item: defaultdict[str, list[Text]] = defaultdict(list)
    for text in texts:
        of_item[text.item].append(text)
    return dict(of_item)


def add_shuffled_twins(study: Study) -> None:
    """Give each attention text that stands alone a twin with its words in a drawn order.

    The two are called texts of the first and the second system, and the plan is frozen with them.
    """
    if not study.attention_at:
        return
    of_item = texts_by_item(shared_texts(study, Kind.ATTENTION))
    alone = [found[0].key for found in of_item.values() if len(found) == 1]
    first, second, *_others = study.subjects
    for sample in study.samples.filter(pk__in=alone).order_by("item"):
        if sample.subject != first:
            sample.subject = first
            sample.save(update_fields=["subject"])
        words = shuffled_words(sample.text, bytes.fromhex(study.seed), f"words {sample.item}")
        sample.pk, sample.text, sample.sentence_starts = None, words, None
        sample.subject, sample.content_hash = second, content_hash(words)
        sample.save(force_insert=True)


def repeated_sheet(sheet: Sheet) -> Sheet:
    """Return the sheet once more, with its texts in other places, for a judge who has rated it."""
    repeated, is_new = Sheet.objects.get_or_create(
        study_id=sheet.study_id,
        mode=sheet.mode,
        kind=PlaceKind.REPEAT,
        number=sheet.number,
        defaults={
            "block": sheet.block,
            "item": sheet.item,
            "criterion": sheet.criterion,
            "question": sheet.question,
        },
    )
    if is_new:
        texts = list(SheetText.objects.filter(sheet=sheet))
        last = max(text.place for text in texts)
        SheetText.objects.bulk_create(
            SheetText(sheet=repeated, place=text.place % last + 1, sample_id=text.sample_id)
            for text in texts
        )
    return repeated


def number_of_sheets(study: Study) -> int:
    """Return how many sheets the plan needs: the number of evaluations of a rating study.

    Returns 0 where an item lacks a text of a system: it cannot be opened then.
    """
    design, texts = sheet_design(study), list(design_texts(study))
    if sheets.incomplete_items(texts, design.systems):
        return 0
    return design.copies * sheets.sheets_of_block(texts, design)


def make_sheets(study: Study, progress: Callable[[int, int], None] | None = None) -> None:
    """Make the live sheets of the plan. Goes on after whole blocks where an earlier run stopped.

    `progress` is called with sheets done and in all.
    """
    design = sheet_design(study)
    made = Sheet.objects.filter(study=study, mode=Mode.LIVE, kind=Kind.MAIN)
    done = made.order_by("-number").values_list("block", "number").first() or (0, 0)
    _insert(study, Mode.LIVE, done[0] + 1, design.copies - done[0], progress)


def add_pilot_block(study: Study) -> None:
    """Make another block of pilot sheets, when it is needed; its answers never count."""
    with transaction.atomic():
        # Two pilot judges at once must not make the same block.
        wait_for_pilot_block(study)
        _insert(study, Mode.PILOT, _last_pilot_block(study) + 1, 1)


def _last_pilot_block(study: Study) -> int:
    pilot = Sheet.objects.filter(study=study, mode=Mode.PILOT, kind=Kind.MAIN)
    return pilot.order_by("-number").values_list("block", flat=True).first() or 0


def _insert(
    study: Study,
    mode: Mode,
    start_block: int,
    blocks: int,
    progress: Callable[[int, int], None] | None = None,
) -> None:
    wanted = sheets.plan_sheets(
        design_texts(study),
        sheet_design(study),
        seed=bytes.fromhex(study.seed),
        purpose="sheets" if mode == Mode.LIVE else "pilot sheets",
        start_block=start_block,
        blocks=blocks,
    )
    in_all = number_of_sheets(study) if progress else 0
    for _block, rows in groupby(wanted, key=lambda sheet: sheet.block):
        with transaction.atomic():
            for some in _batches(rows):
                _insert_rows(study, mode, some)
                if progress:
                    progress(some[-1].number, in_all)


def _batches(rows: Iterator[sheets.PlannedSheet]) -> Iterator[list[sheets.PlannedSheet]]:
    while some := list(islice(rows, BATCH)):
        yield some


def _insert_rows(
    study: Study, mode: Mode, planned: list[sheets.PlannedSheet], *, kind: Kind = Kind.MAIN
) -> None:
    stored = Sheet.objects.bulk_create(
        (
            Sheet(
                study=study,
                mode=mode,
                kind=kind,
                number=row.number,
                block=row.block,
                item=row.item,
                criterion=row.criterion,
                question=row.question,
            )
            for row in planned
        ),
        batch_size=BATCH,
    )
    SheetText.objects.bulk_create(
        (
            SheetText(sheet=sheet, place=place, sample_id=key)
            for sheet, row in zip(stored, planned, strict=True)
            for place, keys in enumerate(row.places, 1)
            for key in keys
        ),
        batch_size=BATCH,
    )


@dataclass(frozen=True, slots=True)
class SampleSheet:
    """A sheet that is not stored, the text at each place, and the keys of all that stand there."""

    sheet: Sheet
    places: tuple[Sample, ...]
    keys: tuple[tuple[int, ...], ...]


def sample_sheet(study: Study, number: int, kind: Kind = Kind.MAIN) -> SampleSheet:
    """Return a sheet, the same each time while texts and plan stay the same.

    Of items that lack a text of a system there is none. Raises `CannotFillError` where
    all items do.
    """
    planned = _planned(study, number, kind)
    if planned is None:
        raise CannotFillError([Problem("no_item_with_all")])
    found = Sample.objects.with_images().in_bulk(keys[0] for keys in planned.places)
    sheet = Sheet(
        study=study,
        number=number,
        kind=kind,
        item=planned.item,
        criterion=planned.criterion,
        question=planned.question,
    )
    return SampleSheet(sheet, tuple(found[keys[0]] for keys in planned.places), planned.places)


def _planned(study: Study, number: int, kind: Kind) -> sheets.PlannedSheet | None:
    return _planned_main(study, number) if kind == Kind.MAIN else _planned_shared(study, kind)


def _planned_shared(study: Study, kind: Kind) -> sheets.PlannedSheet | None:
    planned = sheets.plan_shared_sheets(
        shared_texts(study, kind),
        shared_design(study, kind),
        seed=bytes.fromhex(study.seed),
        purpose=f"preview {kind} sheets",
        blocks=1,
    )
    return next(iter(planned), None)


def _planned_main(study: Study, number: int) -> sheets.PlannedSheet | None:
    texts = design_texts(study)
    systems = list(study.subjects)
    incomplete = sheets.incomplete_items(texts, systems)
    whole = sorted({text.item for text in texts} - set(incomplete))[:FIRST_ITEMS]
    some = [text for text in texts if text.item in whole]
    # A judge of criteria asked apart works on one of them.
    plan = sheet_design(study)
    criteria = plan.criteria if study.rating_plan.mixes_criteria else plan.criteria[:1]
    planned = sheets.plan_sheets(
        some,
        replace(plan, criteria=criteria),
        seed=bytes.fromhex(study.seed),
        purpose="preview sheets",
    )
    found = list(islice(planned, number))
    return found[(number - 1) % len(found)] if found else None
