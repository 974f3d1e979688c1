"""The test run's own rules: the browser's search order, and that nothing is left out in CI."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests import chromium

CHECKOUT = Path(__file__).resolve().parents[2]


def test_browser_is_the_one_that_chromium_names(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CHROMIUM", sys.executable)
    assert chromium.find() == Path(sys.executable)
    monkeypatch.setenv("CHROMIUM", "/nonexistent/chromium")
    with pytest.raises(SystemExit, match="CHROMIUM names /nonexistent/chromium"):
        chromium.find()


def test_browser_on_the_path_comes_before_playwright_s(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("CHROMIUM", raising=False)
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr(chromium, "_playwrights_own", lambda: Path("/own"))
    assert chromium.find() == Path("/own")
    for name in ("google-chrome", "chromium"):
        (tmp_path / name).touch(mode=0o755)
        assert chromium.find() == tmp_path / name


def test_missing_browser_is_not_installed_for_an_ordinary_user(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(chromium, "find", lambda: None)
    monkeypatch.setattr("os.geteuid", lambda: 1000)
    chromium.main()
    assert "the browser tests will be left out" in capsys.readouterr().out


@pytest.mark.parametrize(("ci", "code"), [("true", 1), ("", 0)])
def test_left_out_browser_tests_are_counted_and_fail_in_ci(
    tmp_path: Path, ci: str, code: int
) -> None:
    (tmp_path / "test_page.py").write_text(
        "import pytest\n"
        "@pytest.mark.browser\n@pytest.mark.parametrize('n', [1, 2])\n"
        "def test_page(page, n): pass\n"
        "def test_other(): pass\n"
    )
    program = (
        "import sys, pytest\nfrom tests import chromium\n"
        "chromium.find = lambda: None\nsys.exit(pytest.main(sys.argv[1:]))"
    )
    command = [
        sys.executable, "-c", program, str(tmp_path), "-p", "tests.conftest", "-q",
        "-c", str(CHECKOUT / "pyproject.toml"), "--rootdir", str(tmp_path),
    ]  # fmt: skip
    done = subprocess.run(
        command,
        cwd=CHECKOUT,
        env={
            "PATH": "/usr/bin:/bin",
            "CI": ci,
            "PYTHONPATH": str(CHECKOUT),
            # It needs no servers, and starts none where they are lent.
            "TEST_DATABASE_URL": os.environ["DATABASE_URL"],
            "TEST_REDIS_URL": os.environ["REDIS_URL"],
        },
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == code, done.stdout + done.stderr
    assert "2 browser tests were left out" in done.stdout
    assert "install chromium" in done.stdout
    assert ("which is a failure here" in done.stdout) == bool(ci)
