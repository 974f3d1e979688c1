"""A stand-in for `docker compose`: as many of its words as README.md and deploy/ use.

`python -m tests.deployment.docker compose …`, in the folder of the `.env`; STAND_IN names a folder
for images, data and processes. Containers are processes here, with the files, environment, user and
health checks that theirs would have, and no walls between them.
"""

import os
import sys
from pathlib import Path

from tests.deployment.image import install_packages, link_packages
from tests.deployment.machine import Machine
from triadsurvey.localstack.processes import kill_group


def main(words: list[str]) -> int:
    """Do what `docker compose` would, and return its exit code."""
    compose, command, *words = words
    assert compose == "compose", "only docker compose"
    options = []
    while words and words[0].startswith("-"):
        options.append(words.pop(0))
        if options[-1] == "--env":
            options.append(words.pop(0))
    machine = Machine(Path(os.environ["STAND_IN"]), Path(".env"))
    return COMMANDS[command](machine, options, words) or 0


def build(machine: Machine, options: list[str], words: list[str]) -> None:
    machine.build(install_packages if os.environ.get("STAND_IN_INSTALLS") else link_packages)


def up(machine: Machine, options: list[str], names: list[str]) -> None:
    if "--build" in options:
        build(machine, options, names)
    machine.up(*names)


def stop(machine: Machine, options: list[str], names: list[str]) -> None:
    machine.stop(*(names or machine.compose.services))


def restart(machine: Machine, options: list[str], names: list[str]) -> None:
    machine.stop(*names)
    for name in names:
        machine.start(name)


def kill(machine: Machine, options: list[str], names: list[str]) -> None:
    """As a crash would, after which `restart` of the compose file starts it again."""
    for name in names:
        if started := machine.process(name):
            kill_group(started.pid)
        machine.start(name)


def execute(machine: Machine, options: list[str], words: list[str]) -> int:
    name, *command = words
    return machine.execute(name, command)


def run(machine: Machine, options: list[str], words: list[str]) -> int:
    given = [option.partition("=") for option in options if "=" in option]
    done = machine.run({name: value for name, _, value in given}, words[1:])
    sys.stdout.write(done.stdout)
    sys.stderr.write(done.stderr)
    return done.returncode


def show(machine: Machine, options: list[str], words: list[str]) -> None:
    for name in machine.compose.services:
        if name != "migrate":
            state = "not running"
            if machine.is_up(name):
                state = "healthy" if machine.is_well(name) else "unhealthy"
            sys.stdout.write(f"{name:18} {state}\n")


COMMANDS = {
    "build": build,
    "up": up,
    "stop": stop,
    "down": stop,
    "restart": restart,
    "kill": kill,
    "exec": execute,
    "run": run,
    "ps": show,
}

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
