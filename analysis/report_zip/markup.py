"""Plain text and LaTeX: how values are written into a text of ours."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

PREAMBLE = (Path(__file__).parent / "latex_preamble.tex").read_text()
_SPECIAL = {
    **{sign: f"\\{sign}" for sign in "&%$#_{}"},
    "\\": r"\textbackslash{}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    "<": r"\textless{}",
    ">": r"\textgreater{}",
    '"': r"\textquotedbl{}",
    "`": r"\textasciigrave{}",
}
# What is special, and signs of which two beside one another would be printed as one.
_SIGN = re.compile(r"""[&%$#_{}\\~^<>"`]|([-',])(?=\1)""")
# Letters that pdfLaTeX prints with T1 and TS1: those of the European languages, and punctuation.
_PRINTED = (
    " -~\u00a0-\u00ac\u00ae-\u0125\u0128-\u0137\u0139-\u013e\u0141-\u0148\u014a-\u0165\u0168-\u017e"
    "\u0218-\u021b\u2013\u2014\u2018-\u201a\u201c-\u201e\u2020-\u2022\u2026\u2030\u2039\u203a\u20ac\u2122"
)
_ARABIC = "\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc"
# Runs from the right hold what stands between their words, so that they keep their order.
_OTHER = re.compile(
    f"(?P<arabic>[{_ARABIC}]+(?:[ .,:;!?()0-9-]+[{_ARABIC}]+)*)"
    f"|[^{_PRINTED}{_ARABIC}]+(?: +[^{_PRINTED}{_ARABIC}]+)*"
)
# A hash, or another word that has no place to break a line.
_LONG_WORD = re.compile(r"\S{34,}")
_SYLLABLE = 8
_BREAK = r"\allowbreak{}"


def latex(text: str) -> str:
    """Write any text as LaTeX that prints it; other scripts need the commands of `PREAMBLE`."""
    pieces, end = [], 0
    for found in _OTHER.finditer(text):
        pieces += [_printed(text[end : found.start()]), _other_script(found)]
        end = found.end()
    return "".join([*pieces, _printed(text[end:])])


def latex_document(body: str) -> str:
    """Return a document that compiles alone."""
    return f"{PREAMBLE}{body}\\end{{document}}\n"


def _printed(text: str) -> str:
    """Escape what LaTeX would take for its own; let long words break."""
    pieces, end = [], 0
    for found in _LONG_WORD.finditer(text):
        parts = (found[0][at : at + _SYLLABLE] for at in range(0, len(found[0]), _SYLLABLE))
        pieces += [_escaped(text[end : found.start()]), _BREAK.join(map(_escaped, parts))]
        end = found.end()
    return "".join([*pieces, _escaped(text[end:])])


def _escaped(text: str) -> str:
    return _SIGN.sub(lambda sign: _SPECIAL.get(sign[0], f"{sign[0]}{{}}"), text)


def _other_script(found: re.Match[str]) -> str:
    """Write letters with their code points beside them, for an engine that has no such font."""
    command = f"{found.lastgroup or 'other'}script"
    points = " ".join(f"U+{ord(sign):04X}" for sign in found[0] if sign != " ")
    return f"\\{command}{{[{points}]}}{{{found[0]}}}"


def one_line(text: str) -> str:
    """Join words by single blanks; drop signs that steer a printer or a terminal."""
    return re.sub(r"[\s\x00-\x1f\x7f-\x9f]+", " ", text).strip()


@dataclass(frozen=True, slots=True)
class Markup:
    """How values are escaped, and how symbols and p-values are written."""

    escape: Callable[[str], str]
    symbols: dict[str, str]
    p: str


PLAIN = Markup(
    escape=str,
    symbols={"alpha": "alpha", "beta": "beta", "pd": "pd", "dprime": "d-prime", "pc": "%"},
    p="{}",
)
LATEX = Markup(
    escape=latex,
    symbols={
        "alpha": r"$\alpha$",
        "beta": r"$\beta$",
        "pd": "$p_d$",
        "dprime": "$d'$",
        "pc": r"\%",
    },
    p="${}$",
)
