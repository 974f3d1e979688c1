"""Sample triads for a preview: drawn from a study's texts, stored nowhere."""

from itertools import islice

from studies import design
from studies.models import Sample, Study
from studies.models.sample import Kind, Subject
from studies.services.lifecycle.triads import design_texts

TRIADS = design.BLOCK_SIZE
# A preview needs a few texts, not all of a large study.
FIRST_TEXTS = 1000


def sample_triad(study: Study, number: int) -> tuple[Sample, Sample, Sample]:
    """The samples of one triad by position, the same each time while the texts stay the same.

    Raises `design.CannotFillError` where the texts cannot fill a triad.
    """
    return _samples(study, _planned(study, number))


def practice_triad(study: Study) -> tuple[tuple[Sample, Sample, Sample], int]:
    """A triad for practice, and where its odd text stands.

    Raises `design.CannotFillError` where the texts for practice cannot fill one.
    """
    planned = _planned(study, 1, Kind.PRACTICE)
    return _samples(study, planned), planned.odd_position


def _samples(study: Study, planned: design.PlannedTriad) -> tuple[Sample, Sample, Sample]:
    found: tuple[Sample, Sample, Sample] = study.samples.by_position(planned.keys)
    return found


def example(study: Study) -> tuple[Sample, ...]:
    """Two texts of one subject around one of the other, by three small queries; else none.

    For people outside, as often as they like: texts for practice where there are any, since whoever
    has read a text before judges it differently.
    """
    for kind in (Kind.PRACTICE, Kind.MAIN):
        texts = study.samples.of_kind(kind).with_images().order_by("item", "row")
        two = list(texts.filter(subject=Subject.A)[:2])
        one = list(texts.filter(subject=Subject.B)[:1])
        if len(two) == 2 and one:
            return two[0], one[0], two[1]
    return ()


def _planned(study: Study, number: int, kind: Kind = Kind.MAIN) -> design.PlannedTriad:
    texts = design_texts(study, kind)
    some = sorted(texts, key=lambda text: (text.item, text.subject))[:FIRST_TEXTS]
    if design.plan_problems(some, study.pairing):
        some = texts
    triads = design.plan_blocks(
        some,
        seed=bytes.fromhex(study.seed),
        purpose="preview",
        pairing=study.pairing,
        blocks=design.blocks_for(number),
    )
    return next(islice(triads, number - 1, None))
