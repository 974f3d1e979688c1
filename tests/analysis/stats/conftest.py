"""What the tests of the statistics share."""

from collections.abc import Callable

import pytest


@pytest.fixture
def report(capsys: pytest.CaptureFixture[str]) -> Callable[[str, float], None]:
    """Prints a figure of a simulation past pytest's capture, beside its exact value."""

    def write(measured: str, exact: float) -> None:
        with capsys.disabled():
            print(f"\n  {measured} (exact {exact:.4f})", end="")  # noqa: T201 - to be read in a log

    return write
