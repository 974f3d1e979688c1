"""Findings about uploaded rows: what stops an upload, and what is pointed out."""

import json
import tracemalloc
from pathlib import Path

import pytest

from studies.stimuli import (
    ERRORS,
    MAX_CONTEXT,
    MAX_ITEM,
    MAX_SHOWN,
    MAX_TEXT,
    WARNINGS,
    Findings,
    ImageFound,
    TextRow,
    check,
    decode,
    guess_subjects,
    one_spelling,
    read_rows,
    subjects_in,
)

ROOT = Path(__file__).parents[3]
E2E = ROOT / "tests/data/demo/e2e_restaurants.csv"
DEMO = ROOT / "studies/demo_texts.csv"
PLAIN = (TextRow(2, "A", "1", "one"), TextRow(3, "B", "1", "two"))


def check_ab(
    *rows: TextRow, names: tuple[str, str] = ("Ann", "Bot"), pairing: str = "different"
) -> Findings:
    return check(rows, subject_names=names, subjects={"A": "A", "B": "B"}, pairing=pairing)


def rows_of(path: Path) -> list[TextRow]:
    return list(read_rows(decode(path.read_bytes()).text).rows())


def test_plain_rows_have_no_findings() -> None:
    findings = check_ab(*PLAIN)
    assert (findings.ok, findings.findings, findings.rows) == (True, [], 2)
    assert findings.texts == {"A": 1, "B": 1}


@pytest.mark.parametrize(
    ("row", "code", "params"),
    [
        (TextRow(4, "", "1", "x"), "no_subject", {}),
        (TextRow(4, "A", "", "x"), "no_item", {}),
        (TextRow(4, "A", "1", " \n\t\u200b\u200f"), "empty_text", {}),
        (
            TextRow(4, "A", "1", "x" * 50_001),
            "text_too_long",
            {"characters": 50_001, "limit": MAX_TEXT},
        ),
        (
            TextRow(4, "A", "1", "x", "c" * 50_001),
            "context_too_long",
            {"characters": 50_001, "limit": MAX_CONTEXT},
        ),
        (TextRow(4, "A", "1" * 201, "x"), "item_too_long", {"characters": 201, "limit": MAX_ITEM}),
        (TextRow(4, "A", "1", "a\0b"), "nul", {"column": "text"}),
        (TextRow(4, "A", "1", "x", "\0"), "nul", {"column": "context"}),
        (TextRow(4, "A", "1", "a\udc00b"), "surrogate", {"column": "text"}),
        (TextRow(4, "A", "1", "x", language="English!"), "bad_language", {"value": "English!"}),
        (TextRow(4, "A", "1", "x", direction="up"), "bad_direction", {"value": "up"}),
        (TextRow(4, "A", "1", "x", surplus=1), "surplus_cells", {}),
    ],
)
def test_errors_name_their_row(row: TextRow, code: str, params: dict[str, object]) -> None:
    findings = check_ab(*PLAIN, row)
    (error,) = findings.errors
    assert (error.code, error.row, error.params) == (code, 4, params)
    assert str(error).startswith("Row 4: ")
    assert not findings.ok


def test_texts_of_the_greatest_length_are_taken() -> None:
    row = TextRow(4, "A", "1" * MAX_ITEM, "x" * MAX_TEXT, "c" * MAX_CONTEXT, "pt-BR", "rtl")
    assert check_ab(*PLAIN, row).ok


def test_rows_of_other_subjects_are_left_out_and_counted() -> None:
    others = [TextRow(4, "C", "", ""), TextRow(5, "C", "", ""), TextRow(6, "D", "", "")]
    findings = check_ab(*PLAIN, *others)
    assert findings.ok
    assert findings.left_out == {"C": 2, "D": 1}
    assert [(f.code, f.row) for f in findings.warnings] == [("other_subject", n) for n in (4, 5, 6)]
    assert findings.texts == {"A": 1, "B": 1}


def test_a_subject_without_texts_is_an_error() -> None:
    assert [str(error) for error in check_ab(PLAIN[0]).errors] == [
        "There are no texts of subject B."
    ]


