"""Run the tests nearest to what changed, in less than a minute: no browser, no faults.

    make quick

What changed is what differs from the last commit; else what this branch adds to origin/main; else
the last commit. The nearest tests come first (`RANKS`), `MOST` files of them at most, and none
begins later than `SECONDS` after the first.
"""

import functools
import subprocess
import sys
import textwrap
from collections.abc import Iterable, Iterator
from pathlib import Path, PurePath

import grimp

CHECKOUT = Path(__file__).resolve().parent.parent
SECONDS = 40
MOST = 40
PACKAGES = ("triadsurvey", "studies", "analysis", "tests")
NAMING = ("studies/**.py", "analysis/**.py", "templates")
LEFT_OUT = ("tests/browser/", "tests/faults/", "tests/e2e/")
# How a file of tests comes to be run; its rank is its place here.
RANKS = (
    "Changed, or named like what changed",
    "Beside these",
    "Importing what changed",
    "Of the rooms that import what changed",
)


def main() -> int:
    since, paths = changed()
    tests = nearest(paths)
    say(f"{len(paths)} files changed since {since}; {len(tests)} files of tests are nearest.")
    for rank, why in enumerate(RANKS):
        if names := [test.removeprefix("tests/") for test in tests if tests[test] == rank]:
            say(textwrap.fill(f"{why}: {', '.join(names)}", 100, subsequent_indent="  "))
    return run(tests) if tests else 0


def changed() -> tuple[str, list[str]]:
    """Return the commit with which files are compared, and the files: removed and new ones too."""
    untracked = git("ls-files", "--others", "--exclude-standard")
    for since in ("HEAD", *git("merge-base", "HEAD", "origin/main"), "HEAD~1"):
        paths = git("diff", "--name-only", "--no-renames", since, "--")
        if paths or untracked:
            return since, sorted({*paths, *untracked})
    return "HEAD~1", []


def git(*arguments: str) -> list[str]:
    """Return the lines that git answers; none where it refuses."""
    command = ["git", "-c", "core.quotePath=false", *arguments]
    done = subprocess.run(command, cwd=CHECKOUT, capture_output=True, text=True, check=False)
    return done.stdout.splitlines() if done.returncode == 0 else []


def nearest(paths: Iterable[str]) -> dict[str, int]:
    """Return the files of tests near these files, with their rank, the nearest first."""
    ranked = [found for path in paths for named in named_by(path) for found in tests_near(named)]
    # Of several ranks of a file the lowest is set last.
    ranks = dict(sorted(ranked, key=lambda found: found[1], reverse=True))
    wanted = [(rank, test) for test, rank in ranks.items() if not test.startswith(LEFT_OUT)]
    return {test: rank for rank, test in sorted(wanted)[:MOST]}


def named_by(path: str) -> set[str]:
    """Return the file, or the modules that name this template or static file in the end."""
    named, waiting = {path}, [path]
    while waiting:
        folder, _, name = waiting.pop().partition("/")
        if folder in {"templates", "static"}:
            some = f"{PurePath(name).parent}/{{"  # f"judge/{name}.html"
            users = set(git("grep", "-lF", "-e", name, "-e", some, "--", *NAMING)) - named
            named |= users
            waiting += users
    return named


def tests_near(path: str) -> Iterator[tuple[str, int]]:
    """Return files of tests near this file, with their rank; some more than once."""
    yield from of_the_room(path, 0)
    for importer in importers(path):
        if is_test(importer):
            yield importer, 2
        yield from of_the_room(importer, 2)


def of_the_room(path: str, rank: int) -> Iterator[tuple[str, int]]:
    """Return the test named like this file, and one rank further the tests beside it."""
    room = PurePath(path.replace("/migrations/", "/rules/")).parent
    room = room if room.is_relative_to("tests") else "tests" / room
    mine = {path, f"{room}/test_{PurePath(path).stem}.py"}
    one = CHECKOUT / room.with_name(f"test_{room.name}.py")  # of a package tested by one file
    for file in (*(CHECKOUT / room).glob("test_*.py"), *([one] if one.exists() else [])):
        test = str(file.relative_to(CHECKOUT))
        if test in mine:
            yield test, rank
        elif room.name != "tests":  # those look at the whole product
            yield test, rank + 1


def importers(path: str) -> set[str]:
    """Return the files that import this one; by its package where that hands it on."""
    graph = imports()
    module = path.removesuffix(".py").removesuffix("/__init__").replace("/", ".")
    if not path.endswith(".py") or module not in graph.modules:
        return set()
    found = set(graph.find_modules_that_directly_import(module))
    above = {str(parent).replace("/", ".") for parent in PurePath(path).parents}
    for package in above & found:
        found |= graph.find_modules_that_directly_import(package)
    files = (name.replace(".", "/") for name in found)
    return {f"{f}/__init__.py" if (CHECKOUT / f).is_dir() else f"{f}.py" for f in files}


@functools.cache
def imports() -> grimp.ImportGraph:
    return grimp.build_graph(*PACKAGES, cache_dir=None)


def is_test(path: str) -> bool:
    return path.startswith("tests/") and PurePath(path).name.startswith("test_")


def run(tests: Iterable[str]) -> int:
    options = ("-q", "-n", "2", f"--seconds={SECONDS}", "-m", "not browser and not fault")
    command = [sys.executable, "-m", "pytest", *options, *tests]
    return subprocess.run(command, cwd=CHECKOUT, check=False).returncode


def say(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main())
