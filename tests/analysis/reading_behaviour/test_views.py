"""How judges read: the file, the page and the analysis."""

import csv
import io

import pytest
from django.urls import reverse

from analysis.reading_behaviour import selection, times
from studies.models import Answer, Job, ReadingRecord, Trial
from studies.services import jobs
from tests.analysis.answering import give_answers
from tests.factories import make_sample, make_study
from tests.studies.judge.visits import opened

pytestmark = pytest.mark.django_db
# On each text its two sentences, and the first one once more.
STAYS = [[1, 1, 0, 900], [1, 2, 900, 600], [2, 1, 1500, 50], [1, 1, 2000, 300], [3, 2, 2300, 700]]


def a_study(**fields):
    fields.setdefault("presentation", "masked")
    study = make_study(items=0, **fields)
    for number in range(12):
        for subject in "AB":
            text = f"Rain on day {number}. It stops {subject} early."
            make_sample(study, subject, f"day {number}", text)
    return opened(study)


def read_by(study, answers, right, **fields):
    """Counted answers, each with a record; every other judge changed their mind."""
    give_answers(study, answers, right, per_judge=2)
    fields = {"masked": True, "stays": STAYS} | fields
    for number, answer in enumerate(Answer.objects.filter(trial__study=study)):
        position = answer.chosen_position
        choices = [[position, 4000 + number]]
        if number % 2:
            choices.insert(0, [position % 3 + 1, 2000])
        ReadingRecord.objects.create(
            answer=answer,
            chosen_ms=4000 + number,
            confirmed_ms=5000,
            visible_ms=4500,
            choices=choices,
            device="touch",
            width=360,
            **fields,
        )


def page_of(client, study, name="analysis:reading", query=""):
    client.force_login(study.owner)
    return client.get(reverse(name, args=[study.code]) + query)


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
    assert (text["position"], text["dwell_ms"], text["first_pass_ms"]) == ("1", "1800", "1500")
    assert (sentence["sentence"], sentence["words"], sentence["characters"]) == ("1", "4", "14")
    assert (sentence["dwell_ms"], sentence["first_pass_ms"]) == ("1200", "900")
    assert sentence["speed"] == str(round(1000 * 4 / 1200, 6))
    odd = {row["position"]: row["odd"] for row in rows[:10] if row["level"] == "text"}
    stored = Trial.objects.order_by("pk").first()
    assert [place for place, is_odd in odd.items() if is_odd == "yes"] == [
        str(stored.triad.odd_position)
    ]
    assert {"z_dwell_ms", "z2_log_transitions"} <= set(trial)


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


def test_times_are_told_right_and_wrong_apart():
    study = a_study(presentation="whole", evaluations_per_judge=2)
    read_by(study, 6, 4, masked=False, stays=[])
    right, wrong = times.outcomes(study)
    assert (right.correct, right.answers, right.changes) == (True, 4, 2)
    assert (right.chosen, right.confirmed, right.visible) == (4.0015, 5.0, 4.5)
    assert (wrong.correct, wrong.answers, wrong.changes) == (False, 2, 1)
    assert times.devices(study) == [("touch", 6, 4)]
    judges = times.judges_times(study, after=0)
    assert [(row.correct, row.answers) for row in judges.rows] == [(True, 2), (True, 2), (False, 2)]
    assert judges.next_after is None


@pytest.mark.parametrize("answers", [2, 6])
def test_the_page_costs_the_same_for_few_and_many(client, django_assert_num_queries, answers):
    study = a_study(evaluations_per_judge=2)
    read_by(study, answers, answers // 2)
    page_of(client, study)
    with django_assert_num_queries(24):
        page = page_of(client, study, query="?trial=1&trial=x")
    assert page.status_code == 200


def test_two_trials_are_drawn_on_one_line_of_time(client):
    study = a_study()
    read_by(study, 4, 2)
    page = page_of(client, study).content.decode()
    assert page.count('class="chart reading"') == 2
    assert page.count('class="stay ') == 2 * len(STAYS)
    answer = Answer.objects.latest("pk")
    page = page_of(client, study, query=f"?trial={answer.pk}").content.decode()
    assert page.count('class="chart reading"') == 1
    assert answer.trial.judge.code in page


def test_each_trial_can_be_chosen(client, monkeypatch):
    monkeypatch.setattr(selection, "LISTED", 3)
    study = a_study()
    read_by(study, 4, 2)
    answers = list(Answer.objects.order_by("pk").values_list("pk", flat=True))
    first = page_of(client, study).content.decode()
    assert first.count("<option ") == 3
    assert f'href="?from={answers[2]}"' in first
    rest = page_of(client, study, query=f"?from={answers[2]}").content.decode()
    assert f'<option value="{answers[3]}"' in rest
    assert "?from=" not in rest


def test_the_analysis_is_a_job_whose_result_the_page_shows(client):
    study = a_study(evaluations=24)
    read_by(study, 24, 12)
    client.force_login(study.owner)
    answer = client.post(reverse("analysis:analyse_reading", args=[study.code]))
    job = Job.objects.get(kind="reading")
    assert answer["Location"] == reverse("studies:job", args=[study.code, job.pk])
    jobs.run(job_id=job.pk)
    job.refresh_from_db()
    assert (job.error, job.percent) == ("", 100)
    assert job.result["odd"]["trials"] == 24
    page = page_of(client, study).content.decode()
    assert "trials of" in page
    assert "Nagelkerke" in page
    job_page = client.get(answer["Location"]).content.decode()
    assert reverse("analysis:reading", args=[study.code]) in job_page


def test_without_records_the_analysis_says_so(client):
    study = a_study()
    job = jobs.begin(study=study, user=study.owner, kind=Job.Kind.READING)
    jobs.run(job_id=job.pk)
    job.refresh_from_db()
    assert "No counted answer" in job.error
    assert b"Analyse reading" not in page_of(client, study).content


def test_whole_texts_are_not_analysed_and_sealed_ones_not_either(client):
    for study in (a_study(presentation="whole"), a_study(blind=True)):
        client.force_login(study.owner)
        analysed = client.post(reverse("analysis:analyse_reading", args=[study.code]))
        assert analysed.status_code == 404
    assert page_of(client, study).status_code == 404
    assert page_of(client, study, "analysis:export_reading").status_code == 404