def test_identical_texts_are_pointed_out() -> None:
    rows = [
        TextRow(2, "A", "1", "same"),
        TextRow(3, "B", "2", "same \r\n"),
        TextRow(4, "A", "2", "same"),
        TextRow(5, "B", "1", "other"),
    ]
    assert [(f.code, f.row, f.params) for f in check_ab(*rows).warnings] == [
        ("identical_between", 3, {"other": 2}),
        ("identical_between", 4, {"other": 3}),
        ("identical_within", 4, {"other": 2}),
    ]


@pytest.mark.parametrize(
    ("name", "text", "found"),
    [
        ("TGen", "Written by tgen.", "tgen"),
        ("TGen", "by TGEN's model", "TGEN"),
        ("TGen", "TGen_2 wrote", "TGen"),
        ("TGen", "TGens and aTGen", None),
        ("Sheffield NLP", "from Sheffield\n  nlp!", "Sheffield\n  nlp"),
        ("C++", "I like C++11", "C++"),
        ("C++", "C+ only", None),
        ("José", "por Jose\u0301, ayer", "José"),
        ("模型", "这个模型很好", "模型"),
        ("a", "a coffee shop", None),
        ("", "nothing", None),
    ],
)
def test_names_in_texts_are_pointed_out(name: str, text: str, found: str | None) -> None:
    findings = check_ab(*PLAIN, TextRow(4, "A", "1", text), names=(name, "Bot"))
    expected = [] if found is None else [("contains_name", 4, {"name": found})]
    assert [(f.code, f.row, f.params) for f in findings.warnings] == expected


def test_empty_texts_are_not_called_identical_as_well() -> None:
    findings = check_ab(*PLAIN, TextRow(4, "A", "1", " "), TextRow(5, "B", "1", "\n"))
    assert findings.counts == {"empty_text": 2}


def test_names_of_the_file_are_looked_for_too() -> None:
    rows = [TextRow(2, "sys7", "1", "by sys7"), TextRow(3, "human", "1", "x")]
    findings = check(rows, subject_names=("TGen", "Us"), subjects={"sys7": "A", "human": "B"})
    assert [(f.code, f.params) for f in findings.warnings] == [("contains_name", {"name": "sys7"})]


def test_items_with_few_texts_are_pointed_out() -> None:
    rows = [*PLAIN, TextRow(4, "A", "2", "x"), TextRow(5, "B", "3", "y"), TextRow(6, "B", "3", "z")]
    different = [(f.code, f.row, f.params) for f in check_ab(*rows).warnings]
    assert different == [("single_text_item", 4, {"item": "2"})]
    same = [(f.code, f.row, f.params) for f in check_ab(*rows, pairing="same").warnings]
    assert same == [
        ("one_subject_item", 4, {"item": "2", "subject": "A"}),
        ("single_text_item", 4, {"item": "2"}),
        ("one_subject_item", 5, {"item": "3", "subject": "B"}),
    ]


def test_findings_are_bounded_and_survive_storage() -> None:
    rows = [TextRow(n, "A", f"{n}" * 50 + "\ud800", f"\0{n}", surplus=1) for n in range(2, 2002)]
    rows += [TextRow(n, f"other {n}" * 100, "1", "x") for n in range(2002, 4002)]
    findings = check_ab(*rows)
    stored = json.dumps(findings.as_json(), ensure_ascii=False)
    stored.encode()  # no lone surrogate, which a database refuses
    assert "\\u0000" not in stored
    assert len(stored) < 200_000
    assert findings.counts["nul"] == findings.counts["other_subject"] == 2000
    assert [f.row for f in findings.errors if f.code == "nul"] == list(range(2, 2 + MAX_SHOWN))
    assert len(findings.left_out) == MAX_SHOWN
    again = Findings.from_json(json.loads(stored))
    assert (again.as_json(), again.ok) == (findings.as_json(), False)


def test_every_code_has_a_message_that_its_findings_fill() -> None:
    stored = check_ab(*PLAIN, TextRow(4, "C", "1", "x"), TextRow(5, "A", "", "a\0")).as_json()
    assert stored["findings"][0] == {
        "code": "no_item",
        "row": 5,
        "params": {},
        "message": "Row 5: The item is empty: say what the text is about.",
        "subject": "A",
    }
    assert stored["findings"][-1]["message"] == (
        "Row 4: The subject “C” is neither A nor B: the row is left out."
    )
    assert not ERRORS.keys() & WARNINGS.keys()


