"""How far a study is, whatever its judges answer: numbers, panels, times, people.

These functions only read. The caller holds one snapshot over them (REPEATABLE READ).
"""

from collections import defaultdict
from dataclasses import replace
from itertools import accumulate
from typing import Any

from analysis.recomputation import conduct
from analysis.recomputation.counts import FAST_SECONDS, SECONDS, Panel, Share, StudyCounts
from analysis.recomputation.trial_groups import TrialGroup, share, total
from analysis.sql import fetch_all
from studies.kinds import kind_of
from studies.models import Study
from studies.models.judging.people import people_of
from studies.models.judging.trial import COUNTED_ANSWER_SQL

# By tenth of a second.
TIMES = f"""
    SELECT least(floor(10 * date_part('epoch', a.answered_at - a.shown_at)), 36000), count(*)
    FROM studies_answer a WHERE {COUNTED_ANSWER_SQL} GROUP BY 1 ORDER BY 1
"""  # noqa: S608 - a constant
EXCLUDED = """
    SELECT count(*) FROM studies_judge WHERE study_id = %(study)s AND excluded_at IS NOT NULL
"""


def progress_of(study: Study, groups: list[TrialGroup]) -> StudyCounts:
    """Return what is counted of the plan's set, but for what was chosen."""
    live = [group for group in groups if group.is_live]
    counted = total(group for group in groups if group.counts)
    counts = StudyCounts(
        counted=counted,
        judges=counted,
        last_answer=max((group.last_answer or 0 for group in groups), default=0),
        surplus=total(group for group in live if group.state == "surplus"),
        pilot=total(g for g in groups if g.is_main and g.mode == "pilot" and g.is_answered),
        withdrawn=total(g for g in live if g.state == "withdrawn" and g.is_answered),
        lapsed=total(group for group in live if group.has_lapsed),
        reading=total(group for group in live if group.is_read_now),
        people=people_of(study),
        panels=_panels(live),
        excluded=excluded(study),
        **_conduct(study, groups),
    )
    return _with_times(study, counts) if counted else counts


def excluded(study: Study) -> int:
    """Return how many judges the plan's rule excludes."""
    [(judges,)] = fetch_all(EXCLUDED, {"study": study.pk})
    return int(judges)


def _with_times(study: Study, counts: StudyCounts) -> StudyCounts:
    fast_seconds = max(FAST_SECONDS, kind_of(study).page_load(study).numbers)
    times = [(int(tenth), size) for tenth, size in fetch_all(TIMES, {"study": study.pk})]
    return replace(
        counts,
        median_seconds=_quantile(times, 2, 4) / 10,
        quartiles=(_quantile(times, 1, 4) / 10, _quantile(times, 3, 4) / 10),
        seconds=_by_seconds(times),
        fast=sum(size for tenth, size in times if tenth < 10 * fast_seconds),
        fast_seconds=fast_seconds,
    )


def _panels(groups: list[TrialGroup]) -> tuple[Panel, ...]:
    by_name = defaultdict(list)
    for group in groups:
        by_name[group.panel].append(group)
    return tuple(_panel(name, by_name[name]) for name in sorted(by_name))


def _panel(name: str, groups: list[TrialGroup]) -> Panel:
    counted = share(group for group in groups if group.counts)
    return Panel(
        name=name,
        counted=counted.counted,
        correct=counted.correct,
        reading=total(group for group in groups if group.is_read_now),
        lapsed=total(group for group in groups if group.has_lapsed),
        surplus=total(group for group in groups if group.state == "surplus"),
    )


def _quantile(histogram: list[tuple[int, int]], part: int, of: int) -> int:
    """Return the lower quantile `part`/`of` of (value, frequency) pairs in rising order."""
    place_of = -(-part * sum(size for _, size in histogram) // of)
    places = accumulate(size for _, size in histogram)
    return next(v for (v, _), place in zip(histogram, places, strict=True) if place >= place_of)


def _by_seconds(histogram: list[tuple[int, int]]) -> tuple[int, ...]:
    """Count the answers in the classes that begin at SECONDS."""
    ends = [10 * second for second in (*SECONDS[1:], 10**6)]
    begins = [10 * second for second in SECONDS]
    return tuple(
        sum(size for tenth, size in histogram if begin <= tenth < end)
        for begin, end in zip(begins, ends, strict=True)
    )


def _conduct(study: Study, groups: list[TrialGroup]) -> dict[str, Any]:
    """Return what is told beside a verdict of attention, withdrawals and pilot judges."""
    live = [group for group in groups if group.is_live]
    first = min((g.first_answered_at for g in live if g.first_answered_at), default=None)
    return {
        "first_answer_at": first.isoformat() if first else None,
        "attention": conduct.attention(study)
        if any(group.kind == "attention" for group in groups)
        else Share(),
        "withdrawn_in_sight": conduct.withdrawn_in_sight(study)
        if any(group.state == "withdrawn" and group.is_answered for group in live)
        else 0,
        "back_from_pilot": conduct.back_from_pilot(study)
        if any(group.mode == "pilot" for group in groups)
        else 0,
    }
