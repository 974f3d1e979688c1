"""Make the first administrator of a fresh installation."""

import os
import secrets
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand

from studies.services.accounts import people


class Command(BaseCommand):
    help = "Makes an administrator if there is none; the password stands in a file of its own."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--email", default="admin@localhost")
        parser.add_argument(
            "--password-file",
            type=Path,
            required=True,
            help="Holds the password; made with a random one where it does not exist.",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        if people.has_administrator():
            self.stdout.write("There is an administrator.")
            return
        # The file comes first: without it the new password would be lost.
        password = kept_password(options["password_file"])
        people.ensure_administrator(email=options["email"], password=password)
        self.stdout.write(f"Administrator {options['email']} made.")


def kept_password(path: Path) -> str:
    """Return the password in the file; write a random one to a new file that only we can read."""
    if path.exists() and (kept := path.read_text(encoding="utf-8").strip()):
        return kept
    password = secrets.token_urlsafe(15)
    # Never readable by others, not even for a moment; never through a link of another user.
    path.unlink(missing_ok=True)
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with open(descriptor, "w", encoding="utf-8") as file:
        file.write(f"{password}\n")
    return password