def test_progress_is_told() -> None:
    told: list[tuple[int, int]] = []
    rows = [TextRow(n, "A", "1", str(n)) for n in range(2500)]
    check(
        rows,
        subject_names=("", ""),
        subjects={"A": "A"},
        total=2500,
        progress=lambda done, total: told.append((done, total)),
    )
    assert told == [(1000, 2500), (2000, 2500), (2500, 2500)]


def test_checking_keeps_no_texts_in_memory() -> None:
    rows = [TextRow(n, "AB"[n % 2], str(n), f"{n} " + "x" * 5000) for n in range(2000)]
    tracemalloc.start()
    check_ab(*rows)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 5_000_000  # the texts have twice as many characters


@pytest.mark.parametrize(
    ("found", "names", "expected"),
    [
        (["human", "TGen"], ("TGen", "human"), {"TGen": "A", "human": "B"}),
        (["HUMAN", "tgen", "x"], ("TGen", "Human "), {"tgen": "A", "HUMAN": "B"}),
        (["tgen", "TGen", "human"], ("TGen", "human"), {"TGen": "A", "human": "B"}),
        (["b", "A", "C"], ("TGen", "human"), {"A": "A", "b": "B"}),
        (["machine", "human"], ("TGen", "Human"), {"human": "B", "machine": "A"}),
        (["x", "human", "y"], ("TGen", "human"), {"human": "B"}),
        (["x", "y"], ("TGen", "human"), {}),
        (["B", "A"], ("B", "A"), {"B": "A", "A": "B"}),
    ],
)
def test_guess_subjects(found: list[str], names: tuple[str, str], expected: dict[str, str]) -> None:
    assert guess_subjects(found, names) == expected


def test_subjects_in_counts_in_the_order_of_the_file() -> None:
    found = subjects_in(rows_of(E2E))
    assert list(found.items()) == [
        ("TGen", 100),
        ("Slug2Slug", 100),
        ("Sheffield NLP", 100),
        ("human", 270),
    ]


def test_the_demo_texts_have_no_findings() -> None:
    findings = check(
        rows_of(DEMO), subject_names=("TGen", "Human"), subjects={"TGen": "A", "human": "B"}
    )
    assert (findings.texts, findings.findings) == ({"A": 24, "B": 24}, [])


def test_real_data_with_identical_texts() -> None:
    names = ("TGen", "Sheffield NLP")
    findings = check(rows_of(E2E), subject_names=names, subjects={names[0]: "A", names[1]: "B"})
    assert findings.ok
    assert findings.counts == {
        "other_subject": 370,
        "identical_within": 32,
        "identical_between": 12,
    }


def few(*rows: TextRow, evaluations: int = 98) -> Findings:
    return check(
        rows, subject_names=("Ann", "Bot"), subjects={"A": "A", "B": "B"}, evaluations=evaluations
    )


