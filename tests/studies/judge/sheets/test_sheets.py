"""The page of a sheet: texts with a field each, and what was typed stays beside an error."""

import json
import re
from dataclasses import asdict
from typing import Any

import pytest
from django.db.models.functions import Now
from django.test import Client

from studies.models import Answer, Rating, Sheet, Study, Trial
from studies.ratings.criteria import DEFAULT, Criterion
from studies.services.judging import withdrawal
from studies.services.judging.answering.sheet_answers import fields_of
from tests.factories import make_link, open_rating_study
from tests.studies.services.judging.steps import start

pytestmark = pytest.mark.django_db
FAULTS = asdict(Criterion("faults", "Faults", "", "What is wrong?", kind="ticks"))


def begun(systems: int = 3, texts: Any = None, **plan: Any) -> Trial:
    plan = {"reference_text": "The text of reference."} | plan
    study = open_rating_study(
        systems=systems, plan=plan, texts=texts or {}, evaluations_per_judge=2
    )
    return start(make_link(study))


def page_of(trial: Trial) -> str:
    return Client().get(f"/t/{trial.code}/").content.decode()


def names_in(page: str) -> list[str]:
    return re.findall(r'<input type="text"[^>]* name="(r-[^"]+)"', page)


def send(trial: Trial, values: list[str]) -> Any:
    names = names_in(page_of(trial))
    return Client().post(f"/t/{trial.code}/", dict(zip(names, values, strict=True)))


@pytest.mark.parametrize("systems", [2, 5, 8])
def test_each_text_has_its_field_below_it_and_nothing_tells_who_wrote_it(systems):
    trial = begun(systems)
    page = page_of(trial)
    assert len(names_in(page)) == page.count("<article") == min(systems, 5)
    assert "The text of reference." in page
    pattern = r"Forecaster|Machine|System [C-H]|value=\"[0-9]|placeholder"
    assert not re.search(pattern, page)
    for article in page.split("<article")[1:]:
        assert article.index('class="text"') < article.index('type="text"')


@pytest.mark.parametrize("text_labels", ["letters", "codes"])
def test_texts_stand_under_letters_and_in_older_plans_under_codes(text_labels):
    """Heading, name of the field, and what the order line says are the same."""
    trial = begun(text_labels=text_labels)
    pattern = "[KLMPRSTWXZ]" if text_labels == "letters" else "[1-9][0-9]{2}"
    page = page_of(trial)
    titles = re.findall(rf'<h2 id="label-\d">Text ({pattern})</h2>', page)
    assert len(set(titles)) == 3
    assert re.findall(r'data-text="(\w+)"', page) == titles
    assert re.findall(r'<span class="hidden">Text (\w+)</span>', page) == titles
    assert f"Text {titles[0]}: Quality" in send(trial, ["", "1", "1"]).content.decode()
    plan = json.loads(trial.study.plan_json)["rating"]
    assert ("text_labels" in plan) == (text_labels == "letters")


def test_what_is_wrong_with_several_fields_is_said_once_above_them():
    page = send(begun(), ["", "1.5", "0"]).content.decode()
    summary = page.split('id="errors"')[1].split("</div>")[0]
    assert summary.count("Please write a number above 0.") == 1
    links = re.findall(r"<a [^>]*>(?:<span[^>]*>)?(Text \w: Quality)", summary)
    assert len(set(links)) == 3
    assert page.count("Please write a number above 0.") == 3


def test_a_sheet_is_rated_and_the_next_one_follows():
    trial = begun()
    texts = {text.place: text.sample_id for text in trial.sheet.texts.all()}
    answer = send(trial, ["50", " 100 ", "٢٠٠"])
    second = Trial.objects.get(state="held")
    assert (answer.status_code, answer["Location"]) == (303, f"/t/{second.code}/")
    stored = dict(Rating.objects.values_list("sample", "value"))
    assert stored == {texts[1]: 50, texts[2]: 100, texts[3]: 200}
    last = send(second, ["1", "2", "999999"])
    assert last["Location"] == f"/t/{second.code}/"
    assert "Thank you" in page_of(second)
    assert Answer.objects.counted().count() == 2


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ("0", "a number above 0."), ("-5", "a number above 0"),
        ("", "a number above 0"),
        ("1.5", "a whole number"), ("1000000", "a number up to 999"), ("much", "a whole number"),
    ],
)  # fmt: skip
def test_what_is_no_rating_is_said_at_its_field_and_all_that_was_typed_is_kept(typed, sentence):
    trial = begun()
    answer = send(trial, ["70", typed, "210"])
    page = answer.content.decode()
    assert (answer.status_code, Answer.objects.count()) == (422, 0)
    assert 'value="70"' in page
    assert 'value="210"' in page
    assert f'value="{typed}"' in page
    assert page.count('aria-invalid="true"') == 1
    assert sentence in page
    assert send(trial, ["70", "80", "210"]).status_code == 303


