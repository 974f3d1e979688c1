"""How often a text was shown, and told apart: by hand and by the page."""

import re

import pytest

from studies.models import Answer, Trial
from studies.services.judging.answering.answers import answer
from studies.services.judging.trials import next_trial
from studies.workbench.texts.uses import TextUse, uses_of
from tests.factories import make_judge, make_link, make_user, open_rating_study, open_study

pytestmark = pytest.mark.django_db


def by_hand(study):
    found = {}
    for trial in Trial.objects.counted().filter(study=study).select_related("triad", "answer"):
        triad = trial.triad
        for place, text in enumerate((triad.first_id, triad.second_id, triad.third_id), start=1):
            shown, odd, right = found.get(text, (0, 0, 0))
            is_odd = place == triad.odd_position
            found[text] = (shown + 1, odd + is_odd, right + (is_odd and trial.answer.correct))
    return {text: TextUse(*numbers) for text, numbers in found.items()}


def test_texts_are_counted_where_they_were_shown(client):
    study = open_study(evaluations=24, owner=make_user(is_superuser=True))
    live, pilot = make_link(study), make_link(study, mode="pilot")
    for number, link in enumerate([live] * 9 + [pilot]):
        answer(code=next_trial(make_judge(link)).code, position=number % 3 + 1)
    assert Answer.objects.count() == 10
    expected = by_hand(study)
    assert sum(use.shown for use in expected.values()) == 27
    found = uses_of(study, study.samples.values_list("pk", flat=True))
    assert {text: use for text, use in found.items() if use.shown} == expected
    client.force_login(study.owner)
    page = client.get(f"/studies/{study.code}/texts/").content.decode()
    shown = re.findall(r'<td class="number"[^>]*>(\d+)</td>', page)
    assert sum(map(int, shown)) == 27


def test_a_draft_and_who_may_not_read_results_are_told_nothing(client):
    study = open_study(evaluations=24, blind=True, owner=make_user(is_superuser=True))
    answer(code=next_trial(make_judge(make_link(study))).code, position=1)
    client.force_login(study.owner)
    assert "Right when odd" not in client.get(f"/studies/{study.code}/texts/").content.decode()


def test_texts_that_are_rated_have_no_odd_one(client):
    study = open_rating_study(owner=make_user(is_superuser=True))
    client.force_login(study.owner)
    page = client.get(f"/studies/{study.code}/texts/").content.decode()
    assert "Text 0 by hand A." in page
    assert "Right when odd" not in page
