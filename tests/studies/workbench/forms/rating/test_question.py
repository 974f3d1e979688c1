"""The form of a rating study: what it stores, proposes, refuses and leaves alone."""

import pytest
from django.urls import reverse

from studies.models import Event, Sample, Study
from studies.workbench.draft.rating_number import Reading, number_of_ratings
from studies.workbench.forms.rating.question import RatingForm
from tests.factories import make_sample, make_study, make_user

pytestmark = pytest.mark.django_db
NEW = reverse("studies:new_ratings")


def typed(**changed):
    """Return what the browser sends of a new study with three systems."""
    names = ("informativeness", "naturalness", "quality")
    form = {
        "title": "Restaurants",
        "systems-A": "TGen", "systems-B": "Slug2Slug", "systems-C": "Sheffield NLP",
        "rating_method": "rankme", "scale_points": "6", "scale_low": "bad", "scale_high": "good",
        "reference_text": "A model text.", "reference_context": "name[X]", "entry": "number",
        "setup": "apart", "criteria-decides": "2", "items": "100", "language": "en",
        "judges_per_item": "3", "judges": "", "evaluations_per_judge": "", "alpha": "0.05",
        "margin": "", "repeats_one": "on", "resamples": "10000", "identical": "merge",
        "hold_minutes": "30",
    }  # fmt: skip
    for row, name in enumerate(names):
        form |= {
            f"criteria-{row}-key": name,
            f"criteria-{row}-ask": "on",
            f"criteria-{row}-label": name.capitalize(),
            f"criteria-{row}-question": f"How good is its {name}?",
            f"criteria-{row}-kind": "number",
        }
    return form | changed


def errors(**changed):
    study = Study(kind="rating")
    return {
        name: list(words)
        for name, words in RatingForm(typed(**changed), instance=study).errors.items()
    }


@pytest.fixture
def researcher(client):
    client.force_login(make_user(is_superuser=True))
    return client


def test_a_draft_is_made_and_its_numbers_are_put_in(researcher):
    answer = researcher.post(NEW, typed())
    study = Study.objects.get()
    assert answer["Location"] == reverse("studies:upload", args=[study.code])
    assert (study.kind, [*study.subjects.values()]) == (
        "rating", ["TGen", "Slug2Slug", "Sheffield NLP"],
    )  # fmt: skip
    plan = study.rating_plan
    assert (plan.method, plan.setup, plan.primary_criterion) == ("rankme", "apart", "quality")
    assert plan.repeats_one
    assert [one["key"] for one in plan.criteria] == ["informativeness", "naturalness", "quality"]
    # 100 items, 3 criteria, 3 judges each; 20 judges for each criterion.
    assert (study.evaluations, plan.judges, study.evaluations_per_judge) == (900, 60, 15)
    assert (study.method, study.goal) == ("fixed", "difference")


def test_it_is_changed_as_it_was_stored(researcher):
    researcher.post(NEW, typed(setup="together", **{"criteria-3-ask": "on", "criteria-3-label":
        "Tone", "criteria-3-question": "Is it polite?", "criteria-3-shows_context": "on",
        "criteria-3-kind": "number", "criteria-decides": "3"}))  # fmt: skip
    study = Study.objects.get()
    assert (study.rating_plan.primary_criterion, study.evaluations) == ("tone", 300)
    address = reverse("studies:question", args=[study.code])
    page = researcher.get(address).content.decode()
    assert 'value="Sheffield NLP"' in page
    assert "300 sheets: 20 judges rate up to 15 each." in page
    assert 'value="Tone"' in page
    changed = typed(
        rating_method="likert", scale_points="7", title="Others", judges="25", **{"systems-C": ""}
    )
    assert researcher.post(address, changed | {"criteria-0-ask": ""}).status_code == 302
    study = Study.objects.get()
    assert (study.title, [*study.subjects]) == ("Others", ["A", "B"])
    plan = study.rating_plan
    assert (plan.method, plan.scale_points, plan.judges) == ("likert", 7, 25)
    assert [one["key"] for one in plan.criteria] == ["naturalness", "quality"]
    assert Event.objects.filter(what="study changed").exists()


@pytest.mark.parametrize(
    ("changed", "field", "words"),
    [
        ({"systems-B": "", "systems-C": ""}, "systems", "Write the names of two systems"),
        ({"systems-B": ""}, "systems", "System B has no name: leave no gap between them."),
        ({"systems-B": " tgen "}, "systems", "Two systems are called “tgen”"),
        ({"systems-B": "a\0b"}, "systems", "a character that cannot be stored"),
        ({"criteria-1-definition": "a\0b"}, "criteria", "a character that cannot be stored"),
        ({"systems-B": "x" * 101}, "systems", "Write at most 100 characters"),
        ({"criteria-decides": ""}, "criteria", "Say which of the criteria decides."),
        ({"criteria-2-kind": "ticks"}, "criteria", "Ticks cannot decide"),
        ({"criteria-1-question": ""}, "criteria", "Naturalness: Write the question"),
        ({"criteria-1-label": "Quality"}, "criteria", "Quality: Two criteria have this name."),
        ({"rating_method": "guess"}, "rating_method", "Choose one of these."),
        ({"items": "0"}, "items", "Write a whole number from 1 to 100,000."),
        ({"judges": "1.5"}, "judges", "Write a whole number from 1 to 100,000, or leave"),
        ({"judges_per_item": "30", "judges": "60"}, "judges_per_item", "20 for each criterion"),
        ({"judges": "3"}, "judges", "Each would have to rate 300 sheets"),
        ({"items": "99999", "judges_per_item": "9"}, "items", "a study has at most 1,000,000"),
        ({"rating_method": "likert", "scale_points": "12"}, "scale_points", "from 2 to 11"),
        ({"rating_method": "likert", "scale_low": " "}, "scale_low", "what judges read"),
        ({"margin": "1"}, "margin", "Write a ratio from 1.001 to 10"),
        ({"alpha": "2"}, "alpha", "Write a risk"),
    ],
)  # fmt: skip
def test_what_is_wrong_is_said_at_its_field(changed, field, words):
    found = errors(**changed)
    assert words in " ".join(found[field]), found


