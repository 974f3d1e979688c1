"""The job that looks for what gives a study's texts away, and stores what it found."""

from collections.abc import Callable, Hashable, Sequence
from dataclasses import asdict, dataclass, replace
from itertools import islice

import numpy as np

from analysis.companions import content, frames, rules
from analysis.companions.stored import METHODS, Companions, Misfit, Pool, Rule
from analysis.companions.words import LOOKS_AT
from analysis.stats.surface.grams import features_of
from studies import design
from studies.models import Job, Sample, Study, Triad
from studies.models.judging.triad import Mode
from studies.models.sample import Kind
from studies.services.lifecycle.checks import one_rule
from studies.services.lifecycle.places import triads as planning
from studies.stimuli.cues.surface_cues import CUES, CueText, values_of
from studies.values.slots import KnownValues, is_structured, slots_of

MOST_TRIADS = 20_000
MOST_TEXTS = 4000
MOST_MISFITS = 200

Progress = Callable[[int, int], None]
# The three texts of a triad, and the place of the odd one, from 1.
PlannedTexts = tuple[tuple[int, int, int], int]


@dataclass(slots=True)
class Steps:
    """Tells the job's page how far the work is; stops it where that was asked."""

    progress: Progress
    done: int = 0
    # Texts; slots and frames; two pools; features; all rules; the end.
    total: int = 6 + len(rules.RULES)

    def step(self) -> None:
        self.done += 1
        self.progress(self.done, self.total)


def look(job: Job, progress: Progress) -> None:
    """Do the job and store its result with it."""
    study, steps = job.study, Steps(progress)
    of = one_rule.dependencies(study)
    planned, why_none = _planned(study)
    kept = within(planned, most=MOST_TEXTS)
    texts = _texts(study, kept)
    steps.step()
    nothing = Companions(
        of=of,
        methods=METHODS,
        texts=len(texts),
        triads=len(kept),
        planned=len(planned),
        why_no_rules=why_none,
    )
    result = _look(nothing, study, texts, kept, steps)
    steps.step()
    Job.objects.filter(pk=job.pk).update(result=asdict(result))
    Job.objects.filter(study=study, kind=Job.Kind.COMPANIONS, pk__lt=job.pk).delete()


def _planned(study: Study) -> tuple[list[PlannedTexts], str]:
    """Return the study's triads, of a draft those of opening it; or why there are none."""
    most = min(study.evaluations, MOST_TRIADS)
    if study.opened_at:
        made = Triad.objects.filter(study=study, mode=Mode.LIVE, kind=Kind.MAIN).order_by("number")
        rows = made.values_list("first_id", "second_id", "third_id", "odd_position")[:most]
        return [((first, second, third), odd) for first, second, third, odd in rows], ""
    blocks = design.blocks_for(most, study.protocol)
    try:
        wanted = planning.planned_triads(study, mode=Mode.LIVE, start_block=1, blocks=blocks)
    except design.CannotFillError as error:
        return [], str(error)
    return [(triad.keys, triad.odd_position) for triad in islice(wanted, most)], ""


def within(planned: Sequence[PlannedTexts], *, most: int) -> list[PlannedTexts]:
    """Return the first triads, as many as hold no more than so many different texts."""
    seen: set[int] = set()
    kept: list[PlannedTexts] = []
    for triad in planned:
        seen.update(triad[0])
        if len(seen) > most:
            break
        kept.append(triad)
    return kept


def _texts(study: Study, kept: Sequence[PlannedTexts]) -> list[Sample]:
    """Return the study's texts; where there are too many, those of the triads."""
    samples = study.samples.main().order_by("subject", "item", "content_hash", "row")
    if samples.count() > MOST_TEXTS:
        samples = samples.filter(pk__in={key for keys, _ in kept for key in keys})
    return list(
        samples.only("subject", "item", "context", "text", "content_hash", "image_id", "alt_text")
    )


def _look(
    nothing: Companions,
    study: Study,
    texts: list[Sample],
    kept: Sequence[PlannedTexts],
    steps: Steps,
) -> Companions:
    """Return what was found, in place of nothing."""
    slots = [slots_of(sample.context) for sample in texts]
    by_frames = frames.frames(
        [sample.text for sample in texts], [sample.subject for sample in texts], slots
    )
    steps.step()
    sides = [[sample for sample in texts if sample.subject == side] for side in "AB"]
    of_contexts = [_matches(side, *_contexts(texts)) for side in sides]
    steps.step()
    of_others = [
        _matches(own, [o.text for o in other], [o.item for o in other])
        for own, other in (sides, sides[::-1])
    ]
    steps.step()
    ranks = np.concatenate([found.rank for found in of_contexts])
    in_order = [sample for side in sides for sample in side]
    return replace(
        nothing,
        rules=_rules(study, in_order, kept, ranks, steps) if kept else (),
        contexts=_pool(sides, of_contexts),
        others=_pool(sides, of_others),
        misfits=_misfits(in_order, of_contexts),
        frames=by_frames,
    )


