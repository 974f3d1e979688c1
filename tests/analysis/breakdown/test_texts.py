"""Text by text and item by item, against plain Python over the same rows."""

from collections import Counter
from dataclasses import replace

import pytest
from scipy.stats import binomtest

from analysis.breakdown.standing_out import fewest_answers
from analysis.breakdown.texts import items_page
from analysis.recomputation.store import recompute
from studies.models import Answer, Sample
from studies.services.lifecycle import opening
from tests.analysis.answering import give_outcomes, withdraw
from tests.analysis.breakdown.answered import (
    answered,
    snapshot_of,
    texts_as_listed,
    texts_that_stand_out,
)
from tests.factories import make_sample, make_study, make_user

pytestmark = pytest.mark.django_db


def expected(study):
    """Right, of, right where odd, of where odd: text by text, without SQL."""
    seen = {name: Counter() for name in ("n", "x", "odd", "odd_x")}
    answers = Answer.objects.counted().filter(trial__study=study)
    for answer in answers.select_related("trial__triad__first", "trial__triad__second"):
        triad = answer.trial.triad
        for position, sample in enumerate(triad.samples, start=1):
            odd = position == triad.odd_position
            seen["n"][sample.pk] += 1
            seen["x"][sample.pk] += answer.correct
            seen["odd"][sample.pk] += odd
            seen["odd_x"][sample.pk] += odd and answer.correct
    return seen


def counts_of(row):
    return row.counted, row.correct, row.odd, row.odd_correct


@pytest.mark.parametrize("standing_out", [True, False])
def test_texts_are_counted_as_plain_python_counts_them(standing_out):
    study, trials = answered()
    withdraw(trials[:2])
    recompute(study_id=study.pk)
    seen = expected(study)
    page_of = texts_that_stand_out if standing_out else texts_as_listed
    found = page_of(study, snapshot_of(study))
    rows = {row.name: counts_of(row) for row in found.rows}
    for sample in Sample.objects.filter(study=study):
        counts = tuple(seen[name][sample.pk] for name in ("n", "x", "odd", "odd_x"))
        if counts[0] or not standing_out:
            assert rows[sample.text] == counts
    assert sum(row.counted for row in found.rows) == 3 * 22


def about_one_item():
    """A study with triads about one item each."""
    study = make_study(owner=make_user(), items=0, evaluations=30, pairing="same")
    for number in range(8):
        for place, subject in enumerate("AABB"):
            make_sample(study, subject, f"day {number}", f"{subject} {number} {place % 2}")
    study = opening.open_study(study=study, user=study.owner)
    give_outcomes(study, [number % 3 == 0 for number in range(24)])
    recompute(study_id=study.pk)
    return study


@pytest.mark.parametrize("pairing", ["different", "same"])
@pytest.mark.parametrize("standing_out", [True, False])
def test_an_item_is_counted_once_an_answer(standing_out, pairing):
    study = about_one_item() if pairing == "same" else answered()[0]
    found = items_page(study, snapshot_of(study), standing_out=standing_out, page=0)
    right = Counter()
    for answer in Answer.objects.counted().filter(trial__study=study):
        for item in {sample.item for sample in answer.trial.triad.samples}:
            right[item] += answer.correct
    assert {row.name: row.correct for row in found.rows} == {
        row.name: right[row.name] for row in found.rows
    }
    assert sum(row.correct for row in found.rows) == sum(right.values())


def lower_limit(row):
    """Wilson's, by SciPy: one-sided at 95 %."""
    found = binomtest(row.correct, row.counted, alternative="greater")
    return found.proportion_ci(0.95, method="wilson").low


def test_what_stands_out_comes_first_and_what_was_shown_too_rarely_last():
    study, _trials = answered(counted=30)
    found = texts_that_stand_out(study, snapshot_of(study))
    rows = found.rows
    enough, rare = ([row for row in rows if bool(row.missing) == few] for few in (False, True))
    assert rows == [*enough, *rare]
    assert rare
    for part in (enough, rare):
        limits = [lower_limit(row) for row in part]
        assert limits == pytest.approx(sorted(limits, reverse=True), abs=1e-3)
    total = snapshot_of(study).counts
    fewest = fewest_answers(total.correct / total.counted)
    assert {row.counted + row.missing for row in rare} == {fewest}
    assert (found.fewest, found.says_nothing) == (fewest, False)
    assert replace(found, rows=rare).says_nothing


@pytest.mark.parametrize(
    ("share", "fewest"), [(0.0, 3), (0.37, 4), (0.5, 5), (0.7, 9), (0.9, 29), (1.0, 29)]
)
def test_so_many_right_answers_in_a_row_are_a_surprise(share, fewest):
    usual = min(max(share, 1 / 3), 0.9)
    assert fewest_answers(share) == fewest
    assert usual**fewest <= 0.05 < usual ** (fewest - 1)


def test_a_text_left_out_leaves_the_other_answers():
    study, _trials = answered(counted=30)
    snapshot = snapshot_of(study)
    found = texts_that_stand_out(study, snapshot)
    row = found.rows[0]
    total = snapshot.counts
    without = f"{total.correct - row.correct} of {total.counted - row.counted}"
    assert row.cells[found.heads.index("right without it")] == without
    assert len(row.cells) == len(found.heads) == 6
