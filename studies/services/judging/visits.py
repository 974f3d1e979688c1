"""What a judge's page needs to know: reads only, since a GET never stores or assigns anything."""

import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import timedelta
from itertools import groupby, islice
from typing import Any, NamedTuple

from studies.kinds import StudyType
from studies.models import Image, Judge, RecruitmentLink, Sample, Sheet, Triad, Trial
from studies.models.judging.triad import Mode
from studies.models.sample import Kind
from studies.services.judging import admission, limits, refusals
from studies.services.judging.claims import hold_of
from studies.services.judging.refusals import Refusal, Refused
from studies.services.judging.trials import evaluations_used
from studies.services.rows import (
    Columns,
    fetch_one,
    kept_link,
    key_and_version_of,
    relate,
    version_of,
)


@dataclass(frozen=True, slots=True)
class LinkVisit:
    """A visit to a recruitment link: by a judge who came before, or by a new person."""

    link: RecruitmentLink
    judge: Judge | None
    finished: bool = False


def link_visit(*, arrival: admission.Arrival, visitor: admission.Visitor) -> LinkVisit:
    """Return the visit; raise Refused where the judge has withdrawn or a new one cannot start."""
    link = arrival.link
    judge = admission.find_judge(link, visitor)
    if judge is None:
        takes_new_judges = arrival.takes_new_judges and not limits.is_full(link)
        if not takes_new_judges:
            refusals.check_link(link)
            refusals.check_study(link.study, mode=Mode(link.mode))
        refusals.check_excluded(link, visitor.external_id)
        if not takes_new_judges:
            admission.check_places(link, visitor)
        return LinkVisit(link, None)
    if judge.withdrawn_at is not None:
        raise Refused(Refusal.WITHDRAWN, judge=judge)
    used = evaluations_used(judge)
    return LinkVisit(link, judge, finished=used >= link.study.evaluations_per_judge)


def leaving_visit(*, arrival: admission.Arrival, visitor: admission.Visitor) -> LinkVisit:
    """Return the visit of a person who does not take part, which is possible at any time."""
    try:
        return link_visit(arrival=arrival, visitor=visitor)
    except Refused as refused:
        if refused.waits_for is None:
            raise
        return LinkVisit(arrival.link, None)


@dataclass(frozen=True, slots=True)
class TrialVisit:
    """A trial as its judge finds it. `seconds_left` is None where the triad was answered."""

    trial: Trial
    # Evaluations that are used up; and all pages that count in "2 of 6": attention and repeats too.
    used: int
    done: int
    # The code of the trial that the judge holds.
    held_code: str | None
    seconds_left: float | None
    # There is an answer; and the position that was chosen, of a triad.
    is_answered: bool = False
    chosen: int | None = None
    # By position; only of a trial that is held.
    samples: tuple[Sample, Sample, Sample] | None = None
    # Of a sheet that is held: the text at each place.
    places: tuple[Sample, ...] = ()
    # Of each sheet: the keys of the texts at each place, more than one where they are identical.
    keys: tuple[tuple[int, ...], ...] = ()
    held_for: timedelta = timedelta(0)
    # Of the rows of study, judge and triad.
    versions: tuple[str, ...] = ()

    @property
    def text_keys(self) -> tuple[int, ...]:
        """The keys of the texts, by position or place."""
        return tuple(keys[0] for keys in self.keys) or self.trial.triad.sample_ids

    @property
    def is_held(self) -> bool:
        """The judge may read it now."""
        return self.trial.state == Trial.State.HELD and (self.seconds_left or 0) > 0

    @property
    def has_run_out(self) -> bool:
        """The hold is over, and no other judge has taken the triad."""
        return self.trial.state == Trial.State.HELD and not self.is_held

    @property
    def is_stored(self) -> bool:
        """The choice was made."""
        return self.trial.state not in (Trial.State.HELD, Trial.State.LAPSED)

    @property
    def is_feedback(self) -> bool:
        """The choice of a practice triad was made: the page says which text it was."""
        return self.is_stored and self.trial.kind == Kind.PRACTICE

    @property
    def is_finished(self) -> bool:
        """The judge's evaluations are used up."""
        return self.used >= self.trial.study.evaluations_per_judge


