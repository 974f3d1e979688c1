"""ratings.csv, sheets.csv and pairs.csv of a rating study: read back, and counted anew."""

import math
from collections import Counter
from statistics import geometric_mean, mean

import pytest
from django.urls import reverse

from analysis.stats.ratings.data import ratings_of
from analysis.stats.ratings.ranking.outcomes import page_outcomes
from studies.models import Rating, ReadingRecord, Trial
from studies.services.judging import withdrawal
from studies.values.text_codes import letters_of
from tests.factories import make_link, open_rating_study
from tests.studies.exports.downloads import download, rows_of
from tests.studies.sheet_ratings import rate_sheets

pytestmark = pytest.mark.django_db
TICKS = {
    "key": "told", "label": "Told", "definition": "", "question": "What is wrong?",
    "shows_context": True, "kind": "ticks",
}  # fmt: skip
QUALITY = TICKS | {"key": "quality", "label": "=Quality", "kind": "number"}
WORTH = {"A": 150, "B": 100, "C": 75}


def value(letter: str, criterion: str, judge: int, item: str) -> int:
    """A number that depends on the system, and a little on judge and item."""
    if criterion == "told":
        return {"A": 0, "B": 1, "C": 3}[letter]
    return WORTH[letter] + 10 * judge + int(item[-1])


def rated(owner, **plan):
    study = open_rating_study(
        owner=owner, items=3, evaluations_per_judge=3, subject_a="=Human",
        plan={"reference_text": "The reference.", "setup": "together",
              "criteria": [QUALITY, TICKS]} | plan,
    )  # fmt: skip
    link = make_link(study, panel="experts")
    return study, link, rate_sheets(link, value, judges=3)


def test_each_number_of_a_sheet_is_a_row_with_all_about_it(client, owner):
    study, _link, trials = rated(owner)
    rows = download(client, study, "ratings")
    assert len(rows) == 9 * 3 * 2 == Rating.objects.count()
    [trial] = [one for one in trials if one.sheet.number == 1]
    found = [row for row in rows if row["sheet"] == "1" and row["criterion"] == "quality"]
    texts = {text.place: text.sample for text in trial.sheet.texts.all()}
    assert {row["place"]: row["sample"] for row in found} == {
        str(place): str(sample.pk) for place, sample in texts.items()
    }
    first = found[0]
    assert first["code_shown"] == letters_of(trial.code, 3)[int(first["place"]) - 1]
    assert {row["system"]: row["system_name"] for row in found} == {
        "A": "'=Human", "B": "Machine", "C": "System C",
    }  # fmt: skip
    same = ("method", "setup", "reference_value", "triad", "correct", "counted", "merged_with")
    assert [first[name] for name in same] == ["rankme", "together", "100", "", "", "yes", ""]
    logs = [math.log(int(row["value"])) for row in found]
    assert [float(row["log_value"]) for row in found] == pytest.approx(logs)
    assert [float(row["log_less_page_mean"]) for row in found] == pytest.approx(
        [log - mean(logs) for log in logs], abs=1e-9
    )
    assert {row["system"]: row["rank_on_page"] for row in found} == {"A": "1", "B": "2", "C": "3"}
    ticked = {
        row["system"]: (row["value"], row["ticks_added"], row["ticks_missing"], row["log_value"])
        for row in rows
        if row["criterion"] == "told"
    }
    assert ticked == {"A": ("0", "0", "0", ""), "B": ("1", "1", "0", ""), "C": ("3", "1", "1", "")}
    assert {row["rank_on_page"] for row in rows if row["criterion"] == "told"} == {""}
    assert {row["ticks_added"] for row in rows if row["criterion"] == "quality"} == {""}


def test_the_ratio_of_two_systems_follows_from_the_file_alone(client, owner):
    study, _link, _trials = rated(owner)
    rows = [row for row in download(client, study, "ratings") if row["criterion"] == "quality"]
    means = {
        letter: geometric_mean(int(row["value"]) for row in rows if row["system"] == letter)
        for letter in "AB"
    }
    expected = [
        [value(letter, "quality", judge, f"day {item}") for judge in range(3) for item in range(3)]
        for letter in "AB"
    ]
    ratio = geometric_mean(expected[0]) / geometric_mean(expected[1])
    assert means["A"] / means["B"] == pytest.approx(ratio)


