"""The report of a rating study: its files read back, its numbers computed anew by its scripts."""

import json
import re
from collections import Counter
from dataclasses import replace
from statistics import geometric_mean

import pytest
from django.urls import reverse

from analysis.models import Result
from analysis.recomputation.rating_study.compute import OTHER_SYSTEMS
from analysis.recomputation.rating_study.ranking import rank_as_paper
from analysis.recomputation.store import recompute
from analysis.report_zip.markup import PLAIN
from analysis.report_zip.rating_study.methods import RatingParagraph
from analysis.results.study_results import read_results, stamp_for
from analysis.verdict_text.ratings.statement import result_of
from tests.analysis.rating import b_is_better, rate_sheets
from tests.analysis.report_zip.archive import (
    AGREES,
    files,
    printed,
    printed_by_r,
    quantities,
    rows,
)
from tests.factories import make_user, open_rating_study

pytestmark = pytest.mark.django_db(transaction=True)
TICKS = {
    "key": "told", "label": "Told", "definition": "", "question": "What is wrong?",
    "shows_context": True, "kind": "ticks",
}  # fmt: skip
QUALITY = TICKS | {"key": "quality", "label": "Quality", "kind": "number"}
# The text of System C about each item: about one that of A.
SHARED = {"C": "Text 1 by hand A."}
NATURAL = QUALITY | {"key": "natural", "label": "Natural", "shows_context": False}


def value(judge: int, item: str, system: str, criterion: str) -> int:
    if criterion == "told":
        return {"A": 0, "B": 1, "C": 3}[system]
    return b_is_better(judge, item, system, criterion)


def as_shared(judge: int, item: str, system: str, criterion: str) -> int:
    return value(judge, item, "A" if (item, system) == ("day 1", "C") else system, criterion)


def rated(owner, *, judges: int = 6, items: int = 6, rating=value, context="", texts=(), **plan):
    study = open_rating_study(
        owner=owner, items=items, subject_a="Human & Co", context=context, texts=dict(texts),
        plan={"reference_text": "The reference.", "setup": "together",
              "criteria": [QUALITY, TICKS]} | plan,
    )  # fmt: skip
    rate_sheets(study, judges=judges, value=rating)
    recompute(study_id=study.pk)
    return study


def of(found, **head):
    """The rows of rating_results.csv with these cells, by quantity."""
    return {
        row["quantity"]: row["value"]
        for row in rows(found["rating_results.csv"])
        if all(row[name] == cell for name, cell in head.items())
    }


def test_both_scripts_compute_the_stored_result_from_the_files(client, tmp_path):
    owner = make_user()
    study = rated(owner, texts=SHARED, rating=as_shared)
    found = files(client, owner, study)
    sheet = found["heds_datasheet.md"].decode()
    not_given = "made from was not given, so it is not shown."
    assert all(not_given in text for text in (sheet, found["report.html"].decode()))
    assert "Each text in its own right" in sheet
    names = {"ratings.csv", "sheets.csv", "pairs.csv", "rating_results.csv", "trials.csv"}
    assert names <= set(found)
    assert not {"answers.csv", "reading.csv"} & set(found)
    assert quantities(found)["verdict"] == "ranked"
    pair = of(found, criterion="quality", about="pair", first="A", second="B")
    # The ratio by an independent way: geometric means of the file of numbers.
    given = [row for row in rows(found["ratings.csv"]) if row["criterion"] == "quality"]
    means = [geometric_mean(int(r["value"]) for r in given if r["system"] == s) for s in "AB"]
    assert float(pair["estimate"]) == pytest.approx(means[0] / means[1])
    wins = [r["outcome"] for r in rows(found["pairs.csv"]) if r["first"] + r["second"] == "AB"]
    outcomes = of(found, criterion="quality", about="page outcomes", first="A", second="B")
    assert [int(outcomes[name]) for name in ("wins", "ties", "losses")] == [
        wins.count(name) for name in ("win", "tie", "loss")
    ]
    by_python, by_r = printed(found, tmp_path), printed_by_r(found, tmp_path)
    assert set(by_python) == set(by_r)
    for name in (
        "pair A B p_judges",
        "pair A B adjusted",
        "pair A B lower",
        "pair A C upper",
        "agreement single",
        "system C geometric",
    ):
        assert float(by_python[f"quality {name}"]) == pytest.approx(
            float(by_r[f"quality {name}"]), rel=1e-9
        )
    assert float(by_python["quality pair A B p_value"]) == pytest.approx(float(pair["p_value"]))
    assert by_python["told ticks C missing"] == "15"
    # One text of 18 is shared: there are 17.
    shared = of(found, criterion="quality", about="equal texts", first="A", second="C")
    assert (shared["items"], shared["of_items"]) == ("1", "6")
    assert by_python["quality agreement cells"] == by_r["quality agreement cells"] == "17"
    assert "Human &amp; Co and System C in 1 of 6 items" in found["report.html"].decode()
    assert "texts like these 17;" in found["methods_en.txt"].decode()


