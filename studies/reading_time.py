"""About how long judges read, from the length of some of a study's texts."""

from functools import lru_cache

from django.db.models import Avg
from django.db.models.functions import Length

from studies.kinds import kind_of
from studies.models import Study
from studies.ratings.follow_up import Moment, follow_up_of
from studies.values.reading_minutes import MINUTES_A_NUMBER, whole_minutes
from studies.values.reading_minutes import minutes_of_page as minutes_of

TEXTS_MEASURED = 200


def minutes_needed(study: Study) -> int:
    """Return about how long a judge takes, from the length of some of the texts."""
    pages = pages_of(study) + study.practice_triads
    minutes = pages * minutes_of_page(study) + numbers_asked(study) * MINUTES_A_NUMBER
    return whole_minutes(minutes)


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
    load = kind_of(study).page_load(study)
    return minutes_of(texts=load.texts, numbers=load.numbers, characters=characters_of_text(study))


def characters_of_text(study: Study) -> float:
    """Return how long a text is on average, 0 where there are none."""
    some = study.samples.main().order_by("pk").annotate(length=Length("text"))[:TEXTS_MEASURED]
    return float(some.aggregate(mean=Avg("length"))["mean"] or 0)
