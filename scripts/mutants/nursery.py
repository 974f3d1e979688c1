"""Run pytest again and again, each time in a child that has the packages of others loaded already.

Python and these packages take three seconds to load, more than most tests near a mutant. Nothing
of ours is loaded before a child begins: each child sees the files as they are then. A line on
standard input is one run, a line on standard output its end.
"""

import importlib
import json
import os
import select
import signal
import sys
import traceback
from typing import Any

PACKAGES = (
    "celery", "kombu", "redis", "psycopg2", "numpy", "scipy.optimize", "scipy.special",
    "scipy.stats", "statsmodels.stats.proportion", "PIL.Image", "segno", "yaml", "django.test",
    "django.forms", "django.contrib.admin", "django.db.models", "django.template",
)  # fmt: skip


def main() -> None:
    for package in PACKAGES:
        importlib.import_module(package)
    for line in sys.stdin:
        sys.stdout.write(f"{json.dumps(run(**json.loads(line)))}\n")
        sys.stdout.flush()


def run(arguments: list[str], output: str, seconds: float) -> int | None:
    """Return pytest's exit code; `None` where it took longer."""
    child = os.fork()
    if child == 0:
        be_pytest(arguments, output)
    ended = os.pidfd_open(child)
    try:
        if not select.select([ended], [], [], seconds)[0]:
            return None
        return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    finally:
        os.close(ended)
        end_all(child)


def end_all(child: int) -> None:
    """End what the tests left behind: other programs, or themselves."""
    try:
        os.killpg(child, signal.SIGKILL)
        os.waitpid(child, 0)
    except (ProcessLookupError, ChildProcessError):
        pass


def be_pytest(arguments: list[str], output: str) -> Any:
    os.setsid()
    with open(output, "wb") as file:
        for stream in (1, 2):
            os.dup2(file.fileno(), stream)
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    pytest = importlib.import_module("pytest")
    code = 3  # an internal error
    try:
        code = int(pytest.main(arguments))
    except BaseException:  # noqa: BLE001 - nothing that a mutant does may get out of here
        traceback.print_exc()
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(code)


if __name__ == "__main__":
    main()
