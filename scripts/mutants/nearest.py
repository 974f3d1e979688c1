"""The tests that are run against a mutant."""

import functools
from collections.abc import Iterator

from scripts import quick
from scripts.mutants.mutant import Mutant

MOST = 20
# A name that more files use says nothing.
COMMON = 25
RACES = [f"tests/studies/races/test_{name}.py" for name in ("inside", "accounts", "choosing")]


def stages(mutant: Mutant) -> Iterator[list[str]]:
    """Return the test named like its file, which kills most; then the others near it.

    Races come by themselves: beside others they would be the last, for which no time is left.
    """
    near = quick.nearest([mutant.path])
    named = [test for test, rank in near.items() if rank == 0]
    yield named
    if "select_for_update" in mutant.was or "lock" in mutant.name:
        yield RACES
    others = dict.fromkeys([*of_name(mutant), *near])
    yield [test for test in others if test not in named][: MOST - len(named)]


def of_name(mutant: Mutant) -> list[str]:
    """Return the tests that use a query set's method, and those named like its users."""
    users = using(mutant.name) if "/models/" in mutant.path and mutant.name else []
    if len(users) > COMMON:
        return []
    near = (found for path in users for found in quick.tests_near(path))
    return sorted({test for test, rank in near if rank == 0 and "/localstack/" not in test})


@functools.cache
def using(name: str) -> list[str]:
    found = quick.git("grep", "-lwF", "-e", name, "--", "studies", "analysis", "tests")
    return [path for path in found if not path.startswith(quick.LEFT_OUT)]
