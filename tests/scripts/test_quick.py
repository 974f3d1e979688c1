"""`make quick`: which tests are near a change, and that it ends in time."""

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from scripts import quick

CHECKOUT = Path(__file__).resolve().parents[2]
NAMED, BESIDE, IMPORTING, ROOM = range(4)


@pytest.mark.parametrize(
    ("path", "test", "rank"),
    [
        ("studies/services/judging/trials.py", "studies/services/judging/test_trials.py", NAMED),
        ("studies/services/judging/trials.py", "studies/services/judging/test_balance.py", BESIDE),
        ("studies/services/judging/trials.py", "studies/exports/test_writing.py", IMPORTING),
        ("studies/workbench/actions.py", "studies/admin/test_people.py", ROOM),
        ("tests/studies/judge/test_views.py", "studies/judge/test_views.py", NAMED),
        ("tests/studies/judge/visits.py", "studies/judge/test_views.py", BESIDE),
        ("tests/analysis/answering.py", "analysis/recomputation/test_store.py", IMPORTING),
        ("studies/image_encoding.py", "studies/test_image_encoding.py", NAMED),
        # By the package that hands it on.
        ("studies/models/judging/trial.py", "analysis/breakdown/test_views.py", IMPORTING),
        ("studies/rules/judges.sql", "studies/rules/test_judges.py", NAMED),
        ("studies/migrations/0001_tables.py", "studies/rules/test_plan.py", BESIDE),
        ("templates/analysis/results/results.html", "analysis/results/test_views.py", NAMED),
        # Named by another template alone.
        ("templates/analysis/planner/_grid.html", "analysis/planner/test_views.py", NAMED),
        ("templates/judge/trial.html", "studies/judge/test_views.py", BESIDE),
        ("static/judge/trial.js", "studies/judge/test_views.py", BESIDE),
        ("scripts/bootstrap.py", "scripts/test_bootstrap.py", NAMED),
    ],
)
def test_what_is_near_a_file(path: str, test: str, rank: int) -> None:
    assert quick.nearest([path])[f"tests/{test}"] == rank


def test_the_nearest_come_first_and_each_once() -> None:
    """With the lower of its ranks, where two changes are near."""
    paths = ["studies/services/judging/trials.py", "tests/studies/exports/test_writing.py"]
    near = quick.nearest(paths)
    assert list(near.values()) == sorted(near.values())
    assert near["tests/studies/exports/test_writing.py"] == NAMED


@pytest.mark.parametrize(
    "path", ["tests/browser/judge/test_judge.py", "README.md", "docs/guide.md"]
)
def test_nothing_is_near(path: str) -> None:
    assert quick.nearest([path]) == {}


def test_neither_a_browser_nor_a_fault_is_near_anything() -> None:
    near = quick.nearest(["tests/factories.py", "studies/models/__init__.py", "tests/stack.py"])
    assert len(near) == quick.MOST
    assert not [test for test in near if test.startswith(("tests/browser", "tests/faults"))]


@pytest.fixture
def git(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """A repository of its own, in which a first commit stands."""
    monkeypatch.setattr(quick, "CHECKOUT", tmp_path)

    def run(*arguments: str) -> None:
        person = ("-c", "user.name=x", "-c", "user.email=x@example.org")
        subprocess.run(["git", *person, *arguments], cwd=tmp_path, check=True, capture_output=True)

    run("init", "--initial-branch=main")
    commit(run, tmp_path / "first")
    return run


def commit(git: Callable[..., None], path: Path) -> None:
    path.write_text("")
    git("add", "--all")
    git("commit", "--message", path.name)


def test_what_changed_is_what_no_commit_holds(git: Callable[..., None], tmp_path: Path) -> None:
    commit(git, tmp_path / "second")
    (tmp_path / "first").unlink()
    (tmp_path / "second").write_text("changed")
    (tmp_path / "näw").touch()
    assert quick.changed() == ("HEAD", ["first", "näw", "second"])


def test_else_what_the_branch_adds_to_main(git: Callable[..., None], tmp_path: Path) -> None:
    git("update-ref", "refs/remotes/origin/main", "HEAD")
    commit(git, tmp_path / "second")
    commit(git, tmp_path / "third")
    assert quick.changed()[1] == ["second", "third"]


@pytest.mark.parametrize("known", [True, False], ids=["pushed", "no origin"])
def test_else_the_last_commit(git: Callable[..., None], tmp_path: Path, known: bool) -> None:
    commit(git, tmp_path / "second")
    if known:
        git("update-ref", "refs/remotes/origin/main", "HEAD")
    assert quick.changed() == ("HEAD~1", ["second"])


def test_of_a_first_commit_nothing_changed(git: Callable[..., None]) -> None:
    assert quick.changed() == ("HEAD~1", [])


def test_what_would_begin_too_late_is_left_out_and_counted(tmp_path: Path) -> None:
    (tmp_path / "test_slow.py").write_text(
        "def test_first(pytestconfig): pytestconfig.option.seconds = 0\n"
        "def test_second(): raise AssertionError\n"
        "def test_third(): raise AssertionError\n"
    )
    command = [
        sys.executable, "-m", "pytest", str(tmp_path), "-p", "tests.conftest", "-q",
        "-c", str(CHECKOUT / "pyproject.toml"), "--rootdir", str(tmp_path),
        "--seconds=600",
    ]  # fmt: skip
    # In CI, a test that is left out has failed.
    env = {name: value for name, value in os.environ.items() if name != "CI"}
    done = subprocess.run(
        command, cwd=CHECKOUT, env=env, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert "1 passed, 2 skipped" in done.stdout
    assert "no time left" in done.stdout
