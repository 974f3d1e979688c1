"""Checking pictures without text: an image stands in the place of the text."""

import pytest

from studies.stimuli import ImageFound, TextRow, UploadError, check, read_rows

IMAGES = {f"{n}.png": ImageFound(pk=n, sha256=f"{n:064x}") for n in range(9)}


def checked(*rows: TextRow, **values):
    values.setdefault("images", IMAGES)
    return check(rows, subject_names=("Ann", "Bot"), subjects={"A": "A", "B": "B"}, **values)


def picture(number: int, subject: str, image: int, text: str = "", **values) -> TextRow:
    return TextRow(
        number, subject, f"i{image}", text, image=f"{image}.png", alt_text=f"map {image}", **values
    )


def test_a_picture_needs_no_text():
    findings = checked(*(picture(n, "AB"[n % 2], n) for n in range(6)))
    assert findings.ok
    assert set(findings.counts) == {"single_text_item", "topic_and_author"}
    assert findings.different == {"A": 3, "B": 3}


def test_without_a_picture_an_empty_text_is_still_refused():
    assert checked(TextRow(2, "A", "1", ""), TextRow(3, "B", "1", "x")).counts["empty_text"] == 1


def test_texts_without_a_picture_do_not_stand_beside_pictures_alone():
    rows = [picture(2, "A", 1), picture(3, "B", 2), TextRow(4, "B", "3", "plain")]
    practice = [TextRow(n, s, "9", f"p{n}", kind="practice") for n, s in ((5, "A"), (6, "B"))]
    errors = checked(*rows, *practice).errors
    assert [(error.code, error.row) for error in errors] == [("no_image", 4)]


def test_texts_beside_the_pictures_of_one_subject_are_pointed_out():
    one_sided = checked(picture(2, "A", 1, "caption"), picture(3, "B", 2))
    assert "one_sided_text" in one_sided.counts
    both = checked(picture(2, "A", 1, "x"), picture(3, "B", 2, "y"), picture(4, "B", 3))
    assert "one_sided_text" not in both.counts


def test_the_same_picture_twice_is_identical_and_a_name_in_its_description_is_found():
    rows = [picture(2, "A", 1), picture(3, "B", 1)]
    named = TextRow(4, "B", "i2", "", image="2.png", alt_text="drawn by Bot")
    findings = checked(*rows, named)
    assert [(f.code, f.row) for f in findings.warnings if f.code.startswith("ident")] == [
        ("identical_between", 3)
    ]
    assert findings.counts["contains_name"] == 1


def test_pictures_that_did_not_come_along_are_not_called_identical():
    findings = checked(picture(2, "A", 1), picture(3, "B", 2), images=None)
    assert findings.counts["image_without_zip"] == 2
    assert not any(code.startswith("identical") for code in findings.counts)


def test_a_table_of_pictures_has_no_column_of_texts():
    table = read_rows("subject,item,image,alt_text\nA,1,a.png,A map\n")
    [row] = table.rows()
    assert (row.text, row.image) == ("", "a.png")
    with pytest.raises(UploadError, match="Columns are missing: text"):
        read_rows("subject,item,alt_text\nA,1,A map\n")


def test_blanks_beside_a_picture_are_no_text():
    table = read_rows("subject,item,text,image\nA,1,\u200b \u3164,a.png\nA,1, ,\n")
    assert [row.text for row in table.rows()] == ["", " "]
