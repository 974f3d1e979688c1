"""The browser of the tests: found, or on a bare machine installed.

`python -m tests.chromium` is what `make test` calls first.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path

PROGRAMS = ("chromium", "google-chrome")
INSTALL = "apt-get install chromium   (or: .venv/bin/python -m playwright install chromium)"


def find() -> Path | None:
    """$CHROMIUM, else a Chromium on the PATH, else Playwright's own."""
    if named := os.environ.get("CHROMIUM"):
        path = Path(named)
        if not os.access(path, os.X_OK):
            raise SystemExit(f"CHROMIUM names {named}, which is no program that can be run")
        return path
    for program in PROGRAMS:
        if found := shutil.which(program):
            return Path(found)
    return _playwrights_own()


def _playwrights_own() -> Path | None:
    from playwright.sync_api import sync_playwright  # starts a process: only where it is needed

    with sync_playwright() as playwright:
        path = Path(playwright.chromium.executable_path)
    return path if path.exists() else None


def install() -> bool:
    """Debian's Chromium, where we may; said before it is done."""
    apt = shutil.which("apt-get")
    if apt is None or os.geteuid() != 0:
        return False
    say("No Chromium found: installing Debian's `chromium` for the browser tests.")
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    command = [apt, "install", "--yes", "--no-install-recommends", "chromium"]
    if subprocess.run(command, env=environment, check=False).returncode != 0:
        # A fresh machine has no package lists yet.
        subprocess.run([apt, "update"], env=environment, check=False)
        subprocess.run(command, env=environment, check=False)
    return find() is not None


def main() -> None:
    if find() is None and not install():
        say(f"No Chromium found: the browser tests will be left out. To have them: {INSTALL}")


def say(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main()
