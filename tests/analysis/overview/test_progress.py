"""How a study fills: bars that grow, and how far the people came."""

import pytest
from django.db.models.functions import Now

from analysis.charts.growth import FEWEST_PLACES, growth_chart
from analysis.overview.progress import answers_over_time, stages
from studies.models import Answer
from studies.models.judging.people import people_of
from studies.services.judging.answering.answers import answer
from studies.services.judging.trials import next_trial
from tests.analysis.answering import give_answers
from tests.factories import make_judge, make_link, make_user, open_study


def test_bars_grow_to_the_total_and_the_plan_is_a_line():
    chart = growth_chart(
        ["a", "b", "c"],
        [2, 0, 4],
        planned=12,
        planned_word="planned",
        unit="a bar is one day",
        counted="answers",
    )
    heights = [float(bar.height) for bar in chart.bars]
    assert heights[0] == heights[1]
    assert heights[2] == pytest.approx(3 * heights[0], abs=0.3)
    assert [float(bar.new_height) for bar in chart.bars][1] == 0
    assert float(chart.planned_y) < float(chart.bars[2].y)
    assert float(chart.bars[0].width) * FEWEST_PLACES < 460


@pytest.mark.django_db
def test_counted_answers_are_told_by_the_hour_since_the_first():
    study = open_study(evaluations=24)
    assert answers_over_time(study) is None
    give_answers(study, 10, 5)
    found = answers_over_time(study)
    assert found.heads == ("hour", "answers")
    assert sum(int(number) for _time, number in found.rows) == 10
    assert len(found.rows) <= 2  # the hour may have passed meanwhile
    assert found.chart.planned == "planned: 24"
    study.method = study.Method.SEQUENTIAL
    assert answers_over_time(study).chart.planned == "at most: 24"


@pytest.mark.django_db
def test_people_are_told_by_how_far_they_came():
    study = open_study(evaluations=24, evaluations_per_judge=2, owner=make_user())
    link = make_link(study)
    make_judge(link)
    looked, half, done = (make_judge(link) for _ in range(3))
    next_trial(looked)
    answer(code=next_trial(half).code, position=1)
    for _ in range(2):
        answer(code=next_trial(done).code, position=2)
    gone = make_judge(link)
    type(gone).objects.filter(pk=gone.pk).update(withdrawn_at=Now(), language="", browser_key="")
    make_judge(make_link(study, mode="pilot"))
    assert [stage.people for stage in stages(study, people_of(study))] == [5, 3, 2, 1]
    type(link).objects.filter(pk=link.pk).update(opened=9)
    assert [stage.people for stage in stages(study, people_of(study))] == [9, 5, 3, 2, 1]
    assert stages(study, people_of(study))[3].note == "without 1 who withdrew"
    assert Answer.objects.count() == 3
