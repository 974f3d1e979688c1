"""About how long judges read, from the length of some of a study's texts."""

import math
from functools import lru_cache

from django.db.models import Avg
from django.db.models.functions import Length

from studies.kinds import kind_of
from studies.models import Study
from studies.ratings.follow_up import Moment, follow_up_of

# Reading at 200 words of six letters a minute, and some time to choose.
CHARACTERS_PER_MINUTE = 1200
MINUTES_TO_CHOOSE = 0.25
TEXTS_MEASURED = 200
# As the planning of ratings takes: twenty seconds.
MINUTES_A_NUMBER = 1 / 3


def minutes_needed(study: Study) -> int:
    """Return about how long a judge takes, from the length of some of the texts."""
    pages = pages_of(study) + study.practice_triads
    minutes = pages * minutes_of_page(study) + numbers_asked(study) * MINUTES_A_NUMBER
    # Rounded before, so that three thirds are no more than one.
    return max(1, math.ceil(round(minutes, 6)))


def numbers_asked(study: Study) -> int:
    """Return how many numbers a judge gives after choices."""
    asked = follow_up_of(study.follow_up)
    if asked is None:
        return 0
    return len(asked.fields) * (pages_of(study) if asked.when == Moment.EACH else 1)


def pages_of(study: Study) -> int:
    """Return how many pages of texts a judge gets after practice."""
    repeats = int(kind_of(study).repeats_one(study))
    return study.evaluations_per_judge + len(study.attention_at) + repeats


def minutes_of_page(study: Study) -> float:
    """Return about how long one page takes, from the length of some of the study's texts.

    The texts of an opened study never change, so they are measured once.
    """
    if study.plan_sha256:
        return _frozen_minutes(study.pk, study.kind, study.plan_sha256)
    return _measured_minutes(study)


@lru_cache(maxsize=256)
def _frozen_minutes(study_id: int, kind: str, _plan_sha256: str) -> float:
    return _measured_minutes(Study(pk=study_id, kind=kind))


def _measured_minutes(study: Study) -> float:
    some = study.samples.main().order_by("pk").annotate(length=Length("text"))[:TEXTS_MEASURED]
    length = some.aggregate(mean=Avg("length"))["mean"] or 0
    load = kind_of(study).page_load(study)
    answering = load.numbers * MINUTES_A_NUMBER or MINUTES_TO_CHOOSE
    return float(load.texts * length / CHARACTERS_PER_MINUTE + answering)
