"""Sample triads for a preview: drawn from a study's texts, stored nowhere."""

from itertools import islice

from studies import design
from studies.kinds import kind_of
from studies.models import Sample, Study, Triad
from studies.models.sample import Kind, Subject
from studies.services.lifecycle.places.triads import design_texts, text_problems

# As many as there are orders at most.
TRIADS = len(design.ORDERS)
# A preview needs a few texts, not all of a large study.
FIRST_TEXTS = 1000


def sample_triad(study: Study, number: int, kind: Kind = Kind.MAIN) -> Triad:
    """Return a triad that is not stored, the same each time while the texts stay the same.

    Raises `design.CannotFillError` where the texts cannot fill it.
    """
    planned = _planned(study, number, kind)
    first, second, third = planned.keys
    return Triad(
        study=study,
        number=number,
        kind=kind,
        order=planned.order,
        odd_position=planned.odd_position,
        first_id=first,
        second_id=second,
        third_id=third,
    )


def example_texts(study: Study) -> tuple[Sample, ...]:
    """Return two texts of one subject around one of the other; nothing if there are too few.

    They are shown to people who are no judges yet, and a text that was read before is judged
    differently: texts for practice come first. Of ratings there is no example: a text would be an
    anchor.
    """
    if not kind_of(study).tells_apart:
        return ()
    for kind in (Kind.PRACTICE, Kind.MAIN):
        texts = study.samples.of_kind(kind).with_images().order_by("item", "row")
        two = list(texts.filter(subject=Subject.A)[:2])
        one = list(texts.filter(subject=Subject.B)[:1])
        if len(two) == 2 and one:
            return two[0], one[0], two[1]
    return ()


def _planned(study: Study, number: int, kind: Kind) -> design.PlannedTriad:
    texts = design_texts(study, kind)
    some = sorted(texts, key=lambda text: (text.item, text.subject))[:FIRST_TEXTS]
    if design.plan_problems(some, study.pairing, study.protocol):
        if problems := text_problems(study, kind):
            raise design.CannotFillError(problems)
        some = texts
    triads = design.plan_blocks(
        some,
        seed=bytes.fromhex(study.seed),
        purpose="preview",
        pairing=study.pairing,
        protocol=study.protocol,
        blocks=design.blocks_for(number, study.protocol),
    )
    return next(islice(triads, number - 1, None))