def test_what_was_typed_is_kept_where_the_time_ran_out_and_no_one_took_the_texts():
    trial = begun()
    names = names_in(page_of(trial))
    Sheet.objects.filter(pk=trial.sheet_id).update(free_from=Now())
    answer = Client().post(f"/t/{trial.code}/", {names[0]: "70"})
    page = answer.content.decode()
    assert (answer.status_code, names_in(page)) == (422, names)
    assert 'value="70"' in page
    assert Trial.objects.held_now().get() == trial


def test_fields_of_another_page_and_unknown_ones_are_not_taken():
    """What a browser fills in from another sheet lands nowhere: names are those of one page."""
    trial, other = begun(), begun()
    # Two pages in a hundred share a code.
    theirs = dict.fromkeys(set(names_in(page_of(other))) - set(names_in(page_of(trial))), "70")
    theirs |= {"r-1-quality": "9", "choice": "1"}
    answer = Client().post(f"/t/{trial.code}/", theirs)
    assert (answer.status_code, answer.content.decode().count('aria-invalid="true"')) == (404, 0)
    del theirs["choice"]
    page = Client().post(f"/t/{trial.code}/", theirs).content.decode()
    assert page.count('aria-invalid="true"') == 3
    assert not Answer.objects.exists()


def test_criteria_and_the_ends_of_a_scale_are_read_in_the_judges_language():
    truth = Criterion("truth", "Truth", "It says what is.", "Is it true?")
    plan = {"method": "likert", "criteria": [asdict(truth)], "primary_criterion": "truth"}
    words = {"label": "Verdad", "definition": "Dice lo que hay.", "question": "¿Es verdad?"}
    spanish = {"criteria": {"truth": words}, "scale": {"low": "falso", "high": "cierto"}}
    study = open_rating_study(plan=plan, translations={"es": spanish})
    trial = start(make_link(study))
    page = Client().get(f"/t/{trial.code}/?lang=es").content.decode()
    assert '<h1 id="question" lang="es" dir="auto">¿Es verdad?</h1>' in page
    assert '1 = <bdi lang="es">falso</bdi>' in page
    page = Client().get(f"/t/{trial.code}/?lang=de").content.decode()
    assert '<h1 id="question" lang="en" dir="auto">Is it true?</h1>' in page
    assert '1 = <bdi lang="de">sehr schlecht</bdi>' in page  # these words are ours


def scales_in(page: str) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for name, value in re.findall(r'<input type="radio"[^>]* name="([^"]+)" value="(\d+)"', page):
        found.setdefault(name, []).append(value)
    return found


@pytest.mark.parametrize(("points", "setup"), [(2, "apart"), (11, "together")])
def test_a_scale_of_points_stands_below_the_text_and_nothing_is_chosen(points, setup):
    plan = {"method": "likert", "scale_points": points, "setup": setup, "scale_high": "superb"}
    trial = begun(**plan)
    page = page_of(trial)
    scales = scales_in(page)
    assert len(scales) == (1 if setup == "apart" else 3)
    assert set(map(tuple, scales.values())) == {tuple(str(n) for n in range(1, points + 1))}
    assert f"{points} = <bdi" in page
    assert "superb" in page
    assert " checked" not in page
    assert "has the number 100" not in page
    names = list(scales)
    answer = Client().post(f"/t/{trial.code}/", dict.fromkeys(names, str(points)))
    assert answer.status_code == 303
    assert set(Rating.objects.values_list("value", flat=True)) == {points}


@pytest.mark.parametrize("value", ["", "0", "7", "-1", "2.5", "<b>"])
def test_what_is_no_point_of_the_scale_is_said_at_its_fieldset(value):
    trial = begun(method="likert", setup="together")
    *others, wrong = scales_in(page_of(trial))
    answer = Client().post(f"/t/{trial.code}/", dict.fromkeys(others, "3") | {wrong: value})
    page = answer.content.decode()
    assert (answer.status_code, Answer.objects.count()) == (422, 0)
    assert page.count("choose a point of the scale") == 2  # above, and at the field
    assert page.count(' value="3" checked') == page.count(" checked") == 2
    assert f'href="#{wrong}"' in page
    assert f'id="{wrong}"' in page


@pytest.mark.parametrize(
    ("ticked", "stored"),
    [
        (["neither"], 0), (["added"], 1), (["missing"], 2), (["missing", "added"], 3),
        ([], None), (["neither", "added"], None), (["4"], None),
    ],
)  # fmt: skip
def test_ticks_are_stored_as_a_sum_and_neither_stands_alone(ticked, stored):
    trial = begun(2, criteria=[FAULTS], primary_criterion="faults", setup="together")
    names = dict.fromkeys(re.findall(r'type="checkbox"[^>]* name="([^"]+)"', page_of(trial)))
    first, second = names
    answer = Client().post(f"/t/{trial.code}/", {first: ticked, second: ["missing"]})
    if stored is None:
        page = answer.content.decode()
        assert (answer.status_code, Answer.objects.count()) == (422, 0)
        assert page.count('value="missing" checked') == 1
        assert f'id="wrong-{first}"' in page
    else:
        assert sorted(Rating.objects.values_list("value", flat=True)) == sorted([stored, 2])


