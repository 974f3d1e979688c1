"""`.venv` on a machine that has nothing: by uv or by pip, with ensurepip or without."""

import importlib.util
import subprocess
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

SCRIPT = Path(__file__).resolve().parents[2] / "scripts" / "bootstrap.py"


@pytest.fixture
def bootstrap(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """The script, at work in an empty folder, with nothing on the PATH."""
    spec = importlib.util.spec_from_file_location("bootstrap", SCRIPT)
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    (tmp_path / "requirements").mkdir()
    for name in ("local", "dev"):
        (tmp_path / "requirements" / f"{name}.txt").write_text(f"{name} 1")
    monkeypatch.setattr(module, "CHECKOUT", tmp_path)
    monkeypatch.setattr(module, "VENV", tmp_path / ".venv")
    monkeypatch.setattr(module, "PYTHON", tmp_path / ".venv" / "bin" / "python")
    monkeypatch.setattr(module, "STAMP", tmp_path / ".venv" / "installed.json")
    monkeypatch.setattr(module.shutil, "which", lambda _name: None)
    return module


@pytest.fixture
def commands(bootstrap: ModuleType, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What it would have run; nothing is."""
    called: list[str] = []

    def record(command: list[Any], **_options: Any) -> subprocess.CompletedProcess[str]:
        called.append(" ".join(str(part) for part in command))
        return subprocess.CompletedProcess(command, 0, stdout="12")

    monkeypatch.setattr(bootstrap.subprocess, "run", record)
    return called


def test_unchanged_lock_is_not_installed_again_and_dev_holds_local(
    bootstrap: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    installed: list[str] = []
    monkeypatch.setattr(bootstrap, "works", lambda _python: True)
    monkeypatch.setattr(bootstrap, "install", installed.append)
    bootstrap.VENV.mkdir()
    for group in ("local", "local", "dev", "dev", "local"):
        bootstrap.bootstrap(group)
    assert installed == ["local", "dev"]
    (bootstrap.CHECKOUT / "requirements" / "local.txt").write_text("local 2")
    bootstrap.bootstrap("dev")
    bootstrap.bootstrap("local")
    assert installed == ["local", "dev", "local"]


def test_environment_that_does_not_work_any_more_is_made_anew(
    bootstrap: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its Python was removed or replaced: what the stamp says is installed is worth nothing."""
    done: list[str] = []
    monkeypatch.setattr(bootstrap, "make_venv", lambda: done.append("venv"))
    monkeypatch.setattr(bootstrap, "install", done.append)
    bootstrap.PYTHON.parent.mkdir(parents=True)
    bootstrap.PYTHON.symlink_to("/nonexistent/python")
    bootstrap.STAMP.write_text(f'{{"local": "{bootstrap.digest("local")}"}}')
    bootstrap.bootstrap("local")
    assert done == ["venv", "local"]


def test_both_installers_take_wheels_with_their_hashes_only(
    bootstrap: ModuleType, commands: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    bootstrap.install("local")
    monkeypatch.setattr(bootstrap.shutil, "which", lambda name: f"/tools/{name}")
    bootstrap.install("local")
    by_pip, by_uv = commands[1], commands[2]
    assert "-m pip" in by_pip
    assert by_uv.startswith("/tools/uv pip install")
    lock = bootstrap.CHECKOUT / "requirements" / "local.txt"
    for command in (by_pip, by_uv):
        assert command.endswith(f"--require-hashes --only-binary :all: --requirement {lock}")


def test_no_fitting_python_is_one_line_that_says_which(
    bootstrap: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", "/nonexistent")
    with pytest.raises(
        bootstrap.RefusalError, match=r"^triadsurvey needs Python 3\.11 to 3\.13.*$"
    ):
        bootstrap.make_venv()


def test_no_ensurepip_is_one_line_that_names_the_package_for_an_ordinary_user(
    bootstrap: ModuleType, commands: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bootstrap, "has_ensurepip", lambda _python: False)
    monkeypatch.setattr(bootstrap.shutil, "which", lambda name: f"/usr/bin/{name}")
    monkeypatch.setattr(bootstrap.os, "geteuid", lambda: 1000)
    for name, package in (("python3", "python3-venv"), ("python3.12", "python3.12-venv")):
        with pytest.raises(bootstrap.RefusalError, match=rf"install the package {package}\.$"):
            bootstrap.install_venv_module(Path("/usr/bin") / name)
    assert not [command for command in commands if "apt-get" in command]


def test_no_ensurepip_is_installed_for_root_with_apt(
    bootstrap: ModuleType,
    commands: list[str],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    has = iter([True])
    monkeypatch.setattr(bootstrap, "has_ensurepip", lambda _python: next(has))
    monkeypatch.setattr(bootstrap.shutil, "which", lambda name: f"/usr/bin/{name}")
    monkeypatch.setattr(bootstrap.os, "geteuid", lambda: 0)
    bootstrap.install_venv_module(Path("/usr/bin/python3"))
    assert commands[1:] == ["/usr/bin/apt-get install --yes --no-install-recommends python3-venv"]
    assert capsys.readouterr().out == "This Python has no ensurepip: installing python3-venv\n"
