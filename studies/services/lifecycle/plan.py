"""The plan of a study: what can be opened, freezing it, and making its triads."""

import hashlib
import json
from collections.abc import Callable, Iterable, Iterator
from itertools import islice, product

from django.conf import settings
from django.db import connection, transaction

from analysis.stats import max_correct, min_correct
from studies import design
from studies.models import Study, Triad
from studies.models.sample import Kind
from studies.models.study import RECOMMENDED_EVALUATIONS
from studies.models.triad import Mode
from studies.wording import wording_now

BATCH = 2000
# Opening up to so many evaluations is done while the researcher waits, more by a job.
OPEN_AT_ONCE = 6000
PLAN_FORMAT = 2


def texts_of(study: Study, kind: str = Kind.MAIN) -> list[design.Text]:
    """The texts of a kind as the planner sees them."""
    samples = study.samples.of_kind(kind)
    rows = samples.values_list("pk", "subject", "item", "content_hash", "row")
    return [
        design.Text(key=pk, subject=subject, item=item, content_hash=content_hash, row=row)
        for pk, subject, item, content_hash, row in rows
    ]


def planned_triads(
    study: Study, *, mode: Mode, start_block: int, blocks: int
) -> Iterator[design.PlannedTriad]:
    """The triads of `blocks` blocks of a study from `start_block` (1 is the first) on."""
    return design.plan_blocks(
        texts_of(study),
        seed=bytes.fromhex(study.seed),
        purpose="main" if mode == Mode.LIVE else "pilot",
        pairing=study.pairing,
        start_block=start_block,
        blocks=blocks,
    )


def make_triads(
    study: Study, *, progress: Callable[[int, int], None] | None = None, batch: int = BATCH
) -> None:
    """Make the live main triads up to the plan's number, in whole blocks of six.

    Goes on where an earlier run stopped: the plan of a block never depends on later ones.
    `progress` is called with triads done and in all. An interruption loses whole batches only.
    """
    blocks = design.blocks_for(study.evaluations)
    done = Triad.objects.filter(study=study, mode=Mode.LIVE, kind="main").count()
    made = done // design.BLOCK_SIZE
    if made >= blocks:
        return
    wanted = planned_triads(study, mode=Mode.LIVE, start_block=made + 1, blocks=blocks - made)
    while rows := list(islice(wanted, batch - batch % design.BLOCK_SIZE)):
        insert_triads(study, Mode.LIVE, rows)
        done += len(rows)
        if progress:
            progress(done, blocks * design.BLOCK_SIZE)


def insert_triads(
    study: Study, mode: Mode, rows: Iterable[design.PlannedTriad], *, kind: Kind = Kind.MAIN
) -> None:
    """Store planned triads."""
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


def places_of(study: Study) -> dict[Kind, int]:
    """How many triads each judge gets for practice and attention, where the plan has any."""
    places = {Kind.PRACTICE: study.practice_triads, Kind.ATTENTION: len(study.attention_at)}
    return {kind: number for kind, number in places.items() if number}


def make_uncounted_triads(study: Study) -> None:
    """Make the triads for practice and attention, which all judges share, in both modes.

    A block for each place, so that each has all six orders. May be repeated.
    """
    for (kind, places), mode in product(places_of(study).items(), Mode):
        if Triad.objects.filter(study=study, mode=mode, kind=kind).exists():
            continue
        rows = design.plan_blocks(
            texts_of(study, kind),
            seed=bytes.fromhex(study.seed),
            purpose=f"{kind} {mode}",
            pairing=study.pairing,
            blocks=places,
        )
        insert_triads(study, mode, rows, kind=kind)


