"""Type the commands of README.md on a machine with nothing, and print what they say.

    make first-deployment            # writes docs/first-deployment.log

Docker is a stand-in (`tests.deployment.docker`): real servers, proxy, web, workers and beat, as the
compose file says, in processes instead of containers. All else is as a stranger would do it, from
an empty folder to an update under load.
"""

import os
import pty
import re
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from random import Random

from tests.judges import Judges
from tests.stand_ins.caddy import free_port
from triadsurvey.localstack.places import this_checkout

CHECKOUT = this_checkout().checkout
README = (CHECKOUT / "README.md").read_text()
PASSWORD = "only-for-this-log-7"
TOKEN = "read-metrics-here"
CLASS, WITHIN_SECONDS, AT_ONCE = 200, 20.0, 4
STUDY = """
from analysis.stats import judges_needed
from studies.models import RecruitmentLink, Study, User
from studies.services.lifecycle import drafts, opening
from studies.services.lifecycle.opening_warnings import ACCEPTING
from studies.services.recruiting import links
owner = User.objects.get()
study = drafts.duplicate(study=Study.objects.get(), user=owner)
Study.objects.filter(pk=study.pk).update(evaluations=20000, evaluations_per_judge=1)
study = opening.open_study(study=study, user=owner, accepted=list(ACCEPTING))
link = RecruitmentLink(study=study, panel="class", classroom=True)
print("token", links.make_link(link=link, user=owner).token)
"""


class Terminal:
    """A shell in the folder of the site that prints commands and answers."""

    def __init__(self, folder: Path) -> None:
        self.home = folder
        self.port = free_port()
        self.folder = folder
        (folder / "bin").mkdir()
        docker = folder / "bin" / "docker"
        docker.write_text(
            f'#!/bin/sh\nexec {sys.executable} -W ignore -m tests.deployment.docker "$@"\n'
        )
        docker.chmod(0o755)
        (folder / "machine").mkdir()
        self.environment = {
            "PATH": f"{folder / 'bin'}:{os.environ['PATH']}",
            "STAND_IN": str(folder / "machine"),
            "STAND_IN_INSTALLS": os.environ.get("STAND_IN_INSTALLS", ""),
            "HOME": str(folder),
            "PAGER": "cat",
        }

    def type(self, command: str, *answers: str) -> str:
        """Run a command; to each of its questions give the next of the answers."""
        self.say(f"\n$ {command}")
        begin = time.monotonic()
        output = self.run(command, list(answers))
        if seconds := round(time.monotonic() - begin):
            self.say(f"({seconds} s)")
        return output

    def run(self, command: str, answers: list[str]) -> str:
        keyboard, screen = pty.openpty()
        process = subprocess.Popen(
            ["bash", "-e", "-o", "pipefail", "-c", command], cwd=self.folder,
            env=self.environment, stdin=screen, stdout=screen, stderr=screen, close_fds=True,
            start_new_session=True,
        )  # fmt: skip
        os.close(screen)
        output = ""
        while True:
            try:
                piece = os.read(keyboard, 4096).decode(errors="replace").replace("\r", "")
            except OSError:  # all that had the screen have ended
                break
            output += piece
            self.say(piece, end="")
            if answers and re.search(r"(?:mail|Password)[^\n]*: $", output):
                os.write(keyboard, f"{answers.pop(0)}\n".encode())
        os.close(keyboard)
        if process.wait() != 0:
            raise SystemExit(f"{command} failed")
        return output

    def say(self, words: str, end: str = "\n") -> None:
        for ours, shown in {
            str(self.home): "~",
            str(CHECKOUT): "https://…/triadsurvey",
            f":{self.port}": "",
            TOKEN: "…",
        }.items():
            words = words.replace(ours, shown)
        words = re.sub(r"\x1b\[[0-9;]*m", "", words)
        sys.stdout.write(f"{words}{end}")
        sys.stdout.flush()


def main() -> None:
    folder = Path(tempfile.mkdtemp(prefix="first-"))
    folder.chmod(0o755)
    terminal = Terminal(folder)
    try:
        _deploy(terminal)
        token = _study(terminal)
        _class(terminal, token)
        _load(terminal, token)
        _backups(terminal)
        health = "docker compose exec web python manage.py health"
        terminal.type(f"until {health} 2> /dev/null; do sleep 5; done")
    finally:
        subprocess.run(
            ["docker", "compose", "down"], cwd=terminal.folder, env=terminal.environment,
            check=False,
        )  # fmt: skip
        shutil.rmtree(folder, ignore_errors=True)