def test_a_slider_is_a_field_of_numbers_and_ticks_stand_beside_it():
    criteria = [asdict(DEFAULT[2]), FAULTS]
    trial = begun(2, criteria=criteria, setup="together", entry="slider")
    page = page_of(trial)
    assert page.count('type="range"') == len(names_in(page)) == 2
    assert re.search(r'type="range"[^>]* name=', page) is None
    ticks = re.findall(r'type="checkbox"[^>]* name="([^"]+)" value="neither"', page)
    typed = dict.fromkeys(names_in(page), "152")
    answer = Client().post(f"/t/{trial.code}/", typed | dict.fromkeys(ticks, "neither"))
    assert answer.status_code == 303
    assert sorted(Rating.objects.values_list("value", flat=True)) == [0, 0, 152, 152]


def test_the_same_sheet_sent_twice_with_other_numbers_keeps_the_first():
    trial = begun()
    names = names_in(page_of(trial))
    for values in (["50", "60", "70"], ["1", "2", "3"]):
        Client().post(f"/t/{trial.code}/", dict(zip(names, values, strict=True)))
    assert sorted(Rating.objects.values_list("value", flat=True)) == [50, 60, 70]


def test_identical_texts_have_one_field():
    trial = begun(texts={"C": "Text 0 by hand A."}, judges_per_item=1)
    study = Study.objects.get()
    item = study.sheets.get(item="day 0", criterion=trial.sheet.criterion)
    assert len(names_in(page_of(trial))) == (2 if trial.sheet_id == item.pk else 3)


def test_identical_texts_that_are_kept_apart_have_a_field_each_and_may_differ():
    plan = {"identical": "keep", "setup": "together", "criteria": [asdict(DEFAULT[2])]}
    trial = begun(texts={"C": "Text 0 by hand A.", "A": "Text 0 by hand A."}, **plan)
    send(trial, ["50", "60", "70"])
    assert sorted(Rating.objects.values_list("value", flat=True)) == [50, 60, 70]


def test_all_criteria_of_one_page_stand_in_one_order_below_each_text():
    trial = begun(setup="together")
    names = names_in(page_of(trial))
    assert len(names) == len(fields_of(trial)) == 9
    orders = {tuple(name.split("-")[2] for name in names[n : n + 3]) for n in (0, 3, 6)}
    assert len(orders) == 1


def test_naturalness_is_asked_without_what_the_text_is_made_from():
    plan = {"reference_text": "R", "reference_context": "name[Blue Spice]", "judges_per_item": 1}
    link = make_link(open_rating_study(items=1, plan=plan))
    pages = {}
    for number in range(3):
        trial = start(link, f"k{number}")
        pages[trial.sheet.criterion] = page_of(trial)
    shows = {key for key, page in pages.items() if "Blue Spice" in page}
    assert (len(pages), shows) == (3, {"informativeness", "quality"})
    assert "How natural is the text?" in pages["naturalness"]


def test_a_judge_who_withdrew_sees_no_sheet_and_a_choice_is_not_taken():
    trial = begun()
    page = Client().post(f"/t/{trial.code}/", {"choice": "1"})
    assert (page.status_code, Answer.objects.count()) == (404, 0)
    withdrawal.withdraw(code=trial.code)
    assert not names_in(page_of(trial))


def test_covered_texts_are_rated_covered_and_the_reading_is_stored():
    plan = {"reference_text": "R. One of 100."}
    study = open_rating_study(presentation="masked", plan=plan, evaluations_per_judge=2)
    trial = start(make_link(study))
    page = page_of(trial)
    assert page.count('<span class="s">') == 3
    assert "R. One of 100.</div>" in page
    said = {
        "confirmed": 0, "visible": 0, "choices": [], "jumps": [], "device": "touch",
        "width": 390, "masked": True, "stays": [], "translated": True,
    }  # fmt: skip
    numbers = dict.fromkeys(names_in(page), "90") | {"reading": json.dumps(said)}
    assert Client().post(f"/t/{trial.code}/", numbers).status_code == 303
    answer = Answer.objects.get()
    assert answer.page_translated
    assert (answer.reading.device, answer.reading.masked) == ("touch", True)
    again = Trial.objects.get(state="held")
    Client().post(f"/t/{again.code}/whole/")
    assert '<span class="s">' not in page_of(again)


def test_the_page_is_in_the_language_of_the_judge_and_keeps_what_was_given():
    trial = begun()
    names = names_in(page_of(trial))
    given = dict.fromkeys(names, "x9") | {"switch": "ar"}
    page = Client().post(f"/t/{trial.code}/?lang=ar", given).content.decode()
    assert 'dir="rtl"' in page
    assert page.count('value="x9"') == 3
    assert not Answer.objects.exists()
