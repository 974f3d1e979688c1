"""Which tests begin first, and which stay in one process of a run."""

import importlib
from contextlib import suppress
from pathlib import Path

import pytest
from xdist.scheduler import LoadFileScheduling

TESTS = Path(__file__).parent
# In the order in which they begin; the others come after.
LONG_FILES = (
    "e2e/",
    "faults/",
    "access/",
    "browser/judge/",
    "browser/test_results",
    "project/test_packaging",
    "browser/",
    "triadsurvey/localstack/",
    "triadsurvey/backups/",
    "deployment/",
    "studies/races/",
)
# Their tests share the stack of processes, which takes ten seconds of a processor to start.
WITH_STACK = ("e2e/", "faults/")


def place(path: str) -> int:
    """Files that take long begin first, so that no process is left alone with one at the end."""
    return next((n for n, start in enumerate(LONG_FILES) if path.startswith(start)), 99)


class FilesAndStack(LoadFileScheduling):
    """Keep the tests of a file in one process, and all that need the stack."""

    def _split_scope(self, nodeid: str) -> str:
        path: str = super()._split_scope(nodeid)
        return "stack" if path.removeprefix("tests/").startswith(WITH_STACK) else path


def share_compiling(config: pytest.Config) -> None:
    """Let each process of a whole run begin with other files: pytest keeps what it makes of them.

    In a fresh checkout all would rewrite the assertions of the same file at the same time.
    """
    worker = getattr(config, "workerinput", None)
    if worker is None or [Path(arg).resolve() for arg in config.args] != [TESTS]:
        return
    files = sorted(TESTS.rglob("test_*.py"))
    first = len(files) * int(worker["workerid"].removeprefix("gw")) // worker["workercount"]
    for path in files[first:] + files[:first]:
        with suppress(Exception):  # the collector says what is wrong with it
            importlib.import_module(".".join(path.relative_to(TESTS.parent).with_suffix("").parts))
