"""The trials of which the reading is drawn."""

import pytest

from analysis.reading_behaviour import selection
from studies.models import Answer
from tests.analysis.reading_behaviour.read import STAYS, a_study, page_of, read_by

pytestmark = pytest.mark.django_db


def test_two_trials_are_drawn_on_one_line_of_time(client):
    study = a_study()
    read_by(study, 4, 2)
    page = page_of(client, study).content.decode()
    assert page.count('class="chart stays"') == 2
    assert page.count('class="stay ') == 2 * len(STAYS)
    answer = Answer.objects.latest("pk")
    page = page_of(client, study, query=f"?trial={answer.pk}").content.decode()
    assert page.count('class="chart stays"') == 1
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
