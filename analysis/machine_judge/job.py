"""The job that asks the machine judge, and its stored result."""

from collections.abc import Callable
from dataclasses import asdict, dataclass
from typing import Any, Self

from django.db.models.functions import Left

from analysis.machine_judge.imitation import Imitation, imitation_of
from analysis.stats.surface import MachineJudge, Telling, Why, drawn, machine_judge
from analysis.stats.surface.grams import MOST_CHARACTERS
from studies.kinds.pair import Pair
from studies.models import Job, Study

MOST_TEXTS = 2000
PERMUTATIONS = 999
# What is computed: 1 told of all texts together only.
METHOD_VERSION = 2


@dataclass(frozen=True, slots=True)
class MachineJudgeResult:
    """What the machine judge found.

    `texts` is the fingerprint of the texts it was asked about; `of` is their number before whole
    items were drawn. `samples` are the keys of those that have scores, in the order of these; there
    are none in results of version 1. `imitation` says how well B imitates A, where it is meant to.
    """

    found: MachineJudge
    texts: str
    of: int
    samples: tuple[int, ...] = ()
    version: int = 1
    imitation: Imitation | None = None

    @classmethod
    def from_json(cls, stored: dict[str, Any]) -> Self:
        values = dict(stored["found"])
        values["telling"] = tuple(Telling(**one) for one in values["telling"])
        values["why_none"] = Why(values["why_none"]) if values["why_none"] else None
        values["scores"] = tuple(values.get("scores", ()))
        imitation = stored.get("imitation")
        return cls(
            MachineJudge(**values),
            stored["texts"],
            stored["of"],
            tuple(stored.get("samples", ())),
            stored.get("version", 1),
            Imitation.from_json(imitation) if imitation else None,
        )

    def is_stale(self, pair: Pair) -> bool:
        """Return whether texts have changed since."""
        return self.texts != pair.samples.main().fingerprint()

    @property
    def is_part(self) -> bool:
        """Only some of the texts were looked at."""
        return self.of > self.found.texts_a + self.found.texts_b


def ask(job: Job, progress: Callable[[int, int], None]) -> None:
    """Do the job and store its result with it. The study's code is the seed."""
    study, pair = job.study, Pair(job.study, job.pair)
    texts = pair.samples.main().fingerprint()
    # A program of letters can do nothing with an image alone.
    samples = pair.samples.main().exclude(text="")
    # In the order of the plan, so that the same texts give the same result wherever it is done.
    rows = list(
        samples.order_by("subject", "item", "content_hash", "row").values_list("pk", "item")
    )
    seed = study.code.int % 2**63
    places = drawn([item for _, item in rows], most=MOST_TEXTS, seed=seed)
    keys = [rows[place][0] for place in places]
    chosen = _texts(study, keys)
    found = machine_judge(
        [text for _, _, text in chosen],
        [pair.side(subject) for subject, _, _ in chosen],
        items=[item for _, item, _ in chosen],
        permutations=PERMUTATIONS,
        seed=seed,
        progress=progress,
    )
    judged = tuple(keys) if found.scores else ()
    imitation = None
    if study.b_imitates_a and found.scores:
        imitation = imitation_of(study, keys, found.scores)
    result = MachineJudgeResult(found, texts, len(rows), judged, METHOD_VERSION, imitation)
    Job.objects.filter(pk=job.pk).update(result=asdict(result))


def _texts(study: Study, keys: list[int]) -> list[tuple[str, str, str]]:
    """Return subject, item and the beginning of each text, in the order of the keys."""
    rows = study.samples.filter(pk__in=keys).annotate(begins=Left("text", 4 * MOST_CHARACTERS))
    found = {pk: rest for pk, *rest in rows.values_list("pk", "subject", "item", "begins")}
    return [tuple(found[key]) for key in keys]


def latest(pair: Pair) -> MachineJudgeResult | None:
    """Return the newest result, unless texts of one subject's topics were still counted in it."""
    job = Job.objects.newest_result(pair.study, Job.Kind.MACHINE_JUDGE, pair.letters)
    if job is None or "one_sided_texts" not in job.result["found"]:
        return None
    return MachineJudgeResult.from_json(job.result)
