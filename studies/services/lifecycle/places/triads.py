"""Make a study's triads: those of the plan, for practice and attention, and for pilots."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from itertools import islice, product

from django.db import transaction

from studies import design
from studies.models import Study, Triad
from studies.models.judging.triad import Mode
from studies.models.sample import Kind
from studies.services.advisory_locks import LockClass, lock_until_commit

BATCH = 2000


def design_texts(study: Study, kind: str = Kind.MAIN) -> list[design.Text]:
    """Return the texts of a kind as `studies.design` takes them."""
    samples = study.samples.of_kind(kind)
    rows = samples.values_list("pk", "subject", "item", "content_hash", "row")
    return [
        design.Text(key=pk, subject=subject, item=item, content_hash=content_hash, row=row)
        for pk, subject, item, content_hash, row in rows
    ]


def text_problems(study: Study, kind: Kind) -> list[design.Problem]:
    """Return why the texts of a kind cannot fill triads, with the names of the subjects."""
    names: dict[object, str] = {"A": study.subject_a, "B": study.subject_b}
    return [
        replace(problem, params={key: names.get(v, v) for key, v in problem.params.items()})
        for problem in design.plan_problems(
            design_texts(study, kind), study.pairing, study.protocol
        )
    ]


def planned_triads(
    study: Study, *, mode: Mode, start_block: int, blocks: int
) -> Iterator[design.PlannedTriad]:
    """Plan the triads of `blocks` blocks of a study from `start_block` (1 is the first) on."""
    return design.plan_blocks(
        design_texts(study),
        seed=bytes.fromhex(study.seed),
        purpose="main" if mode == Mode.LIVE else "pilot",
        pairing=study.pairing,
        protocol=study.protocol,
        start_block=start_block,
        blocks=blocks,
    )


def make_triads(
    study: Study, progress: Callable[[int, int], None] | None = None, *, batch: int = BATCH
) -> None:
    """Make the live main triads up to the plan's number, in whole blocks.

    Goes on where an earlier run stopped: the plan of a block never depends on later ones.
    `progress` is called with triads done and in all. An interruption loses whole batches only.
    """
    blocks = design.blocks_for(study.evaluations, study.protocol)
    of_block = len(design.orders_of(study.protocol))
    done = Triad.objects.filter(study=study, mode=Mode.LIVE, kind=Kind.MAIN).count()
    made = done // of_block
    if made >= blocks:
        return
    wanted = planned_triads(study, mode=Mode.LIVE, start_block=made + 1, blocks=blocks - made)
    while rows := list(islice(wanted, batch - batch % of_block)):
        _insert(study, Mode.LIVE, rows)
        done += len(rows)
        if progress:
            progress(done, blocks * of_block)


def practice_and_attention_numbers(study: Study) -> dict[Kind, int]:
    """Return how many triads each judge gets for practice and for attention, if any."""
    numbers = {Kind.PRACTICE: study.practice_triads, Kind.ATTENTION: len(study.attention_at)}
    return {kind: number for kind, number in numbers.items() if number}


def make_practice_and_attention_triads(study: Study) -> None:
    """Make the triads for practice and attention, which all judges share, in both modes.

    Each of a judge's places gets a block, and so all orders. May be repeated.
    """
    for (kind, number), mode in product(practice_and_attention_numbers(study).items(), Mode):
        if Triad.objects.filter(study=study, mode=mode, kind=kind).exists():
            continue
        rows = design.plan_blocks(
            design_texts(study, kind),
            seed=bytes.fromhex(study.seed),
            purpose=f"{kind} {mode}",
            pairing=study.pairing,
            protocol=study.protocol,
            blocks=number,
        )
        _insert(study, mode, rows, kind=kind)


def wait_for_pilot_block(study: Study) -> None:
    """Wait until no other transaction makes pilot triads, and keep others out until this ends."""
    lock_until_commit(LockClass.PILOT_TRIADS, study.pk)


def add_pilot_block(study: Study) -> None:
    """Make another block of pilot triads. They are made when they are needed, and never count."""
    with transaction.atomic():
        # Two pilot judges at once must not make the same block.
        wait_for_pilot_block(study)
        pilot = Triad.objects.filter(study=study, mode=Mode.PILOT, kind=Kind.MAIN)
        made = pilot.count() // len(design.orders_of(study.protocol))
        rows = planned_triads(study, mode=Mode.PILOT, start_block=made + 1, blocks=1)
        _insert(study, Mode.PILOT, rows)


def _insert(
    study: Study, mode: Mode, rows: Iterable[design.PlannedTriad], *, kind: Kind = Kind.MAIN
) -> None:
    Triad.objects.bulk_create(
        Triad(
            study=study,
            mode=mode,
            kind=kind,
            number=row.number,
            block=row.block,
            order=row.order,
            odd_position=row.odd_position,
            first_id=row.keys[0],
            second_id=row.keys[1],
            third_id=row.keys[2],
        )
        for row in rows
    )
