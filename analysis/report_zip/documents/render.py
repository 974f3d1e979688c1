"""A document of numbered points, as Markdown and as LaTeX. Every text in it is escaped."""

import re
from dataclasses import dataclass

from analysis.report_zip.markup import latex

# What begins a list, a heading or a rule at the start of a line.
_AT_START = re.compile(r"^(\d{1,9})([.)])(?=\s|$)|^([-+=])")
_MARKDOWN = re.compile(r"[\\`*_\[\]<>#|~$&]")
_STEERING = re.compile(r"[\x00-\x09\x0b-\x1f\x7f-\x9f\u2028\u2029]+")


@dataclass(frozen=True, slots=True)
class DocumentPoint:
    """One question and its answer; a paragraph may have several lines."""

    title: str
    paragraphs: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class DocumentSection:
    """Points under a heading."""

    title: str
    points: tuple[DocumentPoint, ...]


@dataclass(frozen=True, slots=True)
class Document:
    """A whole document, with notes on what it is."""

    title: str
    notes: tuple[str, ...]
    sections: tuple[DocumentSection, ...]


def lines_of(text: str) -> list[str]:
    """Split into lines; drop blank ones, and signs that steer a printer or a terminal."""
    plain = _STEERING.sub(" ", text.replace("\r\n", "\n").replace("\r", "\n"))
    return [" ".join(line.split()) for line in plain.split("\n") if line.strip()]


def markdown(text: str) -> str:
    """Escape a text so that Markdown prints its lines as they are."""
    lines = [_MARKDOWN.sub(r"\\\g<0>", line) for line in lines_of(text)]
    return "  \n".join(_AT_START.sub(_guarded, line) for line in lines)


def _guarded(found: re.Match[str]) -> str:
    number, dot, sign = found.groups()
    return f"{number}\\{dot}" if number else f"\\{sign}"


def as_markdown(document: Document) -> str:
    """Write the document as Markdown."""
    parts = [f"# {markdown(document.title)}", *map(markdown, document.notes)]
    for section in document.sections:
        parts.append(f"## {markdown(section.title)}")
        for point in section.points:
            parts.append(f"### {markdown(point.title)}")
            parts += map(markdown, point.paragraphs)
    return "\n\n".join(parts) + "\n"


def as_latex(document: Document) -> str:
    """Write the document as LaTeX, for the appendix of a paper."""
    parts = [f"\\section*{{{_latex_lines(document.title)}}}", *map(_latex_lines, document.notes)]
    for section in document.sections:
        parts.append(f"\\subsection*{{{_latex_lines(section.title)}}}")
        for point in section.points:
            # The braces keep a bracket at the beginning from being an argument.
            parts.append(f"\\paragraph{{{_latex_lines(point.title)}}} {{}}")
            parts.append("\n\n".join(map(_latex_lines, point.paragraphs)))
    return "\n\n".join(parts) + "\n"


def _latex_lines(text: str) -> str:
    return "\\newline{}\n".join(map(latex, lines_of(text)))