def test_what_differs_from_the_stored_result_is_named(client, tmp_path):
    owner = make_user()
    found = files(client, owner, rated(owner, items=3))
    number = next(r for r in rows(found["ratings.csv"]) if r["criterion"] == "quality")
    changed = found["ratings.csv"].decode().replace(f",{number['value']},", ",999,", 1).encode()
    found["ratings.csv"] = changed
    with pytest.raises(Exception, match="returned non-zero exit status 1"):
        printed(found, tmp_path)
    with pytest.raises(Exception, match="returned non-zero exit status 1"):
        printed_by_r(found, tmp_path)


@pytest.mark.parametrize(
    ("method", "within"), [("likert", "1.5 points"), ("plain_me", "a ratio of 1.5")]
)
def test_scripts_know_texts_that_are_rated_one_by_one(client, tmp_path, method, within):
    owner = make_user()
    study = rated(
        owner, judges=14, items=13, method=method, criteria=[QUALITY], margin=1.5,
        rating=lambda judge, item, system, _key: 1 + (judge + ord(system) + int(item[-1])) % 5,
    )  # fmt: skip
    found = files(client, owner, study)
    # Of 13 items the signs are drawn: both scripts agree as draws do.
    end = (
        f"{AGREES}; 12 p are drawn anew, and are within five standard errors of the difference of "
        "two such p"
    )
    assert printed(found, tmp_path, end=end)["quality criterion judges"] == "14"
    assert printed_by_r(found, tmp_path, end=end)["quality criterion judges"] == "14"
    page = found["report.html"].decode()
    assert "none differs from the stored result but by chance" in page
    assert page.count("(drawn anew)") == 12
    assert "pairs.csv" in found
    assert rows(found["pairs.csv"]) == []
    assert f"similar within {within}." in found["methods_en.txt"].decode()


def test_of_six_systems_pages_show_five_and_all_are_compared(client, tmp_path):
    owner = make_user()
    study = open_rating_study(
        owner=owner, items=6, systems=6,
        plan={"reference_text": "The reference.", "setup": "together", "criteria": [QUALITY]},
    )  # fmt: skip
    rate_sheets(study, judges=12)
    recompute(study_id=study.pk)
    rank_as_paper(study_id=study.pk)
    found = files(client, owner, study)
    of_page = Counter(row["sheet"] for row in rows(found["ratings.csv"]))
    assert (len(of_page), set(of_page.values())) == (24, {5})
    of_text = Counter((row["item"], row["system"]) for row in rows(found["ratings.csv"]))
    assert (len(of_text), set(of_text.values())) == (36, {3, 4})
    assert quantities(found)["verdict"] == "ranked"
    results = rows(found["rating_results.csv"])
    p_values = [row["value"] for row in results if row["quantity"] == "p_value"]
    assert (len(p_values), p_values.count("")) == (17, 1)  # pairs, agreement, within the page
    within = [row for row in results if row["about"] == "agreement within the page"]
    [single] = [row for row in within if row["quantity"] == "single"]
    assert (single["value"], single["reason"]) == ("", OTHER_SYSTEMS)
    by_python, by_r = printed(found, tmp_path), printed_by_r(found, tmp_path)
    assert set(by_python) == set(by_r)
    assert not [name for name in by_python if "within the page" in name]
    assert "Of the 6 systems 5 stood on a page" in found["methods_en.txt"].decode()
    assert "De los 6 sistemas 5 aparecían" in found["methods_es.txt"].decode()
    assert "Of 6 systems 5 stand on a page." in found["heds_datasheet.md"].decode()
    _tells_the_papers_ranking(study, found)
    page = client.get(reverse("analysis:results", args=[study.code])).content.decode()
    assert "Within the page: pages show a part of the systems" in page
    assert (
        "5 of the 6 about an item"
        in client.get(reverse("studies:plan", args=[study.code])).content.decode()
    )


