"""Each text as each judge has read and rated it, with its condition."""

import math
from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence

from analysis.stats.reading import ReadPage, ReadTrial, Stay, TextRead, raw_measures
from studies.kinds import kind_of
from studies.models import Rating, RatingPlan, ReadingRecord, Sample, SheetText, Study
from studies.ratings.criteria import CriterionKind
from studies.ratings.follow_up import follow_up_of
from studies.services.judging.answering.reading_trials import read_text

# A text (its key) as the judge of an answer (its key) has read it, and numbers of that.
Reading = tuple[int, int]
Numbers = dict[Reading, tuple[float, ...]]
Judges = dict[int, str]


def texts_of_triads(
    study: Study, read: Sequence[tuple[int, Sequence[Sample], ReadTrial]]
) -> list[TextRead]:
    """Return the texts of covered triads (by answer, with their texts), or of those rated."""
    rows = raw_measures([trial for _answer, _samples, trial in read])
    measures = {
        (answer, sample.pk): row
        for (answer, samples, _), three in zip(read, rows, strict=True)
        for sample, row in zip(samples, three, strict=True)
    }
    judges = {answer: trial.judge for answer, _samples, trial in read}
    asked = follow_up_of(study.follow_up)
    names = [criterion.key for criterion in asked.criteria] if asked else []
    ratings = _ratings(study, names, judges, log=True, all_of_them=True)
    return _texts(study, judges, measures, ratings)


def texts_of_sheets(study: Study) -> list[TextRead]:
    """Return the texts of covered sheets with their ratings; where none is covered, those rated.

    Where each page asks one criterion, that is the one rating of a text. A text that is shown once
    for several systems tells none of them.
    """
    plan = study.rating_plan
    names = [one.key for one in plan.rated_by if one.kind == CriterionKind.NUMBER]
    judges: Judges = {}
    measures = _of_covered_sheets(study, judges)
    ratings = _ratings(
        study,
        names,
        judges,
        log=plan.method != RatingPlan.Method.LIKERT,
        all_of_them=plan.setup == RatingPlan.Setup.TOGETHER,
    )
    shared = _shown_for_several(study) if plan.identical == RatingPlan.Identical.MERGE else set()
    return [one for one in _texts(study, judges, measures, ratings) if one.text not in shared]


def _shown_for_several(study: Study) -> set[int]:
    """Return the keys of texts about an item that several systems have."""
    keys: dict[tuple[str, str], list[int]] = defaultdict(list)
    for item, content, key in study.samples.main().values_list("item", "content_hash", "pk"):
        keys[item, content].append(key)
    return {key for alike in keys.values() if len(alike) > 1 for key in alike}


def what_is_told(study: Study) -> str:
    """Return what is told of the texts: their condition, or their system."""
    with_conditions = study.samples.main().exclude(condition="").exists()
    return "condition" if with_conditions else kind_of(study).author


def _texts(study: Study, judges: Judges, measures: Numbers, ratings: Numbers) -> list[TextRead]:
    """Put together what is known of each reading.

    Where no text has a condition, its system stands in its place; else texts without one are left
    out.
    """
    texts = {sample.pk: sample for sample in study.samples.main().defer("context", "text")}
    with_conditions = any(sample.condition for sample in texts.values())
    return [
        TextRead(
            judge=judges[answer],
            item=texts[text].item,
            text=text,
            condition=texts[text].condition if with_conditions else texts[text].subject,
            measures=measures.get((answer, text), ()),
            ratings=ratings.get((answer, text), ()),
        )
        for answer, text in measures or ratings
        if texts[text].condition or not with_conditions
    ]


def _of_covered_sheets(study: Study, judges: Judges) -> Numbers:
    """Return the measures of each text of each covered sheet; add to `judges`."""
    texts = _texts_of_sheets(study)
    samples = {sample.pk: sample for sample in study.samples.main().defer("context", "alt_text")}
    records = ReadingRecord.objects.counted().filter(answer__trial__study=study, masked=True)
    found: Numbers = {}
    for answer, judge, sheet, stays in records.values_list(
        "answer", "answer__trial__judge__code", "answer__trial__sheet", "stays"
    ).iterator(chunk_size=500):
        shown = [samples[key] for key in texts[sheet]]
        marked = all(sample.sentence_starts is not None for sample in shown)
        page = ReadPage(
            tuple(read_text(sample, marked=marked) for sample in shown),
            tuple(Stay(*stay) for stay in stays),
        )
        judges[answer] = judge
        [rows] = raw_measures([page])
        found |= {(answer, sample.pk): row for sample, row in zip(shown, rows, strict=True)}
    return found


def _texts_of_sheets(study: Study) -> Mapping[int, list[int]]:
    """Return the keys of the texts of each sheet by place; of identical ones the first."""
    places: dict[int, dict[int, int]] = defaultdict(dict)
    rows = SheetText.objects.filter(sheet__study=study).order_by("place", "pk")
    for sheet, place, sample in rows.values_list("sheet", "place", "sample"):
        places[sheet].setdefault(place, sample)
    return {sheet: [*by_place.values()] for sheet, by_place in places.items()}


def _ratings(
    study: Study, names: Collection[str], judges: Judges, *, log: bool, all_of_them: bool
) -> Numbers:
    """Return the ratings of a text by each criterion, or by the one asked; add to `judges`."""
    given: dict[Reading, dict[str, float]] = defaultdict(dict)
    rows = Rating.objects.counted().filter(answer__study=study, criterion__in=names)
    for answer, judge, sample, criterion, value in rows.values_list(
        "answer", "answer__trial__judge__code", "sample", "criterion", "value"
    ):
        given[answer, sample][criterion] = math.log(value) if log else float(value)
        judges[answer] = judge
    return {
        key: tuple(numbers[name] for name in names if name in numbers)
        for key, numbers in given.items()
        if len(numbers) == len(names) or not all_of_them
    }