def _deploy(terminal: Terminal) -> None:
    terminal.say("# From an empty folder to a site: the three commands of README.md, Deploy")
    terminal.type(f"git clone --quiet {CHECKOUT} site && cd site")
    terminal.folder = terminal.home / "site"
    copy, up, administrator = re.search(r"## Deploy.*?```\n(.*?)```", README, re.S)[1].splitlines()
    terminal.type(copy)
    terminal.say("(filled in: what is required, and METRICS_TOKEN)")
    _fill_in(terminal)
    terminal.type(up)
    terminal.type(administrator, "admin@example.org", PASSWORD, PASSWORD)
    terminal.type("docker compose ps")
    terminal.type(f"curl --silent --show-error http://localhost:{terminal.port}/readyz; echo")


def _fill_in(terminal: Terminal) -> None:
    file = terminal.folder / ".env"
    values = {
        "SECRET_KEY": "'a key that is $long # enough for the check of Django, only for this log'",
        "POSTGRES_PASSWORD": "'with $ and # and blanks'",
        "BASE_URL": f"http://localhost:{terminal.port}",
        "ALLOWED_HOSTS": "localhost",
    }
    text = file.read_text()
    for name, value in values.items():
        text = re.sub(rf"^{name}=.*$", lambda _, v=f"{name}={value}": v, text, flags=re.M)
    file.write_text(f"{text}\nMETRICS_TOKEN={TOKEN}\n")


def _study(terminal: Terminal) -> str:
    terminal.type("docker compose exec web python manage.py load_demo")
    script = terminal.home / "study.py"
    script.write_text(STUDY)
    terminal.say("\n(a study of 20,000 evaluations with the demo's texts, and its link)")
    command = 'docker compose exec web python manage.py shell --verbosity 0 -c "$(cat ../study.py)"'
    found = re.search(r"token (\S+)", terminal.run(command, []))
    assert found
    return found[1]


def _class(terminal: Terminal, token: str) -> None:
    terminal.say(f"\n# A class of {CLASS}, who come within {WITHIN_SECONDS:.0f} seconds")
    chance = Random(1)
    judges = [Judges(terminal.port, token) for _ in range(CLASS)]
    for judge in judges:
        judge.over.set()
        moment = chance.uniform(0, WITHIN_SECONDS)
        judge.run = lambda judge=judge, moment=moment: _visit(judge, moment)
        judge.start()
    _end(terminal, judges)
    terminal.type(
        "curl --silent --show-error --header 'Authorization: Bearer …' "
        f"http://localhost:{terminal.port}/metrics | grep -vE '^#|_created' | grep -E "
        "'requests_total.*judge|request_seconds_(sum|count).*judge|queue|stale|answers|beat|_up'"
        .replace("…", TOKEN)
    )  # fmt: skip


def _visit(judge: Judges, moment: float) -> None:
    time.sleep(moment)
    try:
        judge.visit()
    except (OSError, AssertionError) as error:
        judge.error = repr(error)


def _load(terminal: Terminal, token: str) -> None:
    terminal.say(f"\n# A restart, a crash and an update; {AT_ONCE} judges at a time never pause")
    for title, action in (
        ("", "docker compose restart web"),
        ("(web and its processes are killed, and started again)", "docker compose kill web"),
        ("", re.search(r"`(git pull && deploy/update.sh)`", README)[1]),
    ):
        judges = [Judges(terminal.port, token) for _ in range(AT_ONCE)]
        for judge in judges:
            judge.start()
        time.sleep(3)
        if title:
            terminal.say(f"\n{title}")
        terminal.type(action)
        time.sleep(3)
        _end(terminal, judges)


def _end(terminal: Terminal, judges: list[Judges]) -> None:
    for judge in judges:
        judge.over.set()
    for judge in judges:
        judge.join()
    broken = [judge.error for judge in judges if judge.error]
    chosen = [code for judge in judges for code in judge.chosen]
    requests = sum(judge.requests for judge in judges)
    terminal.run(
        "docker compose exec -T db psql --username triadsurvey --tuples-only --no-align --command "
        '"SELECT string_agg(t.code, \' \') FROM studies_answer a '
        'JOIN studies_trial t ON t.id = a.trial_id" > ../stored', []
    )  # fmt: skip
    kept = set((terminal.home / "stored").read_text().split())
    terminal.say(
        f"judges: {len(chosen)} choices confirmed, {len(set(chosen) - kept)} of them not stored; "
        f"{requests} requests, {len(broken)} broken"
    )
    for words in broken:
        terminal.say(f"  {words}")


def _backups(terminal: Terminal) -> None:
    terminal.say("\n# Backup, restore and drill, as in the table of README.md")
    backup, restore, drill = (
        re.search(rf"`(deploy/{name}.sh[^`]*)`", README)[1]
        for name in ("backup", "restore", "drill")
    )
    file = terminal.type(backup).strip().splitlines()[-1]
    terminal.type(restore.replace("backups/….dump", file))
    terminal.type(drill)
    terminal.type("docker compose ps")


if __name__ == "__main__":
    main()
