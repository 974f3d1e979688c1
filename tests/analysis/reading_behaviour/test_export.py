"""reading.csv: the measures of covered texts."""

import csv
import io

import pytest

from studies.models import Trial
from tests.analysis.reading_behaviour.read import a_study, page_of, read_by

pytestmark = pytest.mark.django_db


def rows_of(response):
    text = b"".join(response.streaming_content).decode()
    return list(csv.DictReader(io.StringIO(text)))


def test_the_file_has_the_measures_of_trials_texts_and_sentences(client):
    study = a_study()
    read_by(study, 4, 2)
    response = page_of(client, study, "analysis:export_reading")
    rows = rows_of(response)
    assert len(rows) == int(response["X-Row-Count"]) == 4 * (1 + 3 + 6)
    trial, text, sentence = rows[:3]
    assert (trial["level"], text["level"], sentence["level"]) == ("trial", "text", "sentence")
    # The glimpse of 50 ms is passed over, so the two visits of the sentence are one to the next.
    assert trial["dwell_ms"] == str(900 + 600 + 300 + 700)
    assert (text["position"], text["dwell_ms"], text["first_visit_ms"]) == ("1", "1800", "1500")
    assert (sentence["sentence"], sentence["words"], sentence["characters"]) == ("1", "4", "14")
    assert (sentence["dwell_ms"], sentence["first_visit_ms"]) == ("1200", "900")
    assert sentence["words_per_second"] == str(round(1000 * 4 / 1200, 6))
    odd = {row["position"]: row["odd"] for row in rows[:10] if row["level"] == "text"}
    stored = Trial.objects.order_by("pk").first()
    assert [place for place, is_odd in odd.items() if is_odd == "yes"] == [
        str(stored.triad.odd_position)
    ]
    assert {"z_dwell_ms", "z2_log_visits_per_sentence"} <= set(trial)


def test_only_counted_answers_are_in_the_file(client):
    study = a_study()
    read_by(study, 2, 1)
    Trial.objects.filter(pk=Trial.objects.earliest("pk").pk).update(state="withdrawn")
    rows = rows_of(page_of(client, study, "analysis:export_reading"))
    assert sum(row["level"] == "trial" for row in rows) == 1


def test_whole_texts_give_an_empty_file(client):
    study = a_study(presentation="whole")
    read_by(study, 2, 1, masked=False, stays=[])
    assert rows_of(page_of(client, study, "analysis:export_reading")) == []
