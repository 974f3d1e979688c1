"""What each file of the archive is, and in which order to read them."""

import fnmatch
from collections.abc import Iterable, Iterator, Sequence

# Titles, and below each the names of files, as patterns, with what such a file is.
PARTS: tuple[tuple[str, tuple[tuple[str, str], ...]], ...] = (
    (
        "Read first",
        (
            ("report.pdf", "everything to be read, to be attached to a paper"),
            ("report.html", "the same as one page for a browser"),
        ),
    ),
    (
        "For your paper",
        (
            ("methods_en.*", "the methods paragraph in English, plain and as LaTeX"),
            ("methods_es.*", "the same in Spanish"),
            ("design_statement.*", "what Schoch, Yang and Ji ask authors to state"),
            ("design_statement_short.txt", "the same as one paragraph"),
            ("heds_datasheet.*", "the Human Evaluation Datasheet (HEDS), as far as it is known"),
            ("*.svg", "a chart; a word processor and Inkscape open it, LaTeX after conversion"),
        ),
    ),
    (
        "The data",
        (
            ("codebook.csv", "what each column of each file means: open it beside the others"),
            ("answers.csv", "one line for each answer, counted or not, and why not"),
            (
                "ratings.csv",
                "one line for each number that a judge gave to a text, or after a choice",
            ),
            ("sheets.csv", "one line for each rated sheet, counted or not, and why not"),
            ("pairs.csv", "one line for each two systems on a page: win, tie or loss"),
            ("trials.csv", "one line for each triad or sheet that was given, answered or not"),
            ("judges.csv", "one line for each judge, with the answers to your own questions"),
            ("reading.csv", "how judges read, where that was recorded"),
            (
                "reason_codes.csv",
                "the codes that two people gave the reasons, once both have coded all",
            ),
            (
                "breakdowns.csv",
                "share right by question, panel, condition of the odd text, code of the reason",
            ),
            ("texts.csv", "the texts"),
            ("plan.csv", "the plan as names and values"),
            ("amendments.csv", "what was changed after opening: who, when, why"),
            (
                "companions.json",
                "by what else the texts of two subjects differ, or two systems: their surface, and "
                "what programs tell of them; it is not computed anew by the scripts",
            ),
            ("rating_results.csv", "every number of the ratings, by criterion and system"),
            ("results.csv", "every number of the results page, by name"),
        ),
    ),
    (
        "To check it",
        (
            ("recompute.py", "computes the numbers anew from the files (Python with SciPy)"),
            ("recompute.R", "the same in R, without packages"),
            ("over_texts.py", "its part on other texts than those that were read"),
            ("repeats.py", "its part on judges who gave several answers each"),
            ("repeats.R", "the same part of recompute.R"),
            ("plan.json", "the plan as it was frozen: its SHA-256 is in results.csv"),
            ("manifest.json", "rows, bytes and SHA-256 of every file"),
        ),
    ),
)
HEAD = """# {title}

The report of the study {code}, made by triadsurvey. All files come from one moment.
"""
LATEX = """
Each `.tex` file compiles alone with pdfLaTeX, LuaLaTeX or XeLaTeX. Arabic and Chinese are printed
by LuaLaTeX; the others print code points in their place. For a paper, take what stands between
`\\begin{document}` and `\\end{document}`, and the lines above it between the two rules.
"""
CSV = """
CSV is UTF-8 with commas; codes and ids are text. For a spreadsheet take the .xlsx file of the
results page, or *Import*.
"""
CHECK = """
    python recompute.py      # or: Rscript recompute.R

Both end with *agrees with the stored result*, or with a list of what does not and exit status 1. A
p that is drawn (ratings, more than 12 judges or items) is drawn anew, and may differ by chance.
"""
AFTER = {"For your paper": LATEX, "The data": CSV, "To check it": CHECK}


def readme(names: Iterable[str], *, title: str, code: str, beside_plan: Sequence[str] = ()) -> str:
    """Return the README of an archive of these files, as Markdown.

    `beside_plan` are the sentences of what happened that the plan does not tell.
    """
    present = sorted({*names, "manifest.json"})
    parts = [HEAD.format(title=title, code=code)]
    if beside_plan:
        parts += ["\n## Beside the plan\n\n", *(f"- {one}\n" for one in beside_plan)]
    for heading, kinds in PARTS:
        parts += [f"\n## {heading}\n\n", *_lines(kinds, present), AFTER.get(heading, "")]
    return "".join(parts)


def _lines(kinds: Iterable[tuple[str, str]], present: list[str]) -> Iterator[str]:
    for pattern, meaning in kinds:
        if found := fnmatch.filter(present, pattern):
            yield f"- {', '.join(f'`{name}`' for name in found)}: {meaning}\n"
