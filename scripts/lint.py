"""Run every check that needs no server; the exit code is 1 if one of them fails.

Django's own checks see the settings of production: https, a key, no DEBUG.
"""

import os
import secrets
import shlex
import subprocess
import sys
from pathlib import Path

CHECKOUT = Path(__file__).resolve().parent.parent
IMPORT_LINTER = "from importlinter.cli import lint_imports_command; lint_imports_command()"
# `makemigrations --check` asks the database too, though comparing models needs none.
NO_DATABASE = "ignore:Got an error checking a consistent migration history:RuntimeWarning"
CHECKS = (
    ("-m", "ruff", "check", "."),
    ("-m", "ruff", "format", "--check", "."),
    ("-m", "mypy"),
    ("-c", IMPORT_LINTER, "--no-logo"),
    ("-W", NO_DATABASE, "manage.py", "makemigrations", "--check", "--dry-run"),
    ("manage.py", "check", "--deploy", "--fail-level", "WARNING"),
)


def main() -> int:
    failed = [check for check in CHECKS if not passes(check)]
    for check in failed:
        say(f"FAILED: python {shlex.join(check)}")
    return 1 if failed else 0


def passes(check: tuple[str, ...]) -> bool:
    say(f"$ python {shlex.join(check)}")
    command = [sys.executable, *check]
    return subprocess.run(command, cwd=CHECKOUT, env=production(), check=False).returncode == 0


def production() -> dict[str, str]:
    """Return an environment like that of a real server, with addresses of no server."""
    return {
        **os.environ,
        "DJANGO_SETTINGS_MODULE": "triadsurvey.settings",
        "DEBUG": "false",
        "SECRET_KEY": secrets.token_urlsafe(64),
        "DATABASE_URL": "postgres://nobody@/nothing?host=/nonexistent",
        "REDIS_URL": "unix:///nonexistent/redis.sock?db=0",
        "BASE_URL": "https://triadsurvey.example",
        "ALLOWED_HOSTS": "triadsurvey.example",
        "TRUSTED_PROXIES": "1",
    }


def say(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main())
