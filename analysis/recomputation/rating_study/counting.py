"""Count the sheets of a rating study, and say what their ratings are.

These functions only read. The caller holds one snapshot over them (REPEATABLE READ).
"""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from analysis.models import Result, Verdict
from analysis.recomputation import counting
from analysis.recomputation.counts import Inputs, Share, StudyCounts
from analysis.recomputation.progress import progress_of
from analysis.recomputation.rating_study.answered import LAST, rated_texts
from analysis.recomputation.rating_study.compute import fingerprint, rating_numbers
from analysis.recomputation.rating_study.numbers import RatingNumbers
from analysis.recomputation.rating_study.rows import RatedText
from analysis.recomputation.rating_study.rules import RatedBy, Rules
from analysis.recomputation.trial_groups import groups_of
from studies.models import Amendment, RatingPlan, Study
from studies.models.study import SYSTEMS
from studies.ratings.criteria import CriterionKind, criteria_of


def count(study: Study) -> tuple[Inputs, dict[str, StudyCounts]]:
    """Return what was counted and the counts by analysis set, the plan's set first.

    What tells systems apart is computed once all sheets are in, and of a verdict's sheets again
    where some were withdrawn.
    """
    groups = groups_of(study)
    verdict = Verdict.objects.filter(study=study).first()
    tested = may_be_tested(study, verdict)
    rows = rated(study, verdict)
    counted = [row for row in rows if row.counts]
    primary = replace(
        progress_of(study, groups),
        judges=_number(row.judge for row in counted if row.is_main),
        ratings=_numbers(study, study.primary_set, counted, tested=tested),
    )
    sets = {study.primary_set: primary}
    if counting.has_other_set(study):
        other = counting.other_set(study)
        left = [row for row in rows if other == counting.ALL or _is_kept(row)]
        sets[other] = StudyCounts(
            counted=_number(row.answer for row in left if row.is_main),
            judges=_number(row.judge for row in left if row.is_main),
            ratings=_numbers(study, other, left, tested=tested),
        )
    return counting.inputs_of(study, groups, primary), sets


def rated(study: Study, verdict: Verdict | None = None) -> list[RatedText]:
    """Return the ratings that numbers are made from: after a verdict those that it rests on."""
    return rated_texts(study, last_answer=verdict.last_answer if verdict else LAST)


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


def _number(keys: Iterable[int]) -> int:
    """Return how many different ones there are."""
    return len(set(keys))


def _is_kept(row: RatedText) -> bool:
    return row.counts and not row.judge_excluded


def _numbers(
    study: Study, analysis_set: str, rows: Sequence[RatedText], *, tested: bool
) -> RatingNumbers:
    """Return what the ratings are; what is stored, where it was made from the same, as now."""
    rules = rules_of(study)
    if not tested:
        return rating_numbers(rows, rules, tested=False)
    made_from = fingerprint(rows, rules, tested=tested)
    stored = Result.objects.filter(
        study=study, analysis_set=analysis_set, method_version=counting.METHOD_VERSION
    )
    known = stored.values_list("numbers__ratings", flat=True).first()
    if known and known["fingerprint"] == made_from:
        return RatingNumbers.from_json(known)
    return rating_numbers(rows, rules, tested=tested, made_from=made_from)