def trial_visit(code: str) -> TrialVisit:
    """Return a trial with all that its page shows. Raises Refused (unknown, withdrawn)."""
    visit = look(code)
    trial = visit.trial
    if trial.judge.withdrawn_at is not None or trial.state == Trial.State.WITHDRAWN:
        raise Refused(Refusal.WITHDRAWN, judge=trial.judge)
    return visit


def look(code: str, *, with_texts: bool = True) -> TrialVisit:
    """Return a trial as it is now, by one statement. Raises Refused (unknown)."""
    row = fetch_one(_LOOK, {"code": code, "used": _USED_STATES, "with_texts": with_texts})
    if row is None:
        raise Refused(Refusal.UNKNOWN)
    values = iter(row)
    trial, judge = _TRIAL.take(values), _JUDGE.take(values)
    link_id, link_version, study_id, *versions = islice(values, 6)
    link = kept_link(link_id, link_version, study_id, versions[0])
    relate(trial, judge=judge, study=link.study)
    relate(judge, study=link.study, **{"came_back_by" if judge.came_back_by_id else "link": link})
    held_for, left, answer, chosen, used, extra, held_code, more = values
    judge.questionnaire, judge.panel_parameters, place, keys, texts = more
    if trial.triad_id is None:
        relate(trial, sheet=_SHEET.of(place))
    else:
        relate(trial, triad=_TRIAD.of(place))
    keys = _keys_of(keys or ())
    if texts:
        _note(_Seen(trial, used, held_code, held_for, tuple(versions), keys, at=time.monotonic()))
    return TrialVisit(
        trial,
        used=used,
        done=used + extra,
        held_code=held_code,
        seconds_left=_seconds_left(trial, left),
        is_answered=answer is not None,
        chosen=chosen,
        samples=_samples_of(trial.triad, texts) if texts and trial.triad_id else None,
        places=_places_of(texts) if texts and not trial.triad_id else (),
        keys=keys,
        held_for=held_for,
        versions=tuple(versions),
    )


class _Seen(NamedTuple):
    """A held trial at the moment of a look, without its texts."""

    trial: Trial
    used: int
    held_code: str | None
    held_for: timedelta
    versions: tuple[str, ...]
    keys: tuple[tuple[int, ...], ...]
    at: float


# By code, the last ones of which this process has shown the texts.
_seen: dict[str, _Seen] = {}
SEEN = 500


def _note(seen: _Seen) -> None:
    _seen.pop(seen.trial.code, None)
    _seen[seen.trial.code] = seen
    if len(_seen) > SEEN:
        with suppress(StopIteration, RuntimeError):  # another thread did
            _seen.pop(next(iter(_seen)), None)


def last_seen(code: str, kind: StudyType) -> TrialVisit | None:
    """Return a held trial as its page was shown, once, for a statement that looks whether it is so.

    None where it is of another kind. How long it has been held is told as of now.
    """
    seen = _seen.get(code)
    if seen is None or kind.place_id(seen.trial) is None or _seen.pop(code, None) is None:
        return None
    since = timedelta(seconds=time.monotonic() - seen.at)
    return TrialVisit(
        seen.trial,
        used=seen.used,
        done=seen.used,
        held_code=seen.held_code,
        seconds_left=None,
        keys=seen.keys,
        held_for=seen.held_for + since,
        versions=seen.versions,
    )


def _seconds_left(trial: Trial, left: timedelta | None) -> float | None:
    if left is None:
        return None
    if trial.kind != Kind.MAIN:
        # At most the hold of a triad that counts, so that the page does not tell the kinds apart.
        left = min(left, hold_of(trial.study))
    return left.total_seconds()


def _samples_of(triad: Triad, texts: list[list[Any]]) -> tuple[Sample, Sample, Sample]:
    """Return the texts by position, each with its image if it has one."""
    found = {sample.pk: sample for sample in map(_sample_of, texts)}
    first, second, third = triad.sample_ids
    return found[first], found[second], found[third]


def _places_of(texts: list[list[Any]]) -> tuple[Sample, ...]:
    """Return the texts by place; of identical ones that share a place, the first."""
    by_place = {place: text for place, *text in reversed(texts)}
    return tuple(_sample_of(by_place[place]) for place in sorted(by_place))


