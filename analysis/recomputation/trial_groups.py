"""A study's trials in a few hundred groups that are alike: no row of an answer comes to Python.

The same for triads and sheets. The caller holds one snapshot (REPEATABLE READ).
"""

from collections.abc import Iterable
from datetime import datetime
from typing import NamedTuple

from analysis.recomputation.counts import Share
from analysis.sql import fetch_all
from studies.models import Study

# All answers of the study in one pass, in a few hundred groups. Of their trials only those are
# looked at that are not "answered", or of excluded judges.
ANSWERED = """
    SELECT g.state, g.mode, l.panel, g."order", g.chosen_position, g.correct, g.kind, g.out, false,
        g.size, g.first_answer, g.last_answer, g.first_at
    FROM (
        SELECT coalesce(x.state, 'answered') AS state, a.mode, a.link_id, a."order",
            a.chosen_position, a.correct, a.kind, e.id IS NOT NULL AS out, count(*) AS size,
            min(a.id) AS first_answer, max(a.id) AS last_answer, min(a.answered_at) AS first_at
        FROM studies_answer a
        LEFT JOIN studies_trial x ON x.id = a.trial_id AND x.study_id = %(study)s
            AND x.state IN ('surplus', 'withdrawn', 'excluded')
        LEFT JOIN (
            SELECT x.id FROM studies_judge j JOIN studies_trial x ON x.judge_id = j.id
            WHERE j.study_id = %(study)s AND j.excluded_at IS NOT NULL
        ) e ON e.id = a.trial_id
        WHERE a.study_id = %(study)s GROUP BY 1, 2, 3, 4, 5, 6, 7, 8
    ) g JOIN studies_recruitmentlink l ON l.id = g.link_id
"""
# The trials without an answer, in the same columns.
UNANSWERED = """
    SELECT x.state, x.mode, l.panel, coalesce(t."order", ''), NULL, NULL, x.kind,
        j.excluded_at IS NOT NULL, x.state = 'held'
            AND coalesce(t.free_from, h.free_from) > statement_timestamp(),
        count(*), NULL, NULL, NULL
    FROM studies_trial x
    LEFT JOIN studies_triad t ON t.id = x.triad_id
    LEFT JOIN studies_sheet h ON h.id = x.sheet_id
    JOIN studies_judge j ON j.id = x.judge_id
    JOIN studies_recruitmentlink l ON l.id = j.link_id
    WHERE x.study_id = %(study)s AND x.state IN ('held', 'lapsed', 'withdrawn')
        AND NOT EXISTS (SELECT 1 FROM studies_answer a WHERE a.trial_id = x.id)
    GROUP BY 1, 2, 3, 4, 7, 8, 9
"""


class TrialGroup(NamedTuple):
    """Trials that are alike: one row of ANSWERED or UNANSWERED."""

    state: str
    mode: str
    panel: str
    order: str
    chosen: int | None
    correct: bool | None
    kind: str
    judge_excluded: bool
    is_read_now: bool
    size: int
    first_answer: int | None
    last_answer: int | None
    first_answered_at: datetime | None

    @property
    def is_answered(self) -> bool:
        """They have answers, counted or not."""
        return self.last_answer is not None

    @property
    def counts(self) -> bool:
        """These answers stand for the study (studies.models.judging.trial)."""
        return self.state == "answered" and self.is_live

    @property
    def is_main(self) -> bool:
        """Neither for practice nor for attention."""
        return self.kind == "main"

    @property
    def is_live(self) -> bool:
        """Neither of a pilot nor for practice or attention."""
        return self.mode == "live" and self.is_main

    @property
    def has_lapsed(self) -> bool:
        """The hold ran out. The next claim marks it so; until then its time is past."""
        return self.state == "lapsed" or (self.state == "held" and not self.is_read_now)


def groups_of(study: Study) -> list[TrialGroup]:
    """Return all trials of the study."""
    values = {"study": study.pk}
    rows = fetch_all(ANSWERED, values) + fetch_all(UNANSWERED, values)
    return [TrialGroup(*row) for row in rows]


def share(groups: Iterable[TrialGroup]) -> Share:
    """Return how many trials these are, and how many of them are right."""
    groups = list(groups)
    return Share(total(groups), total(group for group in groups if group.correct))


def total(groups: Iterable[TrialGroup]) -> int:
    """Return how many trials these are."""
    return sum(group.size for group in groups)
