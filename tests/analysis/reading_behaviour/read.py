"""Studies with a record of how judges read."""

from django.urls import reverse

from studies.models import Answer, ReadingRecord
from tests.analysis.answering import give_answers
from tests.factories import make_sample, make_study
from tests.studies.judge.visits import opened

# On each text its two sentences, and the first one once more.
STAYS = [[1, 1, 0, 900], [1, 2, 900, 600], [2, 1, 1500, 50], [1, 1, 2000, 300], [3, 2, 2300, 700]]


def a_study(*, draft=False, **fields):
    fields.setdefault("presentation", "masked")
    study = make_study(items=0, **fields)
    for number in range(12):
        for subject in "AB":
            text = f"Rain on day {number}. It stops {subject} early."
            make_sample(study, subject, f"day {number}", text)
    return study if draft else opened(study)


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
