"""Studies of triads: can people tell the texts of two subjects apart?"""

import json
from collections import Counter
from collections.abc import Sequence
from typing import Any

from django.db.models import QuerySet

from studies.kinds.protocol import OwnCriteria, PageLoad
from studies.models import Answer, Study, Triad, Trial
from studies.models.judging.place import PlaceQuerySet
from studies.models.sample import Kind
from studies.ratings.follow_up import follow_up_of


class Triangle:
    """A judge gets triads. All of the plan stands in columns of the study."""

    key: str = Study.StudyKind.TRIANGLE
    noun = "triad"
    counted_things = "evaluations"
    answered_things = "answers"
    author = "subject"
    table = "studies_triad"
    tells_apart = True
    unused: frozenset[str] = frozenset()
    not_raised_because = ""
    may_have = "NOT t.id = ANY(%(had)s::bigint[])"
    # No text this judge has read, the order this judge has had least, the lowest number.
    comes_first = """
        (t.first_id = ANY(%(read)s) OR t.second_id = ANY(%(read)s) OR t.third_id = ANY(%(read)s)),
        coalesce((%(orders)s::jsonb ->> t."order")::int, 0),
        t.number
    """

    def places(self) -> PlaceQuerySet:
        """Return all triads."""
        return Triad.objects.all()

    def place_id(self, trial: Trial) -> int | None:
        """Return the key of the trial's triad; None where it has a sheet."""
        return trial.triad_id

    def remembered(self, trials: Sequence[Trial]) -> list[Triad]:
        """Return the triads that count."""
        return [trial.triad for trial in trials if trial.kind == Kind.MAIN]

    def of_shared(self, places: Sequence[Triad], trials: Sequence[Trial]) -> list[Triad]:
        """Keep the triads with the fewest texts that the judge has read."""
        read = {pk for trial in trials for pk in trial.triad.sample_ids}
        known = [len(read.intersection(triad.sample_ids)) for triad in places]
        return [triad for triad, number in zip(places, known, strict=True) if number == min(known)]

    def repeats_one(self, study: Study) -> bool:
        """Return False: no judge gets a triad twice."""
        return False

    def failed_attention(self, study: Study, answers: QuerySet[Answer]) -> QuerySet[Answer]:
        """Keep the wrong choices of attention triads."""
        return answers.filter(kind=Kind.ATTENTION, correct=False)

    def history(self, study: Study, had: Sequence[Triad]) -> dict[str, Any]:
        """Return triads, texts and orders that the judge has had."""
        return {
            "had": [triad.pk for triad in had],
            "read": [pk for triad in had for pk in triad.sample_ids],
            "orders": json.dumps(Counter(triad.order for triad in had)),
        }

    def own_criteria(self, study: Study) -> OwnCriteria:
        """Return the criteria of the numbers after a choice that the pages do not know."""
        asked = follow_up_of(study.follow_up)
        return OwnCriteria([one for one in asked.criteria if one.label] if asked else [])

    def page_load(self, study: Study) -> PageLoad:
        """Return three texts and a choice."""
        return PageLoad(texts=3)

    def plan_part(self, study: Study) -> dict[str, object]:
        """Return nothing: plans of triads keep the hash that they have always had."""
        return {}

    def copy_plan(self, *, source: Study, target: Study) -> None:
        """Copy nothing beside the columns."""