def test_identical_texts_name_each_other_and_points_have_no_logarithm(client, owner):
    study = open_rating_study(
        owner=owner, items=2, evaluations_per_judge=5, texts={"C": "Text 0 by hand A."},
        plan={"method": "likert", "criteria": [QUALITY]},
    )  # fmt: skip
    rate_sheets(make_link(study), lambda *_of: 2, judges=1)
    rows = download(client, study, "ratings")
    assert {row["log_value"] for row in rows} == {row["reference_value"] for row in rows} == {""}
    assert len(rows) == 6
    assert sorted((row["item"], row["system"], row["merged_with"]) for row in rows) == [
        ("day 0", "A", "C"), ("day 0", "B", ""), ("day 0", "C", "A"),
        ("day 1", "A", ""), ("day 1", "B", ""), ("day 1", "C", ""),
    ]  # fmt: skip
    merged = [row["systems"] for row in download(client, study, "sheets") if "+" in row["systems"]]
    assert merged == ["A+C"]


def test_each_rated_sheet_is_a_row_with_its_texts_in_their_places(client, owner):
    study, link, trials = rated(owner)
    withdrawal.withdraw(code=trials[0].code)
    rows = {row["sheet"]: row for row in download(client, study, "sheets")}
    assert len(rows) == 9
    for trial in trials:
        row, sheet = rows[str(trial.sheet.number)], trial.sheet
        letters = sheet.texts.order_by("place").values_list("sample__subject", flat=True)
        assert row["systems"] == " ".join(letters)
        assert (row["item"], row["criterion"], row["panel"]) == (sheet.item, "", "experts")
        gone = trial.judge_id == trials[0].judge_id
        assert row["not_counted_because"] == ("withdrawn" if gone else "")
    orders = Counter(row["systems"] for row in rows.values())
    assert all(sorted(order.split()) == ["A", "B", "C"] for order in orders)
    # None in a study of triads; and a rating study has no choices.
    assert download(client, study, "answers") == []
    assert len(Trial.objects.counted()) == 6
    # The file of texts names all systems.
    names = {row["subject"]: row["subject_name"] for row in download(client, study, "texts")}
    assert names == {"A": "'=Human", "B": "Machine", "C": "System C"}
    assert link.panel == "experts"


def test_pairs_give_the_wins_that_the_statistics_count(client, owner):
    study, _link, trials = rated(owner)
    withdrawal.withdraw(code=trials[0].code)
    rows = download(client, study, "pairs")
    assert {row["criterion"] for row in rows} == {"quality"}
    found = Counter((row["first"], row["second"], row["outcome"]) for row in rows)
    assert found == {("A", "B", "win"): 6, ("A", "C", "win"): 6, ("B", "C", "win"): 6}
    assert {row["first_name"] for row in rows} == {"'=Human", "Machine"}
    stored = Rating.objects.counted().filter(criterion="quality").values_list(
        "answer__trial__judge__code", "sample__item", "sample__subject", "answer", "value"
    )  # fmt: skip
    names = ("judges", "items", "systems", "pages", "values")
    ratings = ratings_of(**dict(zip(names, zip(*stored, strict=True), strict=True)))
    counted = {(each.first, each.second, "win"): each.wins for each in page_outcomes(ratings)}
    assert counted == found


def test_files_of_choices_have_no_row_of_a_sheet(client, owner):
    study, _link, trials = rated(owner)
    ReadingRecord.objects.create(
        answer=trials[0].answer, confirmed_ms=900, visible_ms=900, device="pen", width=320,
        masked=True,
    )  # fmt: skip
    [read] = [row for row in download(client, study, "sheets") if row["masked"] == "yes"]
    assert (read["confirmed_ms"], read["device"]) == ("900", "pen")
    for name in ("export_reading", "export_reason_codes"):
        response = client.get(reverse(f"analysis:{name}", args=[study.code]))
        assert rows_of(response) == []