def _keys_of(rows: Sequence[list[int]]) -> tuple[tuple[int, ...], ...]:
    places = groupby(rows, key=lambda row: row[0])
    return tuple(tuple(key for _place, key in of_place) for _number, of_place in places)


def _sample_of(text: list[Any]) -> Sample:
    image_name, *columns = text
    sample = _SAMPLE.of(columns)
    relate(sample, image=Image(name=image_name) if image_name else None)
    return sample


_USED_STATES = [str(state) for state in Trial.USED_STATES]
_TRIAL = Columns(
    Trial, "x", "id", "study_id", "triad_id", "sheet_id", "judge_id", "code", "kind", "state",
    "held_at", "renewals", "given_again",
)  # fmt: skip
_TRIAD = Columns(
    Triad, "t", "id", "kind", "number", "odd_position", "first_id", "second_id", "third_id"
)
_SHEET = Columns(Sheet, "h", "id", "kind", "number", "item", "criterion", "question")
_JUDGE = Columns(
    Judge, "j", "id", "study_id", "link_id", "came_back_by_id", "code", "mode", "source",
    "external_id", "language", "reads_whole", "excluded_at", "withdrawn_at",
)  # fmt: skip
_SAMPLE = Columns(
    Sample, "a", "id", "text", "context", "language", "direction", "alt_text", "sentence_starts"
)
# How long the triad is held is empty for one taken for good: PostgreSQL 16 cannot subtract from
# infinity. The texts come along only while the trial is held. One column of JSON is read sooner
# than many columns, each of which has a name.
_LOOK = f"""
    SELECT {_TRIAL.sql}, {_JUDGE.sql}, {key_and_version_of("l")},
        {key_and_version_of("s")}, {version_of("j")},
        coalesce({version_of("t")}, {version_of("h")}),
        statement_timestamp() - x.held_at,
        CASE WHEN x.kind <> 'main'
            THEN x.held_at + (x.renewals + 1) * s.hold_minutes * interval '1 minute'
                - statement_timestamp()
            WHEN coalesce(t.free_from, h.free_from) < '9000-01-01 00:00+00'
            THEN coalesce(t.free_from, h.free_from) - statement_timestamp()
        END,
        w.id, w.chosen_position, progress.*,
        json_build_array(j.questionnaire, j.came_with,
        CASE WHEN x.triad_id IS NULL THEN json_build_array({_SHEET.sql})
            ELSE json_build_array({_TRIAD.sql}) END,
        (SELECT json_agg(json_build_array(p.place, p.sample_id) ORDER BY p.place, p.sample_id)
            FROM studies_sheettext p WHERE p.sheet_id = h.id),
        CASE WHEN x.state <> 'held' OR NOT %(with_texts)s THEN NULL WHEN x.triad_id IS NULL THEN (
            SELECT json_agg(json_build_array(p.place, i.name, {_SAMPLE.sql}) ORDER BY a.subject)
            FROM studies_sheettext p JOIN studies_sample a ON a.id = p.sample_id
            LEFT JOIN studies_image i ON i.id = a.image_id
            WHERE p.sheet_id = h.id
        ) ELSE (
            SELECT json_agg(json_build_array(i.name, {_SAMPLE.sql}))
            FROM studies_sample a LEFT JOIN studies_image i ON i.id = a.image_id
            WHERE a.id IN (t.first_id, t.second_id, t.third_id)
        ) END)
    FROM studies_trial x
    LEFT JOIN studies_triad t ON t.id = x.triad_id
    LEFT JOIN studies_sheet h ON h.id = x.sheet_id
    LEFT JOIN studies_answer w ON w.trial_id = x.id
    JOIN studies_judge j ON j.id = x.judge_id
    JOIN studies_study s ON s.id = x.study_id
    JOIN studies_recruitmentlink l ON l.id = coalesce(j.came_back_by_id, j.link_id)
    CROSS JOIN LATERAL (
        SELECT count(*) FILTER (WHERE y.kind = 'main' AND y.state = ANY(%(used)s)),
            count(*) FILTER (WHERE y.kind IN ('attention', 'repeat') AND y.state = ANY(%(used)s)),
            max(y.code) FILTER (WHERE y.state = 'held')
        FROM studies_trial y WHERE y.judge_id = x.judge_id
    ) progress
    WHERE x.code = %(code)s
"""  # noqa: S608 - of constants
