"""Reading rows: separators, columns, and texts that survive exactly."""

import csv
import io
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from studies import stimuli
from studies.stimuli import MAX_ROWS, Layout, TextRow, UploadError, decode, read_rows
from studies.stimuli.table import read_head

HEADER = "subject,item,text\n"
PLACES = {"subject": 0, "item": 1, "text": 2}
SPANISH = "subject,item,text\nA,1,“Mañana” — 20 €\nB,1,¿Qué?\n"


def rows_of(text: str) -> list[TextRow]:
    return list(read_rows(text).rows())


def refusal(raw: bytes) -> UploadError:
    """The error that reading these bytes ends with."""
    with pytest.raises(UploadError) as caught:
        rows_of(decode(raw).text)
    return caught.value


@pytest.mark.parametrize("delimiter", [",", ";", "\t"])
def test_read_rows_finds_the_separator_in_the_first_line(delimiter: str) -> None:
    header = ["Subject ", " ITEM", "text", "a, b; c"]
    table = read_rows(csv_text([header, ["A", "1", "x,y;z,w", "n"]], delimiter))
    assert (table.delimiter, table.ignored) == (delimiter, ("a, b; c",))
    assert list(table.rows()) == [TextRow(2, "A", "1", "x,y;z,w")]


def test_read_rows_of_quoted_headers() -> None:
    assert rows_of('"subject";"item";"text"\nA;1;x\n') == [TextRow(2, "A", "1", "x")]


def test_read_rows_knows_optional_columns_and_names_the_others() -> None:
    table = read_rows("note,text,direction,language,context,item,subject,\n1,t,RTL,ar,c,i,A,\n")
    assert table.columns == ("subject", "item", "text", "context", "language", "direction")
    assert table.ignored == ("note",)
    assert list(table.rows()) == [TextRow(2, "A", "i", "t", "c", language="ar", direction="rtl")]


def test_read_rows_numbers_rows_as_a_spreadsheet_does() -> None:
    text = 'subject,item,text\nA,1,"two\nlines"\n\n,,\nB,1,x\n'
    assert [(row.number, row.text) for row in rows_of(text)] == [(2, "two\nlines"), (5, "x")]


def test_a_table_gives_its_rows_again() -> None:
    table = read_rows(SPANISH)
    assert list(table.rows()) == list(table.rows()) != []


def test_read_rows_of_a_paste_from_a_spreadsheet() -> None:
    pasted = 'subject\titem\ttext\nA\t1\t"She said ""no""\nand left"\nB\t1\tIt\'s 5" wide, yes\n'
    assert [row.text for row in rows_of(pasted)] == [
        'She said "no"\nand left',
        "It's 5\" wide, yes",
    ]


@pytest.mark.parametrize(
    "text",
    [
        "  leading",
        "trailing \t ",
        "\ttab",
        "a\n\n  b\n",
        "שלום 12 abc\u200f",
        "=cmd",
        "<b>&amp; {{ x }}",
    ],
)
def test_texts_survive_exactly(text: str) -> None:
    (row,) = rows_of(csv_text([["subject", "item", "text", "context"], ["A", "1", text, text]]))
    assert (row.text, row.context) == (text, text)


@given(
    st.lists(
        st.text(st.characters(exclude_categories=["Cs"]), max_size=20), min_size=1, max_size=5
    ),
    st.sampled_from([",", ";", "\t"]),
    st.sampled_from(["\n", "\r\n"]),
)
def test_any_texts_survive_but_for_line_breaks(texts: list[str], delimiter: str, end: str) -> None:
    cells = [["subject", "item", "text"]] + [["A", "1", text] for text in texts]
    rows = rows_of(csv_text(cells, delimiter, end))
    assert [row.text for row in rows] == [
        text.replace("\r\n", "\n").replace("\r", "\n") for text in texts
    ]


@pytest.mark.parametrize(
    ("text", "code", "params"),
    [
        ("", "empty_file", {}),
        ("\ufeff\n \n,,\n", "empty_file", {}),
        (HEADER, "no_rows", {}),
        (HEADER + "\n,,\n", "no_rows", {}),
        (
            "subject;texto\nA;x\n",
            "missing_columns",
            {"missing": "item, text", "found": "subject, texto"},
        ),
        ("subject,item,text,Text \nA,1,x,y\n", "duplicate_columns", {"columns": "text"}),
        (HEADER + 'A,1,x\nB,1,"never closed\n', "bad_quotes", {"row": 3}),
        (HEADER + 'A,1,"Hello," he said.\n', "bad_quotes", {"row": 2}),
    ],
)
def test_read_rows_refuses_in_words(text: str, code: str, params: dict[str, object]) -> None:
    error = refusal(text.encode())
    assert (error.code, error.params) == (code, params)
    assert all(str(value) in str(error) for value in params.values())


def test_read_rows_takes_a_hundred_thousand_rows_and_no_more() -> None:
    text = HEADER + "A,1,x\n" * MAX_ROWS
    assert sum(1 for _ in read_rows(text).rows()) == MAX_ROWS == 100_000
    assert refusal((text + "B,1,x\n").encode()).code == "too_many_rows"


