"""Typeset the report: a program of its own, with little memory and time.

    python typeset.py MOMENT < report as JSON > report as PDF

MOMENT dates the file, in seconds since 1970. Whatever the texts of a report do to typst, this
process is ended by the system, and the process that waits for it goes on.
"""

import resource
import sys
from pathlib import Path

import typst

HERE = Path(__file__).parent
SECONDS, MEMORY = 10, 1024**3


def main(moment: int) -> None:
    limit_this_process()
    pdf = typst.compile(
        HERE / "report.typ",
        root=HERE,
        font_paths=fonts(),
        format="pdf",
        sys_inputs={"report": sys.stdin.read()},
        timestamp=moment,
    )
    sys.stdout.buffer.write(pdf)
    sys.stdout.flush()


def limit_this_process() -> None:
    resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS))
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def fonts() -> typst.Fonts:
    """Return typst's own fonts and ours; those of the machine would make other pages elsewhere."""
    return typst.Fonts(include_system_fonts=False, font_paths=[HERE / "fonts"])


if __name__ == "__main__":
    main(int(sys.argv[1]))