def _tells_the_papers_ranking(study, found):
    """The numbers as they are stored, and wherever they stand what they err."""
    [stored] = Result.objects.get(study=study).paper_ranking["criteria"]
    for skill in stored["skills"]["skills"]:
        told = of(found, about="paper TrueSkill", first=skill["system"])
        assert float(told["mean"]) == pytest.approx(skill["mean"])
        ranks = (skill["best_rank"], skill["worst_rank"])
        assert (int(told["best_rank"]), int(told["worst_rank"])) == ranks
    for number, systems in enumerate(stored["bootstrap"]["clusters"], start=1):
        for system in systems:
            told = of(found, about="paper bootstrap", first=system, second="")
            assert told == {"cluster": str(number)}
    shares = [row for row in rows(found["rating_results.csv"]) if row["quantity"] == "draws_above"]
    assert [float(row["value"]) for row in shares] == [
        pair["above"] for pair in stored["bootstrap"]["pairs"]
    ]
    errs = "that separated some pair in 62 to 100 % of studies"
    meant = {row["column"]: row["meaning"] for row in rows(found["codebook.csv"])}
    assert errs in meant["quantity = draws_above"]
    page = found["report.html"].decode()
    assert errs in page
    assert "Quality: as the RankME paper would rank them, by TrueSkill" in page


def test_before_all_sheets_are_in_there_are_means_alone(client, tmp_path):
    owner = make_user()
    study = open_rating_study(owner=owner, items=3, plan={"criteria": [QUALITY]})
    found = files(client, owner, study)
    assert rows(found["rating_results.csv"]) == []
    rate_sheets(study, number=4)
    recompute(study_id=study.pk)
    found = files(client, owner, study)
    assert {row["about"] for row in rows(found["rating_results.csv"])} == {"criterion", "system"}
    assert "quality system A geometric" in printed(found, tmp_path)
    assert "nothing is tested before all are in" in found["methods_en.txt"].decode()
    assert "Not yet: nothing is tested" in found["heds_datasheet.md"].decode()


def doubtful(owner, study) -> str:
    """Return the methods' words for a pair that the tests separate and limits by drawing doubt."""
    paragraph = RatingParagraph(read_results(stamp_for(owner, study.code)), "en", PLAIN)
    result = result_of(paragraph.snapshot.verdict.ratings.criteria[0], paragraph.snapshot.rated)
    pair = replace(result.upward[0], separated=True, resampled_limits=(0.8, 2.0))
    return paragraph.pair(pair, result)


def test_the_documents_tell_plan_and_result(client):
    owner = make_user()
    study = rated(owner, items=3, criteria=[QUALITY, TICKS, NATURAL], context="Rain: 3 mm")
    found = files(client, owner, study)
    methods = found["methods_en.txt"].decode()
    assert "relative magnitude estimation (RankME; Novikova" in methods
    assert "Machine was rated 1.50 times as high as Human & Co" in methods
    assert "does not show that they are equal" in methods
    assert "ICC(1,1)" in methods
    assert r"Human \& Co" in found["methods_en.tex"].decode()
    assert "veces tan alto" in found["methods_es.txt"].decode()
    assert "uncertain" not in methods
    assert "limits by drawing judges and items anew together (0.80 to 2.00) hold 1" in doubtful(
        owner, study
    )
    sheet = found["heds_datasheet.md"].decode()
    assert "Quality: ICC" in sheet.split("4.3.11 Agreement")[1]
    natural = next(line for line in sheet.splitlines() if "Natural: " in line)
    assert "is shown: the page asks by Quality, " in natural
    assert not re.search(r"\btriads?\b", sheet + found["design_statement.md"].decode() + methods)
    page = found["report.html"].decode()
    assert "Report of a study of ratings" in page
    # Texts of a pair, by their surface; no program was asked about them.
    assert "surface of the texts of two systems" in page
    assert "machine judge" not in page
    [first, *others] = json.loads(found["companions.json"])["pairs"]
    assert first["systems"] == {"A": "Human & Co", "B": "Machine"}
    assert [one["code"] for one in first["surface_cues"]][:2] == ["length", "words"]
    assert [list(one) for one in others] == [["systems", "surface_cues"]] * 2
    assert "`companions.json`: by what else the texts" in found["README.md"].decode()
    assert "none differs from the stored result" in page
    assert found["report.pdf"].startswith(b"%PDF")
    told = {row["file"] for row in rows(found["codebook.csv"])}
    assert {"ratings.csv", "sheets.csv", "pairs.csv", "rating_results.csv"} <= told
    assert json.loads(found["manifest.json"])["study"] == str(study.code)