def test_read_rows_reads_cells_beyond_the_default_of_the_csv_module() -> None:
    (row,) = rows_of(HEADER + "A,1," + "x" * 1_000_000 + "\n")
    assert len(row.text) == 1_000_000


@pytest.mark.parametrize(
    ("text", "code"),
    [
        (HEADER + "A,1," + "," * 10_000_000, "cell_too_long"),
        ("subject,item,text" + "," * 10_000_000, "cell_too_long"),
        (HEADER + "A,1,x" + "," * 1_000_000, "too_many_columns"),
        ("\n" * 49_000_000 + HEADER, "too_many_rows"),
        (HEADER + "A,1,x\n" + "\n" * 49_000_000, "too_many_rows"),
        (HEADER + "A,1," + "x" * 40_000_000, "cell_too_long"),
        (HEADER + 'A,1,"' + "x\n" * 20_000_000 + '"', "cell_too_long"),
        (HEADER + 'A,1,"' + "x\n" * 20_000_000, "cell_too_long"),
    ],
    ids=[
        "columns of a row", "columns of the head", "a few less", "blank lines first",
        "blank lines last", "one cell", "lines of one cell", "never closed",
    ],
)  # fmt: skip
def test_a_hostile_table_is_refused_while_it_is_read(text: str, code: str) -> None:
    begin = time.process_time()
    assert refusal(text.encode()).code == code
    assert time.process_time() - begin < 2


def test_names_of_columns_are_shown_short_and_clean() -> None:
    table = read_rows("subject,item,text," + "n" * 500 + ",\ud800\nA,1,x,,\n")
    assert table.ignored == ("n" * 79 + "…", "?")


def csv_text(cells: list[list[str]], delimiter: str = ",", end: str = "\n") -> str:
    buffer = io.StringIO()
    csv.writer(buffer, delimiter=delimiter, lineterminator=end, quoting=csv.QUOTE_ALL).writerows(
        cells
    )
    return buffer.getvalue()


def test_everything_public_is_named() -> None:
    assert all(hasattr(stimuli, name) for name in stimuli.__all__)


def test_the_title_line_is_no_row_where_it_comes_again() -> None:
    """Files put one behind the other."""
    rows = rows_of(f"{HEADER}A,1,x\n{HEADER}B,1,y\n")
    assert [(row.number, row.subject, row.text) for row in rows] == [(2, "A", "x"), (4, "B", "y")]
    shouted = rows_of(f"{HEADER}A,1,x\nSubject, ITEM,text\u200b\nB,1,y\nSubject,item,Text of it\n")
    assert [row.number for row in shouted] == [2, 4, 5]
    matched = read_rows("who,topic,output\nA,1,x\nwho,topic,output\n", Layout(PLACES))
    assert [row.text for row in matched.rows()] == ["x"]


def test_of_a_file_without_titles_the_first_line_is_a_row() -> None:
    table = read_rows("A,1,x\nB,1,y\nA,1,x\n", Layout(PLACES, untitled=True))
    assert [(row.number, row.text) for row in table.rows()] == [(1, "x"), (2, "y"), (3, "x")]


@pytest.mark.parametrize("before", ["sep=;\n", "\ufeffsep=;\r\n", "SEP=;\n", "\ufeff"])
def test_what_a_spreadsheet_writes_before_the_table_is_no_title_line(before: str) -> None:
    assert rows_of(f"{before}subject;item;text\nA;1;x\n") == [TextRow(2, "A", "1", "x")]


@pytest.mark.parametrize("blank", ["\u3164", "\u200b", "\u00a0 \ufeff"])
def test_a_cell_that_shows_nothing_is_empty(blank: str) -> None:
    [row] = rows_of(csv_text([["subject", "item", "text"], [blank, blank, "x"]]))
    assert (row.subject, row.item) == ("", "")


@pytest.mark.parametrize("more", ["\u200b", "\ufeff", " \u00a0"])
def test_words_of_ours_are_known_with_what_cannot_be_seen(more: str) -> None:
    header = ["subject", "item", "text", "kind", "direction", "language"]
    words = [f"{word}{more}" for word in ("Practice", "RTL", "ar")]
    [row] = rows_of(csv_text([header, ["A", "1", "x", *words]]))
    assert (row.kind, row.direction, row.language) == ("practice", "rtl", "ar")


def test_a_mark_before_the_first_name_is_no_part_of_it() -> None:
    """Pasted text has it too, which is not decoded from bytes: its first column is known."""
    table = read_rows("\ufeff" + SPANISH)
    assert (table.columns, table.ignored) == (("subject", "item", "text"), ())
    assert read_head("\ufeff" + SPANISH).names == ("subject", "item", "text")
    named = read_rows("\ufeffwho,item,text\nA,1,x\n", Layout({"subject": 0, "item": 1, "text": 2}))
    assert [(row.subject, row.text) for row in named.rows()] == [("A", "x")]
    # Inside a text it stays.
    assert [row.text for row in rows_of(HEADER + "A,1,\ufeffx\n")] == ["\ufeffx"]
