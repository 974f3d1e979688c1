"""The PDF: its words are words, the same study gives the same bytes, and it knows its limits."""

import dataclasses
import io
import subprocess
import sys
import threading

import pytest
from pypdf import PdfReader

from analysis.report_zip.paper import pdf, typeset
from tests.analysis.report_zip.paper.conftest import HOSTILE

pytestmark = pytest.mark.django_db


def read(made):
    return PdfReader(io.BytesIO(made))


def words(reader):
    """All words in one line: a line of the page may end anywhere."""
    text = " ".join(page.extract_text() for page in reader.pages)
    return " ".join(text.replace("\u200b", "").replace("\u00a0", " ").split())


def test_it_says_what_the_study_found_with_hostile_names_as_they_are(content):
    reader = read(pdf.pdf_of(content))
    assert reader.metadata.title == HOSTILE
    assert reader.metadata.creation_date == content.at.replace(microsecond=0)
    said = words(reader)
    for part in ('#panic("no") $x$ *b* <b>&amp; [a] \\input{x} {% now %} @ref //', "简体中文 Łódź"):
        assert part in said
    for heading in ("Plan", "Charts and tables", "Methods, for a paper", "Numbers by the script"):
        assert heading in said
    assert "45 of 98" in said
    assert "none differs from the stored result" in said
    assert "Human evaluation design statement" in said
    assert "Human evaluation datasheet" in said


def test_it_is_tagged_names_its_language_and_tells_its_charts(content):
    reader = read(pdf.pdf_of(content))
    assert reader.root_object["/MarkInfo"]["/Marked"]
    assert reader.root_object["/Lang"] == "en"


def test_the_same_study_gives_the_same_bytes(content):
    assert pdf.pdf_of(content) == pdf.pdf_of(content)


def test_every_letter_of_the_pages_languages_has_a_font(content):
    """A letter without one would be drawn from the font of missing letters, .notdef."""
    letters = "".join(point for point in map(chr, range(0x20, 0x250)) if point.isprintable())
    greek, cyrillic = "αβγδεζηθλμπσφψω", "абвгдежзиклмнопрстуфхцчшщъыьэюя"
    content = dataclasses.replace(content, methods=f"{letters} {greek} {cyrillic} 哪一篇 كتبه")
    said = words(read(pdf.pdf_of(content))).replace(" ", "")
    for part in (greek, cyrillic, "哪一篇", "ąćęłńóśźż"):
        assert all(letter in said for letter in part)


def test_long_words_break_and_hashes_stay_whole(content):
    sha = "0123456789abcdef" * 4
    uuid = "3e9b1d55-3e74-4b57-9d1c-0a5c8f6e2b11"
    content = dataclasses.replace(content, methods=f"{'W' * 300} {sha} {uuid}")
    said = " ".join(page.extract_text() for page in read(pdf.pdf_of(content)).pages)
    assert sha in said
    assert uuid in said
    assert "W" * 300 not in said
    assert said.replace("\u200b", "").replace("\n", "").count("W" * 300) == 1


def test_signs_that_steer_are_dropped(content):
    content = dataclasses.replace(content, methods="a\u202eb\x07c\u2066d")
    assert "a b c d" in words(read(pdf.pdf_of(content)))


def test_what_the_program_cannot_do_is_an_error_of_ours(content, monkeypatch, tmp_path):
    failing = tmp_path / "failing.py"
    failing.write_text("import sys; sys.exit('no memory left')")
    monkeypatch.setattr(pdf, "PROGRAM", failing)
    with pytest.raises(pdf.NotTypesetError, match="no memory left"):
        pdf.pdf_of(content)


def test_a_third_one_at_once_waits_for_its_place(content, monkeypatch):
    monkeypatch.setattr(pdf, "MOST_SECONDS", 0.01)
    monkeypatch.setattr(pdf, "_PLACES", threading.BoundedSemaphore(2))
    with pdf._PLACES, pdf._PLACES, pytest.raises(pdf.NotTypesetError, match="others"):
        pdf.pdf_of(content)


def test_the_program_has_no_more_memory_and_time_than_it_says():
    asked = "; ".join(
        (
            f"import sys; sys.path.insert(0, {str(pdf.PROGRAM.parent)!r})",
            "import resource, typeset",
            "typeset.limit_this_process()",
            "print(resource.getrlimit(resource.RLIMIT_CPU))",
            "bytearray(typeset.MEMORY)",
        )
    )
    done = subprocess.run(
        [sys.executable, "-c", asked], check=False, capture_output=True, text=True
    )
    assert done.stdout == f"({typeset.SECONDS}, {typeset.SECONDS})\n"
    assert done.stderr.endswith("MemoryError\n")


def test_the_program_reads_no_font_of_the_machine():
    families = typeset.fonts().families()
    assert {"Libertinus Serif", "Noto Sans", "Noto Sans Arabic", "Droid Sans Fallback"} <= {
        *families
    }
    assert all(not name.startswith("DejaVu Sans") or "Mono" in name for name in families)
