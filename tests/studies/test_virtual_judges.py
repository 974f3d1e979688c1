"""Virtual judges: what they are like, what they see of a page, and a whole rehearsal over HTTP."""

from collections import Counter

import pytest
from django.core.management import CommandError, call_command

from studies.models import Answer, Judge, RecruitmentLink, Triad, Trial
from studies.questionnaire import checked
from studies.virtual_judges.figures import Figures
from studies.virtual_judges.judge import Character, End, draw
from studies.virtual_judges.pages import forms_of
from studies.virtual_judges.play import NotPossibleError, Plan, link_for, play
from tests.factories import make_link, make_study, open_study

PAGE = """
<form action="/search/"><input name="q"></form>
<form method="post" action="/t/abc/">
<button disabled hidden></button>
<input type="hidden" name="form_key" value="a&amp;b">
<p>&lt;form action="/elsewhere/"&gt;</p>
<label><input type="radio" name="choice" value="1"> 417</label>
<label><input type="radio" name="choice" value="2"> 802</label>
<button name="consent" value="yes">Yes</button>
</form>
"""


def test_a_page_is_read_as_a_person_sees_it():
    search, triad = forms_of(PAGE)
    assert (search.action, search.is_triad) == ("/search/", False)
    assert triad.action == "/t/abc/"
    assert triad.hidden == {"form_key": "a&b"}
    assert triad.choices == {"choice": ["1", "2"]}
    assert triad.buttons == [("consent", "yes")]
    assert triad.is_triad
    assert triad.asks_consent


def test_draws_are_the_same_everywhere():
    assert draw(1, 1, "perceives") == pytest.approx(0.0631883, abs=1e-7)
    assert draw(1, 1, "perceives") != draw(2, 1, "perceives") != draw(2, 2, "perceives")


def test_judges_are_as_the_plan_says():
    judges = [
        Character.of(seed=1, number=number, pd=0.2, dropout=0.3, trials=6) for number in range(4000)
    ]
    assert sum(judge.perceives for judge in judges) == pytest.approx(800, abs=80)
    leaving = Counter(judge.leaves_at for judge in judges)
    assert 4000 - leaving.pop(None) == pytest.approx(1200, abs=100)
    assert set(leaving) == {1, 2, 3, 4, 5, 6}
    assert min(leaving.values()) > 150


def test_who_perceives_is_right_and_the_others_guess():
    perceiving, guessing = (
        Character(seed=1, number=3, perceives=perceives, leaves_at=None)
        for perceives in (True, False)
    )
    assert [perceiving.choose(trial, 2) for trial in range(9)] == [2] * 9
    guesses = Counter(guessing.choose(trial, 2) for trial in range(3000))
    assert set(guesses) == {1, 2, 3}
    assert min(guesses.values()) > 900


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"pd": 1.1}, "pd must be from 0 to 1"),
        ({"pd": -0.1}, "pd must be from 0 to 1"),
        ({"dropout": 2}, "dropout must be from 0 to 1"),
        ({"dropout": 1}, "never complete"),
        ({"judges": 0}, "judges must be at least 1"),
        ({"at_once": 0}, "at-once must be at least 1"),
    ],
)
def test_absurd_rehearsals_are_refused_in_words(fields, words):
    with pytest.raises(NotPossibleError, match=words):
        Plan(**{"pd": 0.2, "dropout": 0.3, "seed": 1, **fields})


def test_figures_say_how_it_went():
    figures = Figures(seconds=2.0)
    for seconds in (0.1, 0.2, 0.3):
        figures.timed("welcome", seconds)
    figures.ended(End.FINISHED)
    figures.ended(End.LEFT)
    figures.orders["ABB"] = 1
    figures.right = 1
    assert list(figures.lines()) == [
        "2 judges in 2.0 s: 1.0 a second.",
        "       1 finished",
        "       1 left in the middle",
        "step         times      median        99 %",
        "welcome          3      200 ms      298 ms",
        "Answers stored as answered: 1, right: 1.",
        "Orders: ABB 1, ABA 0, AAB 0, BAA 0, BAB 0, BBA 0.",
    ]


@pytest.mark.django_db
def test_a_rehearsal_goes_through_a_pilot_link_of_its_own():
    study = open_study()
    link = link_for(study)
    assert (link.mode, link.classroom, link.quota) == ("pilot", True, None)
    assert link_for(study) == link
    assert RecruitmentLink.objects.count() == 1


@pytest.mark.django_db
def test_a_test_study_is_rehearsed_live():
    assert link_for(open_study(is_test=True)).mode == "live"


@pytest.mark.django_db
def test_a_draft_is_not_rehearsed():
    with pytest.raises(NotPossibleError, match="draft"):
        link_for(make_study())


@pytest.mark.django_db
def test_the_command_names_what_it_does_not_find():
    with pytest.raises(CommandError, match="no study Tea"):
        call_command("simulate", "Tea")
    study = open_study(title="Twice")
    open_study(title="Twice")
    with pytest.raises(CommandError, match="several"):
        call_command("simulate", "Twice")
    with pytest.raises(CommandError, match="does not answer"):
        call_command("simulate", str(study.code), base_url="http://127.0.0.1:9")


@pytest.mark.django_db(transaction=True)
def test_pilot_judges_take_part_over_http_and_never_count(live_server):
    questions = [
        {"label": "Age", "key": "age", "kind": "number", "least": 18, "required": True},
        {"label": "Anything else?", "kind": "text", "when": "after", "required": True},
    ]
    study = open_study(
        evaluations_per_judge=3, items=20, asks_sureness=True, questionnaire=checked(questions)
    )
    figures = play(
        study,
        Plan(pd=1.0, dropout=0.4, seed=3, judges=10, at_once=4),
        base_url=live_server.url,
    )
    assert figures.judges == 10
    left = figures.ends[End.LEFT]
    assert 0 < left < 10
    assert figures.ends[End.FINISHED] == 10 - left
    stored = Answer.objects.filter(trial__mode="pilot")
    assert stored.count() == figures.answers == figures.counted == figures.right
    assert Answer.objects.count() == stored.count()
    assert not Answer.objects.counted().exists()
    assert Judge.objects.filter(mode="pilot", questionnaire__age=18).count() == 10
    assert Answer.objects.filter(sureness="guess").count() == stored.count()
    # Who leaves has the texts before its eyes.
    assert Trial.objects.filter(state="held").count() == left
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
