"""A backup of a running study, restored: the same answers, the same rules, the same results."""

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests import migrated
from triadsurvey.localstack.backup import dump, load
from triadsurvey.localstack.environment import manage, product_environment
from triadsurvey.localstack.places import Places, this_checkout
from triadsurvey.localstack.servers import TemporaryServers

# Words for `manage.py shell`; each call of it starts Django and SciPy, so they are put together.
ANSWER = """
from studies.models import RecruitmentLink
from studies.services.judging import admission, answers
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

    def manage(self, *words: str) -> str:
        command = [sys.executable, *manage(*words, places=this_checkout())[1:]]
        done = subprocess.run(
            command, env=self.environment, capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, done.stderr
        return done.stdout.strip()

    def shell(self, *scripts: str) -> list[str]:
        """What these print, a line each."""
        return self.manage("shell", "--no-imports", "-c", "\n".join(scripts)).splitlines()


@pytest.fixture(scope="module")
def product(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Product]:
    servers = TemporaryServers()
    try:
        migrated.copy_into(servers)
        servers.start()
        product = Product(servers)
        password = tmp_path_factory.mktemp("admin") / "password"
        product.manage("ensure_admin", "--email", "a@example.org", "--password-file", str(password))
        product.manage("load_demo")
        yield product
    finally:
        servers.stop()


def test_a_restored_study_gives_the_same_results_and_keeps_its_rules(
    product: Product, tmp_path: Path
) -> None:
    [before] = product.shell(ANSWER.format(first=0, last=20), STALE, LOOK)
    assert json.loads(before)[:2] == [20, 20]
    file = dump(Places(tmp_path), product.url)
    [more] = product.shell(ANSWER.format(first=20, last=25), STALE, LOOK)
    assert json.loads(more)[:2] == [25, 25]

    load(file, product.url)

    product.manage("migrate", "--verbosity", "0")
    # Counted anew from the restored answers, not only brought back.
    assert product.shell(STALE, LOOK, RECOMPUTE, LOOK, CHANGE) == [before, before, "refused"]
