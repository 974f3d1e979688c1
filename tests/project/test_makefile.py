"""What `make` says to a person who writes a command in another way."""

import subprocess
from pathlib import Path

CHECKOUT = Path(__file__).resolve().parents[2]


def made(*words: str) -> subprocess.CompletedProcess[str]:
    command = ["make", "--dry-run", *words]
    return subprocess.run(command, cwd=CHECKOUT, capture_output=True, text=True, check=False)


def test_a_command_under_another_name_is_answered_with_the_right_one() -> None:
    wrong = made("manage", "ARGS=simulate 1")
    assert wrong.returncode != 0
    assert 'make manage COMMAND="simulate 1 --pd 0.3"' in wrong.stderr
    assert made("manage", "COMMAND=simulate 1").returncode == 0


def test_help_names_the_command_that_lets_virtual_judges_answer() -> None:
    assert "simulate 1 --pd 0.3" in made("help").stdout
