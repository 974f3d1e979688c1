"""How a virtual judge rates texts: numbers, points of a scale, ticks."""

from statistics import median

import pytest

from studies.virtual_judges.pages import RatingField, forms_of
from studies.virtual_judges.rating import KnownSheet, Rater, on_scale

SHEET = KnownSheet("day 1", (("B",), ("A", "C")))
FIELDS = """<form method="post">
<input type="text" name="r-417-quality" data-text="417"><input type="range" aria-label="slider">
<input type="text" name="r-102-quality" data-text="102">
<input type="radio" name="r-417-fit" value="1"><input type="radio" name="r-417-fit" value="2">
<input type="radio" name="r-417-fit" value="3"><input type="radio" name="r-102-fit" value="1">
<input type="checkbox" name="r-417-told" value="added">
<input type="checkbox" name="r-417-told" value="missing">
<input type="checkbox" name="r-417-told" value="neither">
</form>"""


def test_fields_of_a_sheet_are_known_by_their_names_and_places_by_their_order():
    [form] = forms_of(FIELDS)
    assert form.is_sheet
    assert not form.is_triad
    places = {(one.place, one.criterion) for one in form.ratings}
    assert places == {(1, "quality"), (2, "quality"), (1, "fit"), (2, "fit"), (1, "told")}
    answers = Rater(1, 1, 1.2).answers(SHEET, form)
    assert set(answers) == {one.name for one in form.ratings}
    assert answers["r-417-fit"] in ("1", "2", "3")
    assert answers["r-417-told"] in (["neither"], ["added"], ["missing"], ["added", "missing"])


def test_numbers_after_a_choice_are_no_sheet():
    hidden = '<input type="hidden" name="choice" value="2">'
    [form] = forms_of(FIELDS.replace("</form>", f"{hidden}</form>"))
    assert not form.is_sheet


def test_a_system_is_rated_the_ratio_above_the_next_and_merged_texts_between_theirs():
    def middle(place: int) -> float:
        field = RatingField("", place, "quality")
        return median(
            Rater(1, judge, 2.0).perceives(KnownSheet(f"day {judge}", SHEET.systems), field)
            for judge in range(3000)
        )

    assert middle(1) == pytest.approx(-0.693, abs=0.03)
    assert middle(2) == pytest.approx(-0.693, abs=0.03)


def test_a_worse_text_is_ticked_more_often():
    [form] = forms_of('<form><input type="checkbox" name="r-1-told" value="missing"></form>')
    ticked = {
        letter: sum(
            Rater(1, judge, 1.5).answers(KnownSheet("day", ((letter,),)), form)["r-1-told"] != []
            for judge in range(400)
        )
        for letter in "AD"
    }
    assert 20 < ticked["A"] < 120
    assert ticked["D"] > 2 * ticked["A"]


def test_points_stay_on_the_scale():
    points = ["1", "2", "3", "4", "5", "6"]
    assert [on_scale(log, points) for log in (-9, -0.5, 0.0, 0.4, 9)] == ["1", "2", "3", "5", "6"]
