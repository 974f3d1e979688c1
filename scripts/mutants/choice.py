"""Which mutants are run: those of changed lines, or a sample that is always the same."""

import itertools
import re
import tomllib
from collections.abc import Iterable
from pathlib import Path

from scripts import quick
from scripts.mutants.mutant import STRICT, Mutant
from scripts.mutants.python import of_python
from scripts.mutants.texts import of_sql, of_template

PRODUCT = ("studies/", "analysis/", "triadsurvey/", "templates/")
LEFT_OUT = ("/migrations/", "/localstack/", "/management/")
FINDERS = {".py": of_python, ".sql": of_sql, ".html": of_template}
SAMPLE = 300
OF_STRICT = 20  # of each strict room, so that each has a score that says something
EQUIVALENT = Path(__file__).with_name("equivalent.toml")


def of_changes() -> list[Mutant]:
    """Return the mutants of the lines that differ from the commit that `make quick` takes."""
    since, paths = quick.changed()
    found = []
    for path in product(paths):
        lines = changed_lines(since, path)
        found += [mutant for mutant in of_file(path) if lines is None or mutant.line in lines]
    return unlike(found)


def changed_lines(since: str, path: str) -> set[int] | None:
    """Return the numbers of the changed lines; `None` of a file that git does not know."""
    if not quick.git("ls-files", "--", path):
        return None
    changed = quick.git("diff", "--unified=0", "--no-renames", since, "--", path)
    hunks = [re.match(r"@@ \S+ \+(\d+)(?:,(\d+))?", line) for line in changed]
    starts = [(int(hunk[1]), int(hunk[2] or 1)) for hunk in hunks if hunk]
    return {line for start, length in starts for line in range(start, start + length)}


def sample(of: str = "") -> list[Mutant]:
    """Return the sample over all rooms, those that are strict first; or that of one path."""
    paths = [path for path in quick.git("ls-files") if path.startswith(of)]
    drawn = sorted(
        unlike(mutant for path in product(paths) for mutant in of_file(path)),
        key=lambda mutant: mutant.draw,
    )
    if of:
        return drawn[:SAMPLE]
    strict = [[m for m in drawn if m.room == room][:OF_STRICT] for room in STRICT]
    first = list(itertools.chain(*strict))
    others = [mutant for mutant in drawn if mutant.room not in STRICT]
    return first + others[: SAMPLE - len(first)]


def product(paths: Iterable[str]) -> list[str]:
    ours = [path for path in paths if path.startswith(PRODUCT) and Path(path).suffix in FINDERS]
    there = [path for path in ours if (quick.CHECKOUT / path).exists()]
    return [path for path in there if not any(part in path for part in LEFT_OUT)]


def of_file(path: str) -> list[Mutant]:
    finder = FINDERS[Path(path).suffix]
    return list(finder(path, (quick.CHECKOUT / path).read_bytes()))


def unlike(mutants: Iterable[Mutant]) -> list[Mutant]:
    """Leave out those that are known to change nothing, and of two that read alike the second."""
    known = {(one["path"], one["was"], one["becomes"]) for one in equivalent()}
    by_text = {(mutant.path, mutant.was, mutant.becomes): mutant for mutant in mutants}
    return [mutant for text, mutant in by_text.items() if text not in known]


def equivalent() -> list[dict[str, str]]:
    """Return the mutants that no test can kill, each with its reason."""
    found: list[dict[str, str]] = tomllib.loads(EQUIVALENT.read_text())["mutant"]
    return found