def wait_for_pilot_block(study: Study) -> None:
    """Until nobody else makes pilot triads; then nobody does before this transaction ends."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(%s, %s)", [PILOT_LOCK, study.pk])


def add_pilot_block(study: Study) -> None:
    """Six more pilot triads; they are made when they are needed, and never count."""
    with transaction.atomic():
        # Two pilot judges at once must not make the same block.
        wait_for_pilot_block(study)
        pilot = Triad.objects.filter(study=study, mode=Mode.PILOT, kind=Kind.MAIN)
        made = pilot.count() // design.BLOCK_SIZE
        rows = planned_triads(study, mode=Mode.PILOT, start_block=made + 1, blocks=1)
        insert_triads(study, Mode.PILOT, rows)


PILOT_LOCK = 0x70696C6F  # "pilo": a class of advisory locks of its own


def fewest_evaluations(study: Study) -> int | None:
    """The smallest number at which the plan's verdict can be reached; None above 10,000."""
    return next((n for n in range(1, 10_001) if reachable(study, n)), None)


def reachable(study: Study, evaluations: int) -> bool:
    """Some result with so many answers shows what the plan is about."""
    if study.method == Study.Method.SEQUENTIAL:
        return True
    if study.goal == Study.Goal.DIFFERENCE:
        return min_correct(evaluations, alpha=study.alpha) is not None
    return max_correct(evaluations, beta=study.beta, pd=study.pd) is not None


def warnings_of(study: Study) -> list[str]:
    """Codes of what the researcher must accept before opening; kept with the study."""
    return ["fewer_than_recommended"] if study.below_recommended else []


def plan_of(study: Study) -> dict[str, object]:
    """The frozen plan: everything that decides the verdict, and hashes of seed and texts."""
    return {
        "format": PLAN_FORMAT,
        "study": str(study.code),
        "subject_a": study.subject_a,
        "subject_b": study.subject_b,
        "goal": study.goal,
        "method": study.method,
        "alpha": study.alpha,
        "beta": study.beta,
        "pd": study.pd,
        "evaluations": study.evaluations,
        "evaluations_per_judge": study.evaluations_per_judge,
        "recommended_evaluations": RECOMMENDED_EVALUATIONS[study.goal],
        "pairing": study.pairing,
        "hold_minutes": study.hold_minutes,
        "blind": study.blind,
        "primary_set": study.primary_set,
        "exclusion": {
            "least_seconds": study.least_seconds,
            "most_failed_attention": study.most_failed_attention,
        },
        "attention_at": study.attention_at,
        "practice_triads": study.practice_triads,
        "presentation": study.presentation,
        "progress_shown": study.progress_shown,
        "asks_reason": study.asks_reason,
        "asks_sureness": study.asks_sureness,
        "questionnaire": study.questionnaire,
        "language": study.language,
        "wording": wording_by_language(study),
        "translations": study.translations,
        "privacy_contact": study.privacy_contact,
        "withdrawal_until": study.withdrawal_until and study.withdrawal_until.isoformat(),
        "is_test": study.is_test,
        "accepted_warnings": study.accepted_warnings,
        "seed_sha256": hashlib.sha256(bytes.fromhex(study.seed)).hexdigest(),
        "samples": hashes_of(study, Kind.MAIN),
        "practice_samples": hashes_of(study, Kind.PRACTICE),
        "attention_samples": hashes_of(study, Kind.ATTENTION),
    }


def hashes_of(study: Study, kind: str) -> list[str]:
    """Subject and content of each text, in the order in which the draws see them."""
    texts = design.in_plan_order(texts_of(study, kind))
    return [f"{text.subject} {text.content_hash}" for text in texts]


def wording_by_language(study: Study) -> dict[str, dict[str, str]]:
    """All that judges may read, with the hash by which the consent of each is known."""
    found = {code: wording_now(study, code) for code, _name in settings.LANGUAGES}
    return {
        code: words.as_dict() | {"consent_sha256": words.consent_sha256}
        for code, words in found.items()
    }


def freeze(study: Study) -> None:
    """Write the plan as canonical JSON with its SHA-256 into the study (not saved)."""
    study.plan_json = json.dumps(
        plan_of(study), sort_keys=True, ensure_ascii=False, separators=(",", ":")
    )
    study.plan_sha256 = hashlib.sha256(study.plan_json.encode()).hexdigest()
