"""JSON and JSON Lines as tables."""

import csv
import io
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from studies.stimuli import UploadError, csv_of_json, is_json

CELLS = st.text(st.characters(exclude_characters="\0", exclude_categories=["Cs"]))


def table(text: str) -> list[list[str]]:
    return list(csv.reader(io.StringIO(csv_of_json(text), newline="")))


def test_an_array_of_objects_and_an_object_a_line_are_the_same_table() -> None:
    first, second = (
        '{"item": 1, "text": "Rain, and sun"}',
        '{"text": "x", "done": true, "item": null}',
    )
    expected = [["item", "text", "done"], ["1", "Rain, and sun", ""], ["", "x", "true"]]
    assert table(f"[{first},\n {second}]\n") == expected
    assert table(f"{first}\n{second}\n") == expected
    assert table(f"  \n{first}") == [["item", "text"], ["1", "Rain, and sun"]]


def test_what_is_within_a_value_is_written_as_json() -> None:
    assert table('{"mr": {"name": ["Blue Spice"], "é": 1.5}}') == [
        ["mr"],
        ['{"name": ["Blue Spice"], "é": 1.5}'],
    ]


@pytest.mark.parametrize(
    ("text", "yes"),
    [('{"a": 1}', True), ("[ {", True), ("[1]", False), ("subject,item\n{,", False), ("", False)],
)
def test_only_objects_are_json(text: str, yes: bool) -> None:
    assert is_json(text) is yes


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ('[{"a": 1}', 1),
        ('[{"a": 1}]\nx', 2),
        ('{"a": 1}\n[2]', 2),
        ('{"a": 1}\n{"a": }', 2),
        ('[{"a": 1},\n\n2]', 3),
        ('{"a": ' + "[" * 100_000, 1),
    ],
)
def test_what_is_no_json_is_refused_at_its_line(text: str, line: int) -> None:
    with pytest.raises(UploadError) as caught:
        csv_of_json(text)
    assert (caught.value.code, caught.value.params) == ("bad_json", {"line": line})


@pytest.mark.parametrize(
    ("found", "code"),
    [
        (r'{"text": "a\u0000b"}', "nul"),
        (r'{"a\u0000b": 1}', "nul"),
        (r'{"text": "a\ud800b"}', "surrogate"),
        (r'{"text": "\udfff\ud800"}', "surrogate"),
        (r'{"\ud800": 1}', "surrogate"),
        (r'{"text": [{"\ud800": 1}]}', "surrogate"),
    ],
)
def test_an_escape_of_what_no_text_has_is_refused_at_its_line(found: str, code: str) -> None:
    with pytest.raises(UploadError) as caught:
        csv_of_json('[{"text": "one \\ud83d\\ude00"},\n' + found + "]")
    assert (caught.value.code, caught.value.params) == (code, {"line": 2})


def test_many_objects_and_many_names_are_refused_while_they_are_read() -> None:
    with pytest.raises(UploadError) as caught:
        csv_of_json('{"a": 1}\n' * 400_000)
    assert caught.value.code == "too_many_rows"
    with pytest.raises(UploadError) as caught:
        csv_of_json(json.dumps({str(n): n for n in range(1001)}))
    assert caught.value.code == "too_many_columns"


@given(st.lists(st.dictionaries(st.sampled_from("abc"), CELLS), min_size=1, max_size=5))
def test_every_string_survives(objects: list[dict[str, str]]) -> None:
    names = list(dict.fromkeys(name for one in objects for name in one))
    rows = table(json.dumps(objects))
    assert rows[0] == names
    for one, row in zip(objects, rows[1:], strict=True):
        assert row == [one.get(name, "") for name in names]
