"""The product's commands and scripts against a database of its own."""

import subprocess
import sys

from tests.django_shell import DjangoShell
from triadsurvey.localstack.environment import manage, product_environment
from triadsurvey.localstack.places import this_checkout
from triadsurvey.localstack.servers import TemporaryServers

ANSWER = """
from studies.models import RecruitmentLink
from studies.services.judging import admission
from studies.services.judging.answering import answers
link = RecruitmentLink.objects.get()
for number in range({first}, {last}):
    visitor = admission.Visitor(form_key=f"judge {{number}}")
    trial = admission.start(token=link.token, visitor=visitor, consent_sha256="0" * 64)
    answers.answer(code=trial.code, position=1 + number % 3)
"""
RECOMPUTE = """
import io
from django.core.management import call_command
from studies.models import Study
call_command("recompute", str(Study.objects.get().pk), stdout=io.StringIO())
"""
STALE = """
import io
from django.core.management import call_command
call_command("recompute", "--stale", stdout=io.StringIO())
"""
LOOK = """
import json
from analysis.models import Result
from studies.models import Answer
result = Result.objects.get()
print(json.dumps([Answer.objects.count(), result.counted, result.correct, result.numbers]))
"""
CHANGE = """
from django.db import IntegrityError
from studies.models import Answer
try:
    Answer.objects.update(chosen_position=1)
except IntegrityError:
    print("refused")
"""


class Product:
    """manage.py against a database of its own."""

    def __init__(self, servers: TemporaryServers) -> None:
        self.url = servers.postgres.url()
        self.environment = product_environment(
            this_checkout(),
            database_url=self.url,
            redis_url=servers.valkey.url(),
            base_url="http://127.0.0.1:8000",
        ) | {"SECRET_KEY": "only-for-this-test" * 4}
        self._shell = DjangoShell(self.environment)

    def manage(self, *words: str) -> str:
        command = [sys.executable, *manage(*words, places=this_checkout())[1:]]
        done = subprocess.run(
            command, env=self.environment, capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, done.stderr
        return done.stdout.strip()

    def shell(self, *scripts: str) -> list[str]:
        """What these print, a line each."""
        return self._shell.run("\n".join(scripts)).splitlines()

    def stop(self) -> None:
        self._shell.stop()
