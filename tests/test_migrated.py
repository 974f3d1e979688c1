"""The kept data of a migrated PostgreSQL: made once, made anew when a migration changes."""

import ast
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from tests import migrated
from tests.migrated import CHECKOUT, SOURCES, copy_into, key


@pytest.fixture
def made(monkeypatch: pytest.MonkeyPatch) -> list[Path]:
    """Each making, which here makes a file only."""
    makings: list[Path] = []

    def make(folder: Path) -> None:
        makings.append(folder)
        folder.mkdir()
        (folder / "PG_VERSION").write_text(f"of making {len(makings)}")

    monkeypatch.setattr(migrated, "_make", make)
    return makings


def copied(kept: Path, target: Path) -> str:
    """What servers with data in `target` are given."""
    target.mkdir()
    servers: Any = SimpleNamespace(folder=target)
    copy_into(servers, kept)
    return (target / "postgres" / "PG_VERSION").read_text()


def test_data_are_made_once_and_then_copied(tmp_path: Path, made: list[Path]) -> None:
    assert copied(tmp_path / "kept", tmp_path / "first") == "of making 1"
    assert copied(tmp_path / "kept", tmp_path / "second") == "of making 1"
    assert len(made) == 1


def test_another_key_makes_them_anew_and_keeps_nothing_old(
    tmp_path: Path, made: list[Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    copied(tmp_path / "kept", tmp_path / "first")
    (tmp_path / "kept" / "unfinished").mkdir()  # of a run that was killed
    monkeypatch.setattr(migrated, "key", lambda: "another")
    assert copied(tmp_path / "kept", tmp_path / "second") == "of making 2"
    assert sorted(path.name for path in (tmp_path / "kept").iterdir()) == ["another", "lock"]


def test_of_two_processes_one_makes_them(tmp_path: Path, made: list[Path]) -> None:
    """Threads stand for processes: each opens the lock's file anew."""
    with ThreadPoolExecutor(4) as pool:
        told = list(pool.map(lambda n: copied(tmp_path / "kept", tmp_path / str(n)), range(4)))
    assert told == ["of making 1"] * 4
    assert len(made) == 1


@pytest.mark.parametrize("change", ["content", "name", "new", "packages", "account"])
def test_what_the_data_depend_on_changes_the_key(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, change: str
) -> None:
    migrations, packages = tmp_path / "studies/migrations", tmp_path / "packages"
    migrations.mkdir(parents=True)
    (migrations / "0001_tables.py").write_text("operations = []")
    for source in SOURCES:
        if source.endswith(".py"):
            (tmp_path / source).parent.mkdir(exist_ok=True)
            (tmp_path / source).touch()
    (packages / "django-5.2.17.dist-info").mkdir(parents=True)
    monkeypatch.setattr(migrated, "CHECKOUT", tmp_path)
    monkeypatch.setattr(migrated.sysconfig, "get_path", lambda _name: str(packages))
    before = key()
    assert key() == before
    if change == "content":
        (migrations / "0001_tables.py").write_text("operations = [1]")
    elif change == "name":
        (migrations / "0001_tables.py").rename(migrations / "0001_initial.py")
    elif change == "new":
        (migrations / "rule.sql").write_text("SELECT 1")
    elif change == "packages":
        (packages / "django-5.2.17.dist-info").rename(packages / "django-5.2.18.dist-info")
    else:
        monkeypatch.setattr("os.geteuid", lambda: 12345)
    assert key() != before


def test_what_migrations_import_belongs_to_the_key() -> None:
    """But models, from which they take defaults alone."""
    for app in ("studies", "analysis"):
        for path in (CHECKOUT / app / "migrations").glob("*.py"):
            for module in _imported(path):
                ours = module.startswith(("studies.", "analysis.", "triadsurvey."))
                known = (
                    *(source.removesuffix(".py").replace("/", ".") for source in SOURCES),
                    "studies.models.",
                )
                assert not ours or module.startswith(known), f"{path.name} imports {module}"


def _imported(path: Path) -> list[str]:
    nodes = list(ast.walk(ast.parse(path.read_text())))
    plain = [alias.name for node in nodes if isinstance(node, ast.Import) for alias in node.names]
    return plain + [str(node.module) for node in nodes if isinstance(node, ast.ImportFrom)]