def _contexts(texts: Sequence[Sample]) -> tuple[list[str], list[Hashable]]:
    """Return the different contexts, each with its item."""
    found = dict.fromkeys((one.context, one.item) for one in texts if one.context.strip())
    return [context for context, _ in found], [item for _, item in found]


def _matches(
    side: Sequence[Sample], pool: Sequence[str], about: Sequence[Hashable]
) -> content.Matches:
    return content.match([one.text for one in side], [one.item for one in side], pool, about)


def _pool(sides: Sequence[Sequence[Sample]], found: Sequence[content.Matches]) -> Pool | None:
    """Return the shares and the test; None where a side has no text with an item in the pool."""
    if any(side.share is None or side.auc is None for side in found):
        return None
    a, b = found
    test = content.mcnemar(a, [one.item for one in sides[0]], b, [one.item for one in sides[1]])
    return Pool(
        texts_a=int(a.known.sum()),
        texts_b=int(b.known.sum()),
        share_a=a.share,
        share_b=b.share,
        auc_a=a.auc,
        auc_b=b.auc,
        items=test.items if test else 0,
        only_a=test.only_a if test else 0,
        only_b=test.only_b if test else 0,
        p_value=test.p_value if test else None,
    )


def _misfits(texts: Sequence[Sample], found: Sequence[content.Matches]) -> tuple[Misfit, ...]:
    """Return the texts that fit another item's context better than their own, the worst first."""
    nearest = [side.items[place] for side in found for place in side.nearest if side.items]
    ranks = [rank for side in found for rank in side.rank if side.items]
    rows = [
        Misfit(sample.pk, float(rank), str(item))
        for sample, rank, item in zip(texts, ranks, nearest, strict=bool(nearest))
        if item != sample.item and rank > 1
    ]
    return tuple(sorted(rows, key=lambda row: -row.rank)[:MOST_MISFITS])


def _rules(
    study: Study,
    texts: Sequence[Sample],
    kept: Sequence[PlannedTexts],
    ranks: content.Array,
    steps: Steps,
) -> tuple[Rule, ...]:
    place = {sample.pk: number for number, sample in enumerate(texts)}
    triads = rules.Triads(
        np.array([[place[key] for key in keys] for keys, _ in kept], dtype=np.intp),
        np.array([odd - 1 for _, odd in kept], dtype=np.intp),
    )
    looks = _looks(study, texts, ranks)
    steps.step()
    found = rules.one_rule_judges(looks, triads, steps.step)
    return tuple(
        Rule(name, LOOKS_AT[name], float(right.mean()), _by_triad(right))
        for name, right in found.items()
    )


def _by_triad(right: rules.Array) -> str:
    """Return a digit for each triad: 0 for wrong, m for 1/m."""
    return "".join("0" if share == 0 else str(round(1 / share)) for share in right)


def _looks(study: Study, texts: Sequence[Sample], ranks: content.Array) -> rules.Looks:
    known = KnownValues.of({sample.context for sample in texts})
    cue_texts = [
        CueText(
            key=sample.pk,
            subject="A" if sample.subject == "A" else "B",
            text=sample.text,
            content_hash=sample.content_hash,
            context=bool(sample.context.strip()),
            image=sample.image_id is not None,
            alt_text=sample.alt_text,
            contradicts=bool(known.contradicted(sample.text, sample.context)),
        )
        for sample in texts
    ]
    values = values_of(cue_texts, subject_names=(study.subject_a, study.subject_b))
    slots = [slots_of(sample.context) for sample in texts]
    made = [frames.frame_of(one.text, own) for one, own in zip(texts, slots, strict=True)]
    # Contexts take part in the weights: what they say is common to both subjects.
    features, _ = features_of([*(sample.text for sample in texts), *_contexts(texts)[0]])
    return rules.Looks(
        cues={
            cue: [row[number] for row in values]
            for number, cue in enumerate(CUES)
            if cue in rules.SURFACE
        },
        openings=rules.openings_of(made),
        frames=made if is_structured(slots) else None,
        features=features,
        ranks=None if np.isnan(ranks).all() else ranks,
    )
