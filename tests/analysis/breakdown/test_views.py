"""The counted answers taken apart, against plain Python over the same rows."""

import random
from collections import Counter
from uuid import uuid4

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from analysis.breakdown import texts as by_text
from analysis.breakdown.judges import judges_page
from analysis.breakdown.reasons import reason_counts, reasons_page
from analysis.recomputation.store import recompute
from analysis.results.study_results import read_results, stamp_for
from studies.models import Answer, Sample
from studies.services.lifecycle import opening
from tests.analysis.answering import give_outcomes, withdraw
from tests.analysis.results.test_views import NEVER_BEFORE, text_of
from tests.factories import make_sample, make_study, make_user, open_study

pytestmark = pytest.mark.django_db
PAGES = ("judges", "texts", "items", "reasons")


def answered(counted=24, **plan):
    """A study some of whose answers came right by the draw of a fixed seed; two are withdrawn."""
    study = open_study(**{"owner": make_user(), "items": 12, "evaluations": 30} | plan)
    draws = random.Random(3)
    trials = give_outcomes(study, [draws.random() < 0.5 for _ in range(counted)], per_judge=1)
    recompute(study_id=study.pk)
    return study, trials


def standing_of(study):
    return read_results(stamp_for(study.owner, study.code)).snapshot


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
    found = by_text.texts_page(study, standing_of(study), standing_out=standing_out, page=0)
    rows = {row.name: counts_of(row) for row in found.rows}
    for sample in Sample.objects.filter(study=study):
        counts = tuple(seen[name][sample.pk] for name in ("n", "x", "odd", "odd_x"))
        if counts[0] or not standing_out:
            assert rows[sample.text] == counts
    assert sum(row.counted for row in found.rows) == 3 * 22


def about_one_item():
    """A study whose triads are about one item each."""
    study = make_study(owner=make_user(), items=0, evaluations=30, pairing="same")
    for number in range(8):
        for subject in "AABB":
            make_sample(study, subject, f"day {number}", f"{subject} {number} {uuid4()}")
    study = opening.open_study(study=study, user=study.owner)
    give_outcomes(study, [number % 3 == 0 for number in range(24)])
    recompute(study_id=study.pk)
    return study


@pytest.mark.parametrize("pairing", ["different", "same"])
@pytest.mark.parametrize("standing_out", [True, False])
def test_an_item_is_counted_once_an_answer(standing_out, pairing):
    study = about_one_item() if pairing == "same" else answered()[0]
    found = by_text.items_page(study, standing_of(study), standing_out=standing_out, page=0)
    right = Counter()
    for answer in Answer.objects.counted().filter(trial__study=study):
        for item in {sample.item for sample in answer.trial.triad.samples}:
            right[item] += answer.correct
    assert {row.name: row.correct for row in found.rows} == {
        row.name: right[row.name] for row in found.rows
    }
    assert sum(row.correct for row in found.rows) == sum(right.values())


def test_what_stands_out_comes_first():
    study, _trials = answered()
    total = standing_of(study).counts
    share = total.correct / total.counted
    rows = by_text.texts_page(study, standing_of(study), standing_out=True, page=0).rows
    snapshot = [(row.correct - share * row.counted) / row.counted**0.5 for row in rows]
    assert snapshot == sorted(snapshot, reverse=True)


def test_a_text_left_out_leaves_the_other_answers():
    study, _trials = answered(counted=30)
    snapshot = standing_of(study)
    found = by_text.texts_page(study, snapshot, standing_out=True, page=0)
    row = found.rows[0]
    total = snapshot.counts
    without = f"{total.correct - row.correct} of {total.counted - row.counted}"
    assert row.cells[found.heads.index("right without it")] == without
    assert len(row.cells) == len(found.heads) == 6


def test_judges_by_their_answers():
    study, trials = answered(counted=24)
    found = judges_page(study, which="", after=0)
    right = {t.judge_id: t.answer.correct for t in trials}
    assert [(row.judge.pk, row.correct, row.counted) for row in found.rows] == [
        (pk, right[pk], 1) for pk in sorted(right)
    ]
    assert all(row.median_seconds == pytest.approx(20, abs=1) for row in found.rows)
    assert judges_page(study, which="excluded", after=0).rows == []


def test_reasons_are_split_by_right_and_wrong(client):
    study, trials = answered(asks_reason=True, asks_sureness=True)
    Answer.objects.filter(trial__in=trials[:20]).update(
        reason="<b>it rhymes</b>", sureness="certain"
    )
    right = sum(trial.answer.correct for trial in trials[:20])
    counts = reason_counts(study)
    assert (counts.right, counts.wrong) == (right, 20 - right)
    certain = counts.sureness[-1]
    assert (certain.correct, certain.counted) == (right, 20)
    for of, number in (("right", right), ("wrong", 20 - right), ("", 20)):
        assert len(reasons_page(study, of=of, after=0).rows) == number
    client.force_login(study.owner)
    body = client.get(reverse("analysis:reasons", args=[study.code])).content.decode()
    assert "&lt;b&gt;it rhymes" in body
    assert "<b>it" not in body


@pytest.mark.parametrize("name", PAGES)
def test_no_p_or_limit_before_the_verdict_and_some_after(client, name):
    for counted in (24, 30):
        study, _trials = answered(counted=counted)
        client.force_login(study.owner)
        response = client.get(reverse(f"analysis:{name}", args=[study.code]))
        text = text_of(response).partition("Of many rows")[0]
        shown = counted == 30 and name in ("texts", "items")
        assert ("p against the rest" in text) == shown
        assert bool(NEVER_BEFORE.search(text)) <= shown


@pytest.mark.parametrize("address", ["?after=x", "?page=99999999999999999999", "?sort=%00&of=z"])
@pytest.mark.parametrize("name", PAGES)
def test_odd_addresses_show_a_page(client, name, address):
    study, _trials = answered(counted=3)
    client.force_login(study.owner)
    url = reverse(f"analysis:{name}", args=[study.code])
    assert client.get(url + address).status_code == 200


@pytest.mark.parametrize("name", PAGES)
def test_queries_do_not_grow_with_rows(client, name):
    numbers = []
    for counted in (1, 20):
        study, trials = answered(counted=counted)
        Answer.objects.filter(trial__in=trials).update(reason="a rhyme")
        client.force_login(study.owner)
        with CaptureQueriesContext(connection) as queries:
            client.get(reverse(f"analysis:{name}", args=[study.code]))
        numbers.append(len(queries))
    assert numbers[0] == numbers[1] <= 11


@pytest.mark.parametrize("name", ["interval", "path", "orders", "positions", "seconds"])
def test_pictures_stand_alone_as_files(client, name):
    study, _trials = answered(counted=30)
    client.force_login(study.owner)
    response = client.get(reverse("analysis:chart", args=[study.code, name]))
    assert response["Content-Type"].startswith("image/svg+xml")
    assert response.content.startswith(b'<svg xmlns="http://www.w3.org/2000/svg"')
    assert b"var(--" not in response.content
