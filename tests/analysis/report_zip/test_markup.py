"""Markup: any text becomes a text that prints, in plain text and in LaTeX."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from analysis.report_zip.markup import LATEX, PLAIN, latex, one_line

COMMANDS = (
    "textbackslash", "textasciitilde", "textasciicircum", "textless", "textgreater", "textquotedbl",
)  # fmt: skip


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("50 %", r"50 \%"),
        (r"\input{x}", r"\textbackslash{}input\{x\}"),
        ("a_b^c~d", r"a\_b\textasciicircum{}c\textasciitilde{}d"),
        (
            '<b> "x" & #1 $2',
            r"\textless{}b\textgreater{} \textquotedbl{}x\textquotedbl{} \& \#1 \$2",
        ),
        ("día 日本", "día 日本"),
    ],
)
def test_latex_of_what_is_special(text: str, written: str) -> None:
    assert latex(text) == written


@given(st.text())
def test_no_special_sign_is_left_bare_in_latex(text: str) -> None:
    written = re.sub(rf"\\({'|'.join(COMMANDS)}){{}}|\\[&%$#_{{}}]", "", latex(text))
    assert not re.search(r'[\\&%$#_{}~^<>"]', written)


@given(st.text())
def test_one_line_has_no_control_signs_and_single_blanks(text: str) -> None:
    line = one_line(text)
    assert not re.search(r"[\x00-\x1f\x7f-\x9f]|\s\s|^\s|\s$", line)


def test_both_markups_write_the_same_symbols() -> None:
    assert set(PLAIN.symbols) == set(LATEX.symbols)
