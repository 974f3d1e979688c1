"""Markup: any text becomes a text that prints, in plain text and in LaTeX."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from analysis.report_zip.markup import LATEX, PLAIN, latex, latex_document, one_line

COMMANDS = (
    "textbackslash", "textasciitilde", "textasciicircum", "textless", "textgreater", "textquotedbl",
    "textasciigrave", "allowbreak",
)  # fmt: skip
OTHER = re.compile(r"\\(?:other|arabic)script{\[([U+0-9A-F ]*)\]}{([^{}\\]*)}")


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
        ("día Łódź Żółć “€”…", "día Łódź Żółć “€”…"),
        ("día 日本", r"día \otherscript{[U+65E5 U+672C]}{日本}"),
        ("(من) x", r"(\arabicscript{[U+0645 U+0646]}{من}) x"),
        ("من: من", r"\arabicscript{[U+0645 U+0646 U+003A U+0645 U+0646]}{من: من}"),
        ("a -- b --- ``c'' ,,d", r"a -{}- b -{}-{}- \textasciigrave{}\textasciigrave{}c'{}' ,{},d"),
        (
            "0123456789abcdef" * 4,
            r"01234567\allowbreak{}89abcdef\allowbreak{}" * 3 + r"01234567\allowbreak{}89abcdef",
        ),
    ],
)
def test_latex_of_what_is_special(text: str, written: str) -> None:
    assert latex(text) == written


@given(st.text())
def test_no_special_sign_is_left_bare_in_latex(text: str) -> None:
    written = OTHER.sub("", latex(text))
    written = re.sub(rf"\\({'|'.join(COMMANDS)}){{}}|[-',]{{}}|\\[&%$#_{{}}]", "", written)
    assert not re.search(r'[\\&%$#_{}~^<>"`]|--|\'\'|,,', written)


@given(st.text())
def test_pdflatex_is_given_no_letter_that_it_cannot_print(text: str) -> None:
    """Letters of other scripts stand in a command's second argument, which pdfLaTeX passes over."""
    assert re.fullmatch("[ -~\u00a0-\u021b\u2013-\u2122]*", OTHER.sub(r"\1", latex(text)))


@given(st.text(alphabet=st.characters(exclude_categories=["Cc", "Cs"])))
def test_nothing_of_a_text_is_lost_in_latex(text: str) -> None:
    written = OTHER.sub(lambda found: f"{{{found[2]}}}", latex(text))
    for command, sign in zip(COMMANDS, '\\~^<>"`', strict=False):
        written = written.replace(f"\\{command}{{}}", f"\\{sign}")
    written = written.replace("\\allowbreak{}", "")
    assert re.sub(r"\\(.)|[{}]", r"\1", written) == text


def test_a_document_is_whole_and_defines_the_commands_that_it_uses() -> None:
    document = latex_document(latex("日本 من") + "\n")
    lines = document.splitlines()
    assert lines.count(r"\begin{document}") == lines.count(r"\end{document}") == 1
    assert lines[-1] == r"\end{document}"
    for command in re.findall(r"\\(\w+script)\b", document):
        assert rf"\newcommand{{\{command}}}[2]" in document


@given(st.text())
def test_one_line_has_no_control_signs_and_single_blanks(text: str) -> None:
    line = one_line(text)
    assert not re.search(r"[\x00-\x1f\x7f-\x9f]|\s\s|^\s|\s$", line)


def test_both_markups_write_the_same_symbols() -> None:
    assert set(PLAIN.symbols) == set(LATEX.symbols)