def test_few_texts_are_pointed_out_with_how_often_each_is_read() -> None:
    rows = [TextRow(n, "AB"[n % 2], str(n // 2), f"text {n}") for n in range(4)]
    findings = few(*rows)
    assert findings.ok
    assert findings.counts == {"few_texts": 2}
    assert [f.message for f in findings.warnings] == [
        f"Only 2 different texts of subject {subject}: each will be read about 74 times in 98 "
        "evaluations. With fewer than 10 texts a subject the verdict says little beyond these "
        "texts: other texts by the same authors may give another one."
        for subject in "AB"
    ]
    assert few(*rows, evaluations=0).counts == {}


def test_ten_different_texts_are_enough() -> None:
    rows = [TextRow(n, "AB"[n % 2], str(n // 2), f"text {n}") for n in range(20)]
    assert few(*rows).counts == {}
    assert few(*rows).different == {"A": 10, "B": 10}
    copy = TextRow(18, "A", "9", "text 0")
    assert few(*rows[:18], copy, rows[19]).counts == {"identical_within": 1, "few_texts": 1}


def test_practice_texts_do_not_count_as_texts_under_judgement() -> None:
    rows = [TextRow(n, "AB"[n % 2], str(n // 2), f"text {n}") for n in range(18)]
    practice = [TextRow(n, "AB"[n % 2], "9", f"text {n}", kind="practice") for n in (18, 19)]
    assert few(*rows, *practice).counts == {"few_texts": 2}


def test_topics_of_one_subject_each_are_pointed_out() -> None:
    rows = [TextRow(2, "A", "river", "one"), TextRow(3, "B", "hill", "two")]
    assert check_ab(*rows).counts["topic_and_author"] == 1
    assert check_ab(*rows, pairing="same").counts["topic_and_author"] == 0
    assert check_ab(*rows, TextRow(4, "B", "river", "three")).counts["topic_and_author"] == 0
    assert check_ab(rows[0]).counts["topic_and_author"] == 0


@pytest.mark.parametrize(
    "other", ["Good Day", "good\u00a0day", "good\u200b day", "GOOD  DAY\u3164"]
)
def test_texts_that_look_the_same_are_pointed_out(other: str) -> None:
    rows = [TextRow(2, "A", "1", "good day"), TextRow(3, "B", "1", other)]
    assert [(f.code, f.row, f.params) for f in check_ab(*rows).warnings] == [
        ("alike_between", 3, {"other": 2})
    ]
    within = [*PLAIN, TextRow(4, "A", "1", "One")]
    assert [(f.code, f.row, f.params) for f in check_ab(*within).warnings] == [
        ("alike_within", 4, {"other": 2})
    ]


@pytest.mark.parametrize(
    "text", ["\u3164", "\u115f\u1160", "\u2800", " \u180e\ufe0f ", "\U000e0041"]
)
def test_a_text_that_shows_nothing_is_empty(text: str) -> None:
    findings = check_ab(*PLAIN, TextRow(4, "A", "1", text))
    assert [(error.code, error.row) for error in findings.errors] == [("empty_text", 4)]


def test_subjects_and_items_have_one_spelling_and_it_is_said() -> None:
    rows = [
        TextRow(2, "A", "Day 1", "one"),
        TextRow(3, "B", "day 1", "two"),
        TextRow(4, "a", "day\u00a01\u200b", "three"),
        TextRow(5, "B", "Day 2", "four"),
        TextRow(6, "A", "DAY 2", "five"),
    ]
    spelled = list(one_spelling(rows, ["day 2"]))
    assert [(row.subject, row.item) for row in spelled] == [
        ("A", "Day 1"),
        ("B", "Day 1"),
        ("A", "Day 1"),
        ("B", "day 2"),
        ("A", "day 2"),
    ]
    findings = check_ab(*spelled)
    assert [(f.code, f.row, f.params) for f in findings.warnings] == [
        ("spelling", 3, {"value": "day 1", "first": "Day 1"}),
        ("spelling", 4, {"value": "a", "first": "A"}),
        ("spelling", 4, {"value": "day\u00a01\u200b", "first": "Day 1"}),
        ("spelling", 5, {"value": "Day 2", "first": "day 2"}),
        ("spelling", 6, {"value": "DAY 2", "first": "day 2"}),
    ]


@pytest.mark.parametrize("what", ["context", "image"])
def test_what_only_one_subject_has_is_pointed_out_whatever_other_kinds_have(what: str) -> None:
    """Contexts and images of practice and attention texts tell nothing of those that count."""
    extra = {"context": "c"} if what == "context" else {"image": "a.png", "alt_text": "x"}
    images = {"a.png": ImageFound(pk=1, sha256="0" * 64)}

    def codes(*rows: TextRow) -> set[str]:
        found = check(
            [*rows, *PLAIN],
            subject_names=("Ann", "Bot"),
            subjects={"A": "A", "B": "B"},
            images=images if what == "image" else None,
        )
        return {code for code in found.counts if code.startswith("one_sided")}

    main = TextRow(4, "A", "2", "main", **extra)
    assert codes(main) == {f"one_sided_{what}"}
    for kind in ("practice", "attention"):
        others = [TextRow(n, s, "9", f"{kind} {s}", kind=kind, **extra) for n, s in enumerate("AB")]
        assert codes(main, *others) == {f"one_sided_{what}"}
        assert codes(others[0]) == set()
    assert codes(main, TextRow(5, "B", "2", "other", **extra)) == set()