def test_of_more_than_five_systems_a_sheet_has_five_and_there_are_more_sheets():
    eight = {f"systems-{letter}": f"System {letter}" for letter in "ABCDEFGH"}
    form = RatingForm(typed(**eight), instance=Study(kind="rating"))
    told = " ".join(number_of_ratings(form, Reading()))
    assert "1,500 sheets: 60 judges rate up to 25 each." in told
    assert "A sheet has 5 texts of the 8 about an item and asks for 5 numbers." in told
    wrong = errors(**eight, judges="9", items="10", setup="together", judges_per_item="6")
    assert wrong["judges_per_item"] == [
        "That takes 10 pages of each item, each for another judge, and there are 9 for each "
        "criterion."
    ]


def test_what_does_not_apply_is_left_alone():
    assert errors(scale_points="12", scale_low="") == {}
    assert errors(rating_method="likert", entry="", setup="together") == {}
    form = RatingForm(typed(scale_points="12"), instance=Study(kind="rating"))
    assert form.is_valid()
    form.save(commit=False)
    assert form.plan.scale_points == 6


def test_what_was_typed_stays_beside_an_error(researcher):
    wrong = typed(
        judges="many", **{"criteria-1-definition": "As people speak.", "systems-C": "Third"}
    )
    page = researcher.post(NEW, wrong)
    assert page.status_code == 422
    for kept in ('value="many"', "As people speak.", 'value="Third"', "or leave the field empty"):
        assert kept in page.content.decode()


def test_a_system_with_texts_is_not_taken_away():
    study = make_study(items=2, kind="rating", more_subjects=["Third"])
    make_sample(study, "C", "day 0", "Of the third.")
    form = RatingForm(typed(**{"systems-C": ""}), instance=study)
    assert form.errors == {"systems": ["There are texts of Third: delete them first."]}
    Sample.objects.filter(subject="C").delete()
    form = RatingForm(typed(items="70", **{"systems-C": ""}), instance=study)
    # The texts say of how many items they are.
    assert form.is_valid()
    assert form.save(commit=False).evaluations == 18


def told(**changed):
    return number_of_ratings(RatingForm(typed(**changed), instance=Study(kind="rating")), Reading())


def test_the_numbers_are_told():
    sheets, judge, decides = told()
    assert sheets == "900 sheets: 60 judges rate up to 15 each."
    assert judge == (
        "A sheet has 3 texts and asks for 3 numbers. A judge takes about 15 minutes, at 20 seconds "
        "a number without the time to read."
    )
    assert decides == (
        "20 judges for each criterion: 20 or more are recommended, a small difference takes more, "
        "and fewer than 7 can never decide among 3 systems."
    )
    assert told(judges="18", evaluations_per_judge="40")[2:] == [
        "6 judges for each criterion can never decide among 3 systems: it takes at least 7, and "
        "more to show any but the largest difference.",
        "They rate 720 sheets at most: ask each for more, or plan more judges.",
        "One judge may rate more than 10 % of the sheets, and so weigh much.",
        "More than 30 minutes tire people.",
    ]
    assert told(judges="x") == ["Write a whole number from 1 to 100,000, or leave the field empty."]
    assert told(setup="") == []
    assert told(alpha="2") == told(alpha="0") == []


def test_the_page_and_the_script_tell_the_same(researcher):
    address = f"{NEW}?systems=4&rating_method=likert&judges=60&items=50"
    page = researcher.get(address).content.decode()
    sentence = "1,800 sheets: 60 judges rate up to 30 each."
    assert sentence in page
    assert 'name="items" value="50"' in page
    asked = typed(rating_method="likert", judges="60", items="50") | {
        "systems-A": "",
        "systems-shown": "4",
    }
    answer = researcher.get(reverse("studies:rating_number"), asked)
    assert answer.json()["sentences"][0] == sentence


def test_the_plan_of_the_numbers_leads_there_and_back(researcher):
    page = researcher.get(f"{NEW}?systems=4&judges=90&items=50").content.decode()
    query = "method=rankme&amp;setup=apart&amp;systems=4&amp;items=50&amp;each=3&amp;judges=30"
    assert f"{reverse('analysis:plan_ratings')}?{query}" in page
    asked = {"systems": 4, "judges": 30, "difference": "50 %"}
    planned = researcher.get(reverse("analysis:plan_ratings"), asked)
    assert f"{NEW}?rating_method=rankme&amp;setup=apart&amp;systems=4" in planned.content.decode()
    assert "judges=90" in planned.content.decode()


def test_a_margin_is_a_ratio_or_on_a_scale_a_number_of_points():
    assert errors(margin="0.5")["margin"][0].startswith("Write a ratio from 1.001 to 10")
    assert "margin" not in errors(margin="1.1")
    likert = {"rating_method": "likert", "reference_text": "", "reference_context": ""}
    assert errors(margin="0.5", **likert) == {}
    assert "margin" in errors(margin="0", **likert)
