"""The ratings of a sheet: stored once, all together, counted or surplus.

The same rules as for a choice (`answers`), and the same order of locks: study, judge, sheet.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from django.db import transaction
from django.db.models.functions import Now

from studies.kinds import RATING
from studies.models import Answer, Event, Judge, Rating, Sheet, SheetText, Study, Trial
from studies.models.place import Mode
from studies.services.events import log
from studies.services.judging import claims, exclusion, trials
from studies.services.judging.refusals import Refusal, Refused
from studies.services.rows import fetch_one
from studies.signals import announce

State = Trial.State
# By place on the sheet and criterion.
Ratings = Mapping[tuple[int, str], int]


@dataclass(frozen=True, slots=True)
class StoredRatings:
    """The trial of a sheet; `differs` where other ratings had been stored before."""

    trial: Trial
    differs: bool = False
    # The judge's evaluations are used up: no sheet follows.
    is_last: bool = False


class IncompleteRatingsError(ValueError):
    """There is not one rating for each place and criterion of the sheet."""


def rate(*, code: str, ratings: Ratings) -> StoredRatings:
    """Store the ratings of a trial's sheet, once; a second time changes nothing.

    A rating of a place is stored for each text that stands there. Ratings after the hold ran out
    count where the sheet is free and the study open; else they are surplus. Raises Refused
    (unknown, withdrawn, finished) and IncompleteRatingsError.
    """
    with transaction.atomic():
        trial = _locked(code)
        if set(ratings) != set(fields_of(trial)):
            raise IncompleteRatingsError
        stored = Answer.objects.filter(trial=trial).first()
        if stored is not None:
            return _stored_before(trial, stored, ratings)
        judge = trial.judge
        if trial.state == State.WITHDRAWN or judge.withdrawn_at is not None:
            raise Refused(Refusal.WITHDRAWN, judge=judge)
        if _is_finished(judge):
            raise Refused(Refusal.FINISHED, judge=judge)
        _store(trial, ratings)
        announce(trial.study_id)
        return StoredRatings(trial, is_last=_is_finished(judge))


def fields_of(trial: Trial) -> list[tuple[int, str]]:
    """Return the places of the trial's sheet, each with each criterion that it asks for."""
    places = trial.sheet.texts.order_by("place").values_list("place", flat=True).distinct()
    criteria = RATING.criteria_of(trial.study, trial.sheet)
    return [(place, criterion.key) for place in places for criterion in criteria]


# Closing a study waits for its share lock. Where excluded judges are replaced, an exclusion would
# free all sheets that the judge has answered: they are locked too, in one order.
_LOCK_SHEETS = """
    SELECT count(*) FROM (
        SELECT h.id FROM studies_sheet h WHERE h.id = ANY (ARRAY (
            SELECT x.sheet_id FROM studies_trial x JOIN studies_study s ON s.id = x.study_id
            WHERE x.judge_id = %(judge)s
                AND (x.id = %(trial)s OR x.state = 'answered' AND s.primary_set = 'kept')
        ))
        ORDER BY h.id FOR NO KEY UPDATE OF h
    ) locked
"""


def _locked(code: str) -> Trial:
    """Return the trial; its study, judge and sheet stay as they are to commit."""
    found = Trial.objects.filter(code=code, sheet__isnull=False).values("id", "judge", "study")
    keys = found.first()
    if keys is None:
        raise Refused(Refusal.UNKNOWN)
    trials.lock_study(keys["study"], strength="SHARE")
    Judge.objects.select_for_update(of=("self",), no_key=True).get(pk=keys["judge"])
    fetch_one(_LOCK_SHEETS, {"judge": keys["judge"], "trial": keys["id"]})
    joined = Trial.objects.select_related("study", "judge__link", "sheet")
    trial: Trial = joined.defer("study__plan_json").get(pk=keys["id"])
    trial.judge.study = trial.study
    return trial


def _is_finished(judge: Judge) -> bool:
    return trials.evaluations_used(judge) >= judge.study.evaluations_per_judge


def _store(trial: Trial, ratings: Ratings) -> None:
    counts = _counts(trial)
    free_from = _free_from(trial, counts=counts)
    if counts:
        claims.let_go(RATING, trial.sheet_id, but=trial)
    trial.state = State.ANSWERED if counts else State.SURPLUS
    Trial.objects.filter(pk=trial.pk).update(state=trial.state)
    if free_from:
        fetch_one(_MOVE, {"sheet": trial.sheet_id, "free_from": free_from})
    Judge.objects.filter(pk=trial.judge_id).update(last_stored_at=Now())
    answer = Answer.objects.create(trial=trial, chosen_position=None, shown_at=trial.held_at)  # type: ignore[misc]  # of a sheet
    _store_ratings(answer, ratings)
    exclusion.apply_exclusion(answer)


def _store_ratings(answer: Answer, ratings: Ratings) -> None:
    texts = SheetText.objects.filter(sheet=answer.trial.sheet_id)
    criteria = sorted({criterion for _place, criterion in ratings})
    Rating.objects.bulk_create(
        Rating(
            answer=answer,
            sample_id=sample,
            criterion=criterion,
            value=ratings[place, criterion],
        )
        for place, sample in texts.values_list("place", "sample")
        for criterion in criteria
    )


_MOVE = """
    UPDATE studies_sheet SET free_from = %(free_from)s::timestamptz WHERE id = %(sheet)s
    RETURNING id
"""


def _free_from(trial: Trial, *, counts: bool) -> str:
    if counts:
        return "infinity"
    held = trial.state == State.HELD
    return "now" if held and exclusion.no_longer_counts(trial.judge) else ""


def _counts(trial: Trial) -> bool:
    study, sheet = trial.study, trial.sheet
    if study.status not in Study.COUNTING_STATUSES:
        return False
    within_plan = trial.mode == Mode.PILOT or sheet.number <= study.evaluations
    if not within_plan or exclusion.no_longer_counts(trial.judge):
        return False
    return trial.state == State.HELD or Sheet.objects.free().filter(pk=sheet.pk).exists()


def _stored_before(trial: Trial, stored: Answer, ratings: Ratings) -> StoredRatings:
    """Return what was stored; say in the study's history where this is something else."""
    texts = SheetText.objects.filter(sheet=trial.sheet_id).values_list("sample", "place")
    places = dict(texts)
    before = {
        (places[sample], criterion): value
        for sample, criterion, value in stored.ratings.values_list("sample", "criterion", "value")
    }
    differs = before != dict(ratings)
    if differs:
        log(trial.study, Event.What.SECOND_CHOICE_REFUSED, trial=trial.pk)
    return StoredRatings(trial, differs=differs, is_last=_is_finished(trial.judge))
