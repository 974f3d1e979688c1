"""How often judges were right by what they answered to the study's questions, and by panel."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from analysis import number_format
from analysis.charts.dots import Dot, dot
from analysis.results.headline import CONFIDENCE
from analysis.sql import fetch_all
from analysis.stats import holm, right_by_group
from analysis.stats.binomial import clopper_pearson_lower, clopper_pearson_upper
from studies.models import Study
from studies.models.judging.trial import COUNTED_SQL
from studies.questionnaire import AnswerKind, questions_of

# Fewer judges could be known as persons by their group.
FEWEST_JUDGES = 5
PANEL = "panel"

# Right answers, answers and judges by what judges chose; a question passed over is null.
BY_ANSWER = f"""
    SELECT q.key, j.questionnaire ->> q.key, count(*) FILTER (WHERE a.correct), count(*),
        count(DISTINCT x.judge_id)
    FROM studies_answer a
    JOIN studies_trial x ON x.id = a.trial_id
    JOIN studies_judge j ON j.id = x.judge_id
    CROSS JOIN unnest(%(keys)s::text[]) q(key)
    WHERE x.study_id = %(study)s AND {COUNTED_SQL}
    GROUP BY 1, 2
    UNION ALL
    SELECT '{PANEL} ', l.panel, count(*) FILTER (WHERE a.correct), count(*),
        count(DISTINCT x.judge_id)
    FROM studies_answer a
    JOIN studies_trial x ON x.id = a.trial_id
    JOIN studies_judge j ON j.id = x.judge_id
    JOIN studies_recruitmentlink l ON l.id = j.link_id
    WHERE x.study_id = %(study)s AND {COUNTED_SQL}
    GROUP BY 2
"""  # noqa: S608 - constants


@dataclass(frozen=True, slots=True)
class Group:
    """Judges who gave the same answer."""

    name: str
    correct: int
    counted: int
    judges: int

    @property
    def share(self) -> str:
        """The share of right answers."""
        return number_format.estimate(self.correct / self.counted)


@dataclass(frozen=True, slots=True)
class GroupRow:
    """A group as it is shown, with the limits of its share of right answers where they hold."""

    group: Group
    lower: float | None = None
    upper: float | None = None

    @property
    def limits(self) -> str:
        """The limits in words; empty where there are none."""
        return "" if self.lower is None else number_format.between(self.lower, self.upper)

    @property
    def dot(self) -> Dot | None:
        """Where its share and limits stand in the dot plot."""
        limits = None if self.lower is None or self.upper is None else (self.lower, self.upper)
        return dot(self.group.correct, self.group.counted, limits)


@dataclass(frozen=True, slots=True)
class GroupTable:
    """A question with its groups; `hidden` of them are too small to be shown.

    `p_value` of equal shares; None where there is no test. `p_adjusted` by Holm over all tables.
    """

    question: str
    rows: tuple[GroupRow, ...]
    hidden: int
    p_value: float | None
    exact: bool = True
    p_adjusted: float | None = None

    @property
    def test(self) -> str:
        """The test between the groups as a sentence; empty where there is none."""
        if self.p_value is None or self.p_adjusted is None:
            return ""
        name = "Fisher's exact test" if self.exact else "Pearson's chi-square"
        return (
            f"Between the groups: {number_format.p_text(self.p_value)} ({name}), "
            f"{number_format.p_text(self.p_adjusted)} adjusted by Holm."
        )


def group_tables(study: Study, *, decided: bool) -> tuple[GroupTable, ...]:
    """Return a table of each question with options, and one of the panels where there are several.

    Tests and limits are given once the study is `decided`, so that watching adds no looks, and
    where each judge answered once.
    """
    asked = [one for one in questions_of(study.questionnaire) if one.kind == AnswerKind.CHOICE]
    rows = fetch_all(BY_ANSWER, {"study": study.pk, "keys": [one.key for one in asked]})
    tested = decided and study.evaluations_per_judge == 1
    tables = [
        _table(one.label, _of_question(rows, one.key, one.options), tested=tested) for one in asked
    ]
    panels = [Group(str(name), *counts) for key, name, *counts in rows if key == f"{PANEL} "]
    if len(panels) > 1:
        tables.append(_table("Panel", sorted(panels, key=lambda one: one.name), tested=tested))
    return _adjusted(tables)


def _of_question(rows: Iterable[Sequence[object]], key: str, options: Sequence[str]) -> list[Group]:
    """Return the groups of a question, in the order of its options."""
    found = {name: counts for of, name, *counts in rows if of == key}
    names = [*options, *(name for name in found if name not in options)]
    return [
        Group(str(name) if name is not None else "no answer", *found[name])  # type: ignore[arg-type]  # three counts
        for name in names
        if name in found
    ]


def _table(question: str, groups: Sequence[Group], *, tested: bool) -> GroupTable:
    shown = _large_enough(groups)
    found = right_by_group([g.correct for g in shown], [g.counted for g in shown])
    return GroupTable(
        question=question,
        rows=tuple(group_row(group, tested=tested) for group in shown),
        hidden=len(groups) - len(shown),
        p_value=found.p_value if found and tested else None,
        exact=found is None or found.exact,
    )


def _large_enough(groups: Sequence[Group]) -> list[Group]:
    """Return the groups that may be shown.

    A single small one could be told from the sum: the next larger one is hidden with it.
    """
    small = [group for group in groups if group.judges < FEWEST_JUDGES]
    others = [group for group in groups if group.judges >= FEWEST_JUDGES]
    if len(small) == 1 and others:
        small.append(min(others, key=lambda group: group.judges))
    return [group for group in groups if group not in small]


def group_row(group: Group, *, tested: bool) -> GroupRow:
    """Return the group with the limits of its share, where it is `tested`."""
    if not tested:
        return GroupRow(group)
    risk = (1 - CONFIDENCE) / 2
    lower = clopper_pearson_lower(group.correct, group.counted, risk)
    return GroupRow(group, lower, clopper_pearson_upper(group.correct, group.counted, risk))


def _adjusted(tables: Sequence[GroupTable]) -> tuple[GroupTable, ...]:
    tested = [table for table in tables if table.p_value is not None]
    by_question = dict(
        zip(
            (id(table) for table in tested),
            holm([table.p_value for table in tested if table.p_value is not None]),
            strict=True,
        )
    )
    return tuple(replace(table, p_adjusted=by_question.get(id(table))) for table in tables)
