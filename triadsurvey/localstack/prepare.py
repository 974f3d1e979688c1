"""Make the database, the static files and the demo, in a process of its own.

One process for four management commands: starting Django and SciPy takes longer than all they do.
"""

import argparse
import sys
from pathlib import Path

import django
from django.core.management import call_command

from triadsurvey.localstack.environment import READY_TO_SERVE


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--email", required=True)
    parser.add_argument("--password-file", type=Path, required=True)
    arguments = parser.parse_args()
    django.setup()
    call_command("migrate", interactive=False, verbosity=0)
    call_command("collectstatic", interactive=False, verbosity=0)
    # Now the web server can start; it looks for static files then.
    sys.stdout.write(f"{READY_TO_SERVE}\n")
    sys.stdout.flush()
    call_command("ensure_admin", email=arguments.email, password_file=arguments.password_file)
    call_command("load_demo")


if __name__ == "__main__":
    main()
