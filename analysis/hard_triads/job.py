"""The job that looks for hard triads, and its stored result."""

from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from typing import Any, Self

import numpy as np
import numpy.typing as npt
from django.db.models.functions import Left

from analysis.companions.rules import likenesses
from analysis.hard_triads.answered import AnsweredTriad, answered_triads
from analysis.models import Result, Verdict
from analysis.recomputation.counts import StudyCounts
from analysis.results.study_results import given_verdict
from analysis.stats.association import RightAnswersBy, right_answers_by
from analysis.stats.surface.grams import MOST_CHARACTERS, features_of
from studies.models import Job, Sample, Study

METHOD_VERSION = 1
PERMUTATIONS = 999
# So many of the easiest and of the hardest are kept; so many parts of alike size are drawn.
KEPT, PARTS, LEAST_IN_PART = 100, 8, 10

Progress = Callable[[int, int], None]
Array = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class HardTriad:
    """A triad by the keys of its texts, the odd one first; how like that is to the others."""

    texts: tuple[int, int, int]
    likeness: float
    answers: int
    right: int


@dataclass(frozen=True, slots=True)
class Part:
    """Triads in which the odd text is about as like the others."""

    likeness: float
    triads: int
    answers: int
    right: int


@dataclass(frozen=True, slots=True)
class HardTriads:
    """What was found. `texts` is their fingerprint, `counted` how many answers counted then.

    Of `of` triads with answers, `found.triads` were looked at; `in_order` are these from the
    easiest to the hardest, without those between if there are many.
    """

    texts: str
    counted: int
    of: int
    found: RightAnswersBy
    parts: tuple[Part, ...]
    in_order: tuple[HardTriad, ...]
    version: int = METHOD_VERSION

    @classmethod
    def from_json(cls, stored: dict[str, Any]) -> Self:
        lists = {
            "found": RightAnswersBy(**stored["found"]),
            "parts": tuple(Part(**one) for one in stored["parts"]),
            "in_order": tuple(
                HardTriad(**one | {"texts": tuple(one["texts"])}) for one in stored["in_order"]
            ),
        }
        return cls(**stored | lists)

    def is_stale(self, study: Study, *, counted: int) -> bool:
        """Return whether texts, or the number of answers that count, have changed since."""
        return self.counted != counted or self.texts != study.samples.main().fingerprint()


def look(job: Job, progress: Progress) -> None:
    """Do the job and store its result with it. The study's code is the seed."""
    study, fingerprint = job.study, job.study.samples.main().fingerprint()
    tested, counted = _is_tested(study), counted_in(study)
    triads, of = answered_triads(study)
    progress(1, 3)
    texts = _texts(study, triads)
    # Letters say nothing of an image alone.
    triads = [triad for triad in triads if all(texts[key][0] for key in triad.texts)]
    likeness = _likeness(texts, triads)
    progress(2, 3)
    found = right_answers_by(
        likeness.tolist(),
        [triad.right for triad in triads],
        [triad.answers for triad in triads],
        groups=[texts[triad.texts[0]][1] for triad in triads],
        permutations=PERMUTATIONS if tested else 0,
        seed=study.code.int % 2**63,
        progress=lambda done, total: progress(2 * total + done, 3 * total),
    )
    result = HardTriads(
        texts=fingerprint,
        counted=counted,
        of=of,
        found=found,
        parts=parts_of(likeness, triads),
        in_order=in_order(likeness, triads),
    )
    Job.objects.filter(pk=job.pk).update(result=asdict(result))
    Job.objects.filter(study=study, kind=Job.Kind.HARD_TRIADS, pk__lt=job.pk).delete()


def counted_in(study: Study) -> int:
    """Return how many answers count in the study's results as they stand."""
    result = Result.objects.filter(study=study, analysis_set=study.primary_set).first()
    return StudyCounts.from_json(result.numbers).counted if result else 0


def _is_tested(study: Study) -> bool:
    verdict = Verdict.objects.filter(study=study).first()
    return verdict is not None and given_verdict(verdict).tests is not None


def latest(study: Study) -> HardTriads | None:
    """Return the newest result of this version of the method."""
    job = Job.objects.newest_result(study, Job.Kind.HARD_TRIADS)
    if job is None or job.result["version"] != METHOD_VERSION:
        return None
    return HardTriads.from_json(job.result)


def _texts(study: Study, triads: Sequence[AnsweredTriad]) -> dict[int, tuple[str, str]]:
    """Return the beginning and the item of each text, by key."""
    keys = {key for triad in triads for key in triad.texts}
    rows = Sample.objects.filter(study=study, pk__in=keys)
    rows = rows.annotate(begins=Left("text", 4 * MOST_CHARACTERS)).order_by("pk")
    return {pk: (text, item) for pk, text, item in rows.values_list("pk", "begins", "item")}


def _likeness(texts: dict[int, tuple[str, str]], triads: Sequence[AnsweredTriad]) -> Array:
    """Return how like each odd text is to the other two: the mean cosine of their letters."""
    if not triads:
        return np.zeros(0)
    features, _ = features_of([text for text, _ in texts.values()])
    place = {key: number for number, key in enumerate(texts)}
    places = np.array([[place[key] for key in triad.texts] for triad in triads], dtype=np.intp)
    # At each place the likeness of the other two: those without the second or third hold the odd.
    likeness: Array = likenesses(features, places)[:, 1:].mean(axis=1)
    return likeness


def parts_of(likeness: Array, triads: Sequence[AnsweredTriad]) -> tuple[Part, ...]:
    """Return the triads in parts of about equal size, from the least to the most alike."""
    if not triads:
        return ()
    number = max(1, min(PARTS, len(triads) // LEAST_IN_PART))
    parts = np.array_split(np.argsort(likeness, kind="stable"), number)
    return tuple(
        Part(
            likeness=float(likeness[part].mean()),
            triads=len(part),
            answers=sum(triads[place].answers for place in part),
            right=sum(triads[place].right for place in part),
        )
        for part in parts
    )


def in_order(likeness: Array, triads: Sequence[AnsweredTriad]) -> tuple[HardTriad, ...]:
    """Return the triads from the easiest to the hardest, without those between if there are many.

    By standard errors above the whole, so that one answer weighs less than ten; of those alike the
    less alike texts are the easier ones.
    """
    answers = sum(triad.answers for triad in triads)
    share = sum(triad.right for triad in triads) / answers if answers else 0.0

    def hardness(place: int) -> tuple[float, float]:
        triad = triads[place]
        return (share * triad.answers - triad.right) / triad.answers**0.5, likeness[place]

    order = sorted(range(len(triads)), key=hardness)
    if len(order) > 2 * KEPT:
        order = order[:KEPT] + order[-KEPT:]
    return tuple(
        HardTriad(
            triads[place].texts, float(likeness[place]), triads[place].answers, triads[place].right
        )
        for place in order
    )
