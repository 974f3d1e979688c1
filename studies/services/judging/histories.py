"""What a judge has had so far, with judge, link and study as they are now: by one statement."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from studies.kinds import KINDS, StudyType
from studies.models import Judge, Trial
from studies.services.judging.refusals import Refusal, Refused
from studies.services.rows import (
    Columns,
    fetch_one,
    kept_link,
    key_and_version_of,
    relate,
    version_of,
)

JUDGE = Columns(Judge, "j", *(field.attname for field in Judge._meta.concrete_fields))
_TRIAL = Columns(
    Trial, "x", "id", "study_id", "triad_id", "sheet_id", "judge_id", "code", "kind", "state"
)
# What of a place decides which one comes next, of either kind.
_OF_PLACE = (
    "id", "kind", "number", "block", "order", "first_id", "second_id", "third_id", "item",
    "criterion", "question",
)  # fmt: skip
_PLACES: dict[str, Columns[Any]] = {
    kind.key: Columns(kind.places().model, "t", *_OF_PLACE) for kind in KINDS.values()
}


@dataclass(frozen=True, slots=True)
class SeenJudge:
    """A judge with link and study, all trials in their order, and the versions of the rows.

    Trials have `is_running`: the hold has not run out. The versions are of study and judge.
    """

    judge: Judge
    history: list[Any]
    versions: tuple[str, str]


def see(judge_id: int, kind: StudyType) -> SeenJudge:
    """Return the judge as of now; raise Refused where it has been erased. Locks nothing."""
    row = fetch_one(_STATEMENTS[kind.key], {"judge": judge_id})
    if row is None:
        raise Refused(Refusal.UNKNOWN)
    values = iter(row)
    judge = JUDGE.take(values)
    link_id, link_version, study_id, study_version, judge_version, trials = values
    link = kept_link(link_id, link_version, study_id, study_version)
    relate(judge, link=link, study=link.study)
    history = list(_trials(judge, kind, trials or []))
    return SeenJudge(judge, history, (study_version, judge_version))


def _trials(judge: Judge, kind: StudyType, rows: list[Any]) -> Iterator[Trial]:
    of_place = _PLACES[kind.key]
    for is_running, trial_values, place_values in rows:
        trial = _TRIAL.of(trial_values)
        trial.is_running = is_running  # type: ignore[attr-defined]  # as if annotated
        relate(trial, judge=judge, study=judge.study, **{kind.noun: of_place.of(place_values)})
        yield trial


# One column of JSON is read sooner than many rows, and study and judge come along. A hold runs as
# long as `trial.RUNS` says.
def _statement(kind: StudyType) -> str:
    return f"""
        SELECT {JUDGE.sql}, {key_and_version_of("l")}, {key_and_version_of("s")},
            {version_of("j")}, (
            SELECT json_agg(json_build_array(
                CASE WHEN x.kind = 'main' THEN t.free_from
                    ELSE x.held_at + (x.renewals + 1) * s.hold_minutes * interval '1 minute'
                END > statement_timestamp(),
                json_build_array({_TRIAL.sql}), json_build_array({_PLACES[kind.key].sql})
            ) ORDER BY x.id)
            FROM studies_trial x JOIN {kind.table} t ON t.id = x.{kind.noun}_id
            WHERE x.judge_id = j.id
        )
        FROM studies_judge j
        JOIN studies_recruitmentlink l ON l.id = j.link_id
        JOIN studies_study s ON s.id = j.study_id
        WHERE j.id = %(judge)s
    """  # noqa: S608 - of constants


_STATEMENTS = {kind.key: _statement(kind) for kind in KINDS.values()}
