"""Decoding files: what encoding is found, and what is refused."""

import codecs

import pytest
from hypothesis import given
from hypothesis import strategies as st

from studies.stimuli import ENCODINGS, MAX_BYTES, UploadError, decode

HEADER = "subject,item,text\n"
SPANISH = "subject,item,text\nA,1,“Mañana” — 20 €\nB,1,¿Qué?\n"
ARABIC = 'subject,item,text\nA,1,"مرحبا 123 abc"\n'


def refusal(raw: bytes) -> UploadError:
    with pytest.raises(UploadError) as caught:
        decode(raw)
    return caught.value


@pytest.mark.parametrize("text", [SPANISH, ARABIC, HEADER + "A,1,plain\n", HEADER + "A,1,日本語\n"])
@pytest.mark.parametrize(
    ("mark", "encoding"),
    [
        (b"", "utf-8"),
        (codecs.BOM_UTF8, "utf-8"),
        (codecs.BOM_UTF16_LE, "utf-16-le"),
        (codecs.BOM_UTF16_BE, "utf-16-be"),
        (b"", "utf-16-le"),
        (b"", "utf-16-be"),
    ],
)
def test_decode_unicode(text: str, mark: bytes, encoding: str) -> None:
    decoded = decode(mark + text.encode(encoding))
    assert (decoded.text, decoded.encoding) == (text, encoding)


def test_decode_falls_back_to_windows_1252() -> None:
    decoded = decode(SPANISH.encode("cp1252"))
    assert (decoded.text, decoded.encoding) == (SPANISH, "cp1252")


@pytest.mark.parametrize(
    ("raw", "code", "params"),
    [
        (b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR", "binary", {"line": 2}),
        (b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n", "pdf", {}),
        (b"subject,item,text\nA,1,\xff\x01\n", "binary", {"line": 2}),
        (b"subject,item,text\nA,1,a\x00b\n", "nul", {"line": 2}),
        (b"subject,item,text\nA,1,x\nB,1,\xed\xa0\x80\n", "surrogate", {"line": 3}),
        (codecs.BOM_UTF16_LE + b"a\x00\n\x00\x00\xd8b\x00", "surrogate", {"line": 2}),
        (codecs.BOM_UTF16_LE + b"a\x00\n\x00b", "broken_utf16", {"line": 2}),
        (codecs.BOM_UTF8 + b"a\n\xe9", "broken_utf8", {"line": 2}),
        ("subject,item,text\nA,1,éé\n".encode() + b"B,1,\xe9\n", "broken_utf8", {"line": 3}),
        (b"subject,item,text\nA,1,\x81\x8d\n", "unknown_encoding", {"line": 2}),
    ],
)
def test_decode_refuses_in_words(raw: bytes, code: str, params: dict[str, object]) -> None:
    error = refusal(raw)
    assert (error.code, error.params) == (code, params)
    assert all(str(value) in str(error) for value in params.values())
    assert isinstance(error, ValueError)


def test_decode_takes_fifty_megabytes_and_no_more() -> None:
    assert len(decode(b"x" * MAX_BYTES).text) == MAX_BYTES
    error = refusal(b"x" * (MAX_BYTES + 1))
    assert str(error) == "The file has 51 MB; at most 50 MB can be uploaded."


@given(st.binary(max_size=300))
def test_decode_reads_or_refuses_any_bytes(raw: bytes) -> None:
    try:
        decoded = decode(raw)
    except UploadError:
        return
    assert "\0" not in decoded.text
    decoded.text.encode()  # no lone surrogate


LETTERS = {"cp1251": "ж", "koi8-r": "ж", "cp1253": "λ", "cp1255": "ש", "cp1256": "ش"}
MANY_BYTES = {
    "utf-8": "😀",
    "utf-16": "😀",
    "gb18030": "😀",
    "cp932": "本",
    "big5": "本",
    "euc-kr": "한",
}


@pytest.mark.parametrize("encoding", ENCODINGS)
def test_no_character_is_lost_between_the_pieces_that_are_decoded(encoding: str) -> None:
    """With one byte more before them, the pieces end within characters."""
    letter = (LETTERS | MANY_BYTES).get(encoding, "é")
    for before in ("", "x", "xy", "xyz"):
        text = before + letter * (1_100_000 // len(letter.encode(encoding)))
        found = decode(text.encode(encoding), encoding)
        with found.open() as file:
            assert file.read().removeprefix("\ufeff") == text
        assert found.text == text
        assert found.encoding == encoding


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16-be"])
def test_an_error_far_into_a_file_is_told_with_its_line(encoding: str) -> None:
    lines = ("é" * 99 + "\n") * 11_000
    broken = "\ud800".encode(encoding, "surrogatepass")
    mark = codecs.BOM_UTF8 if encoding == "utf-8" else codecs.BOM_UTF16_BE
    error = refusal(mark + lines.encode(encoding) + broken)
    assert (error.code, error.params["line"]) == ("surrogate", 11_001)
    assert refusal((lines + "\0").encode()).params["line"] == 11_001
