"""Count the sheets of a rating study, and say what their ratings are.

These functions only read. The caller holds one snapshot over them (REPEATABLE READ).
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace

from analysis.models import Result, Verdict
from analysis.recomputation import counting
from analysis.recomputation.counts import Inputs, Share, StudyCounts
from analysis.recomputation.progress import progress_of
from analysis.recomputation.rating_study.answered import (
    LAST,
    rated_columns,
    rated_sheets,
    rated_texts,
)
from analysis.recomputation.rating_study.compute import fingerprint, means, rating_numbers
from analysis.recomputation.rating_study.numbers import RatingNumbers
from analysis.recomputation.rating_study.rows import RatedSheet, RatedText, Ticked
from analysis.recomputation.rating_study.rules import RatedBy, Rules
from analysis.recomputation.trial_groups import groups_of
from studies.models import Amendment, RatingPlan, Study
from studies.models.study import SYSTEMS
from studies.ratings.criteria import CriterionKind, criteria_of

# Whether what was rated is part of an analysis set, and the numbers of one by its name.
IsPart = Callable[[RatedSheet | RatedText], bool]
NumbersOf = Callable[[str, IsPart], RatingNumbers]


def count(study: Study) -> tuple[Inputs, dict[str, StudyCounts]]:
    """Return what was counted and the counts by analysis set, the plan's set first.

    What tells systems apart is computed once all sheets are in, and of a verdict's sheets again
    where some were withdrawn.
    """
    groups = groups_of(study)
    verdict = Verdict.objects.filter(study=study).first()
    sheets = rated_sheets(study, last_answer=_last(verdict))
    tested = may_be_tested(study, verdict)
    numbers_of = _tested(study, verdict) if tested else _means(study, sheets)
    primary = replace(
        progress_of(study, groups),
        judges=_judges(filter(_counts, sheets)),
        ratings=numbers_of(study.primary_set, _counts),
    )
    sets = {study.primary_set: primary}
    if counting.has_other_set(study):
        other = counting.other_set(study)
        is_part = _every if other == counting.ALL else _is_kept
        left = [sheet for sheet in sheets if is_part(sheet)]
        sets[other] = StudyCounts(
            counted=sum(sheet.is_main for sheet in left),
            judges=_judges(left),
            ratings=numbers_of(other, is_part),
        )
    return counting.inputs_of(study, groups, primary), sets


def rated(study: Study, verdict: Verdict | None = None) -> list[RatedText]:
    """Return the ratings that numbers are made from: after a verdict those that it rests on."""
    return rated_texts(study, last_answer=_last(verdict))


def _last(verdict: Verdict | None) -> int:
    return verdict.last_answer if verdict else LAST


def may_be_tested(study: Study, verdict: Verdict | None) -> bool:
    """Whether limits and p may be seen: there is a verdict, or it is due."""
    return verdict is not None or (study.is_complete and not _raised_after_looking(study))


def since_verdict(study: Study, verdict: Verdict) -> tuple[Share, Share]:
    """Return what is left of the verdict's sheets, and the other counted ones."""
    left, later = counting.since_verdict(
        study, last_answer=verdict.last_answer, planned=verdict.evaluations
    )
    return Share(left.counted, left.counted), later


def rules_of(study: Study) -> Rules:
    """Return what of the plan the numbers depend on."""
    plan = study.rating_plan
    criteria = criteria_of(plan.criteria)
    return Rules(
        criteria=tuple(
            RatedBy(one.key, one.label, is_ticks=one.kind == CriterionKind.TICKS)
            for one in sorted(criteria, key=lambda one: one.key != plan.primary_criterion)
        ),
        systems=tuple(SYSTEMS[: len(study.subjects)]),
        log=plan.method != RatingPlan.Method.LIKERT,
        side_by_side=plan.method == RatingPlan.Method.RANKME,
        keeps_identical=plan.identical == RatingPlan.Identical.KEEP,
        alpha=study.alpha,
        margin=plan.margin,
        resamples=plan.resamples,
        seed=int(study.seed, 16),
    )


def _raised_after_looking(study: Study) -> bool:
    return Amendment.objects.raised_after_looking().filter(study=study).exists()


def _judges(sheets: Iterable[RatedSheet]) -> int:
    """Return how many different judges rated them; repeats aside."""
    return len({sheet.judge for sheet in sheets if sheet.is_main})


def _every(_rated: RatedSheet | RatedText) -> bool:
    return True


def _counts(rated: RatedSheet | RatedText) -> bool:
    return rated.counts


def _is_kept(rated: RatedSheet | RatedText) -> bool:
    return rated.counts and not rated.judge_excluded


def _means(study: Study, sheets: Sequence[RatedSheet]) -> NumbersOf:
    """Return how the means alone are made: they are sooner made anew than found again."""
    rules, columns = rules_of(study), rated_columns(study)
    main = [sheet for sheet in sheets if sheet.is_main]

    def numbers(_analysis_set: str, is_part: IsPart) -> RatingNumbers:
        part = [sheet for sheet in main if is_part(sheet)]
        rated = dict(columns.ratings(part, side_by_side=rules.side_by_side))
        ticked = {one.key: Ticked.of(rated[one.key]) for one in rules.ticks if one.key in rated}
        return means(rated, ticked, rules)

    return numbers


def _tested(study: Study, verdict: Verdict | None) -> NumbersOf:
    """Return how all numbers are made; what is stored, where it was made from the same, as now."""
    rules, rows = rules_of(study), rated(study, verdict)

    def numbers(analysis_set: str, is_part: IsPart) -> RatingNumbers:
        part = [row for row in rows if is_part(row)]
        made_from = fingerprint(part, rules)
        stored = Result.objects.filter(
            study=study, analysis_set=analysis_set, method_version=counting.METHOD_VERSION
        )
        known = stored.values_list("numbers__ratings", flat=True).first()
        if known and known["fingerprint"] == made_from:
            return RatingNumbers.from_json(known)
        return rating_numbers(part, rules, made_from=made_from)

    return numbers
