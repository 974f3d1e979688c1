"""Rehearsals of studies by virtual judges, over HTTP."""

import re

import pytest
from django.core.management import CommandError, call_command
from django.db.models.functions import Mod

from studies.models import Answer, Event, Judge, Rating, RecruitmentLink, Triad, Trial
from studies.questionnaire import checked
from studies.ratings import follow_up
from studies.services.judging.rehearsals import link_for, rehearse
from studies.virtual_judges.judge import VisitEnd
from studies.virtual_judges.play import NotPossibleError, RehearsalPlan
from tests.factories import make_link, make_study, open_rating_study, open_study


@pytest.mark.django_db
def test_a_rehearsal_goes_through_a_pilot_link_of_its_own():
    study = open_study()
    link = link_for(study)
    assert (link.mode, link.classroom, link.quota) == ("pilot", True, None)
    assert link_for(study) == link
    assert RecruitmentLink.objects.count() == 1
    [made] = Event.objects.filter(what=Event.What.LINK_ADDED)
    assert (made.study, made.who, made.details["row"]) == (study, None, link.pk)


@pytest.mark.django_db
def test_a_test_study_is_rehearsed_live():
    assert link_for(open_study(is_test=True)).mode == "live"


@pytest.mark.django_db
def test_a_draft_is_not_rehearsed():
    with pytest.raises(NotPossibleError, match="draft"):
        link_for(make_study())


@pytest.mark.django_db
def test_the_command_names_what_it_does_not_find():
    with pytest.raises(CommandError, match="no study “Tea”"):
        call_command("simulate", "Tea")
    study = open_study(title="Twice")
    open_study(title="Twice")
    with pytest.raises(CommandError, match="several"):
        call_command("simulate", "Twice")
    with pytest.raises(CommandError, match="does not answer"):
        call_command("simulate", str(study.code), base_url="http://127.0.0.1:9")
    open_study(title="Three systems on tea")
    with pytest.raises(CommandError, match="does not answer"):
        call_command(
            "simulate", "Three", "systems", "on", "tea", "--pd=0.3", "--base-url=http://127.0.0.1:9"
        )


@pytest.mark.django_db(transaction=True)
def test_pilot_judges_take_part_over_http_and_never_count(live_server):
    questions = [
        {"label": "Age", "key": "age", "kind": "number", "least": 18, "required": True},
        {"label": "Anything else?", "kind": "text", "when": "after", "required": True},
    ]
    study = open_study(
        evaluations_per_judge=3, items=20, asks_sureness=True, questionnaire=checked(questions),
        follow_up=follow_up.checked({"ask": "rate", "criteria": [{"key": "quality"}]}),
    )  # fmt: skip
    figures = rehearse(
        study,
        RehearsalPlan(pd=1.0, dropout=0.4, seed=3, judges=10, at_once=4),
        base_url=live_server.url,
        tell=print,
    )
    assert figures.judges == 10
    left = figures.ends[VisitEnd.LEFT]
    assert 0 < left < 10
    assert figures.ends[VisitEnd.FINISHED] == 10 - left
    stored = Answer.objects.filter(trial__mode="pilot")
    assert stored.count() == figures.answers == figures.counted == figures.right
    assert Answer.objects.count() == stored.count()
    assert not Answer.objects.counted().exists()
    assert Judge.objects.filter(mode="pilot", questionnaire__age=18).count() == 10
    assert Answer.objects.filter(sureness="guess").count() == stored.count()
    # All perceive the difference, and each who finished has rated the last three texts.
    assert Rating.objects.count() == 3 * (10 - left)
    assert len(set(Rating.objects.values_list("value", flat=True))) > 2
    # Who leaves has the texts before its eyes.
    assert Trial.objects.filter(answer=None).count() == left
    assert not Trial.objects.held_now().exists()
    assert all(len(figures.steps[step]) for step in ("welcome", "start", "texts", "choose"))
    assert not Triad.objects.planned().exclude(free_from__lt="1980-01-01T00:00Z").exists()


@pytest.mark.django_db(transaction=True)
def test_a_test_study_is_played_until_it_is_complete(live_server, capsys):
    study = open_study(evaluations=18, items=20, is_test=True)
    make_link(study)
    call_command("simulate", study.code, base_url=live_server.url, at_once=4, dropout=0.2, pd=0.5)
    assert Answer.objects.counted().count() == 18
    said = capsys.readouterr().out
    assert "Orders: ABB 3, ABA 3, AAB 3, BAA 3, BAB 3, BBA 3." in said
    assert "Answers stored as answered: 18" in said


@pytest.mark.django_db(transaction=True)
def test_a_rating_study_is_played_until_it_is_complete(live_server, capsys):
    study = open_rating_study(
        items=4, is_test=True, practice_triads=1, attention_at=[1], evaluations_per_judge=3,
        most_failed_attention=0,
        plan={"reference_text": "The reference.", "judges_per_item": 3, "repeats_one": True},
    )  # fmt: skip
    call_command("simulate", study.code, base_url=live_server.url, at_once=3, ratio=3, dropout=0.1)
    assert Answer.objects.counted().count() == study.evaluations
    said = capsys.readouterr().out
    assert f"Answers stored as answered: {study.evaluations}." in said
    found = re.findall(r"quality, .*: (\d+) ratings, median ([\d.]+)", said)
    assert [int(number) for number, _median in found] == [12, 12, 12]
    medians = [float(median) for _number, median in found]
    assert medians[0] > 2 * medians[1] > 4 * medians[2]
    round_numbers = Rating.objects.annotate(rest=Mod("value", 5)).filter(rest=0).count()
    assert 0.7 < round_numbers / Rating.objects.count() < 1
