"""Whether the exclusion rule would have excluded most judges of a pilot with the same texts."""

from dataclasses import dataclass
from datetime import timedelta

from django.db.models import Count, F, Min, Q

from studies.kinds import kind_of
from studies.models import Answer, Judge, Study
from studies.models.judging.triad import Mode
from studies.models.sample import Kind
from studies.services.lifecycle import frozen_plan


@dataclass(frozen=True, slots=True)
class PilotExclusion:
    """How many judges of the pilot there are, and how many of them the rule would exclude."""

    judges: int
    excluded: int

    @property
    def is_most(self) -> bool:
        return 2 * self.excluded > self.judges


def pilot_exclusion(study: Study) -> PilotExclusion | None:
    """Apply the draft's rule to the pilot's judges; None without a rule or a pilot.

    The pilot: judges by pilot links, and all judges of test studies, in the owner's opened studies
    of the same kind and texts.
    """
    if study.least_seconds is None and study.most_failed_attention is None:
        return None
    texts = frozen_plan.hash_of_texts(frozen_plan.hashes_of(study, Kind.MAIN))
    judges = Judge.objects.filter(
        Q(mode=Mode.PILOT) | Q(study__is_test=True),
        study__owner=study.owner_id,
        study__kind=study.kind,
        study__texts_sha256=texts,
        withdrawn_at=None,
    )
    of_owner = Answer.objects.filter(study__owner=study.owner_id, study__kind=study.kind)
    failed = kind_of(study).failed_attention(study, of_owner)
    found = judges.annotate(
        answers=Count("trials__answer", filter=Q(trials__kind=Kind.MAIN)),
        fastest=_fastest_answer(),
        failed=Count("trials__answer", filter=Q(trials__answer__in=failed)),
    ).filter(answers__gt=0)
    numbers = found.aggregate(all=Count("pk"), out=Count("pk", filter=_breaks_rule(study)))
    return PilotExclusion(numbers["all"], numbers["out"]) if numbers["all"] else None


def _fastest_answer() -> Min:
    taken = F("trials__answer__answered_at") - F("trials__answer__shown_at")
    return Min(taken, filter=Q(trials__kind=Kind.MAIN, trials__given_again=False))


def _breaks_rule(study: Study) -> Q:
    rule = Q(pk=None)
    if study.least_seconds is not None:
        rule |= Q(fastest__lt=timedelta(seconds=study.least_seconds))
    if study.most_failed_attention is not None:
        rule |= Q(failed__gt=study.most_failed_attention)
    return rule
