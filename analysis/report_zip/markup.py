"""Plain text and LaTeX: how values are written into a text of ours."""

import re
from collections.abc import Callable
from dataclasses import dataclass

_SPECIAL = {
    **{sign: f"\\{sign}" for sign in "&%$#_{}"},
    "\\": r"\textbackslash{}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    "<": r"\textless{}",
    ">": r"\textgreater{}",
    '"': r"\textquotedbl{}",
}


def latex(text: str) -> str:
    """Write any text as LaTeX that prints it."""
    return "".join(_SPECIAL.get(sign, sign) for sign in text)


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
