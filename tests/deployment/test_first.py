"""The log of a first deployment is of the commands that README.md has now, and of no loss."""

import re

from tests.deployment.image import CHECKOUT

README = (CHECKOUT / "README.md").read_text()
LOG = (CHECKOUT / "docs" / "first-deployment.log").read_text()


def typed() -> list[str]:
    return re.findall(r"^\$ (.*)$", LOG, re.MULTILINE)


def test_it_types_what_the_readme_says() -> None:
    block = re.search(r"## Deploy.*?```\n(.*?)```", README, re.DOTALL)
    assert block
    commands = [*block[1].splitlines(), "deploy/backup.sh", "deploy/drill.sh"]
    commands.append("git pull && deploy/update.sh")
    assert [command for command in commands if command not in typed()] == []
    assert [command for command in commands if command not in README] == []
    assert any(re.fullmatch(r"deploy/restore.sh backups/\S+\.dump", one) for one in typed())


def test_no_confirmed_choice_was_lost() -> None:
    counts = re.findall(r"(\d+) choices confirmed, (\d+) of them not stored", LOG)
    assert len(counts) == 4  # a class, a restart, a crash, an update
    assert {lost for _, lost in counts} == {"0"}
    assert "every result that was stored is the same as counted anew." in LOG
    assert "every result and verdict in it is the same as counted anew." in LOG
