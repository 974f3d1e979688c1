"""A backup of a running study, restored: the same answers, the same rules, the same results."""

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from triadsurvey.localstack.backup import dump, load
from triadsurvey.localstack.environment import manage, product_environment
from triadsurvey.localstack.places import Places, this_checkout
from triadsurvey.localstack.servers import TemporaryServers

ANSWER = """
from studies.models import RecruitmentLink
from studies.services import trials
link = RecruitmentLink.objects.get()
for number in range({first}, {last}):
    comer = trials.Comer(form_key=f"judge {{number}}")
    trial = trials.start(token=link.token, comer=comer, consent_sha256="0" * 64)
    trials.answer(code=trial.code, position=1 + number % 3)
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
        self._environment = product_environment(
            this_checkout(),
            database_url=self.url,
            redis_url=servers.valkey.url(),
            base_url="http://127.0.0.1:8000",
        ) | {"SECRET_KEY": "only-for-this-test" * 4}

    def manage(self, *words: str) -> str:
        command = [sys.executable, *manage(*words, places=this_checkout())[1:]]
        done = subprocess.run(
            command, env=self._environment, capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, done.stderr
        return done.stdout.strip()

    def look(self) -> list[object]:
        """Answers, counted, right, and every number of the result."""
        self.manage("recompute", "--stale")
        seen: list[object] = json.loads(self.manage("shell", "--no-imports", "-c", LOOK))
        return seen


@pytest.fixture(scope="module")
def product(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Product]:
    servers = TemporaryServers().start()
    try:
        product = Product(servers)
        product.manage("migrate", "--verbosity", "0")
        password = tmp_path_factory.mktemp("admin") / "password"
        product.manage("ensure_admin", "--email", "a@example.org", "--password-file", str(password))
        product.manage("load_demo")
        yield product
    finally:
        servers.stop()


def test_a_restored_study_gives_the_same_results_and_keeps_its_rules(
    product: Product, tmp_path: Path
) -> None:
    product.manage("shell", "--no-imports", "-c", ANSWER.format(first=0, last=20))
    before = product.look()
    assert before[:2] == [20, 20]
    file = dump(Places(tmp_path), product.url)
    product.manage("shell", "--no-imports", "-c", ANSWER.format(first=20, last=25))
    assert product.look()[:2] == [25, 25]

    load(file, product.url)

    product.manage("migrate", "--verbosity", "0")
    assert product.look() == before
    # Counted anew from the restored answers, not only brought back.
    study = product.manage(
        "shell",
        "--no-imports",
        "-c",
        "from studies.models import Study; print(Study.objects.get().pk)",
    )
    product.manage("recompute", study)
    assert product.look() == before
    assert product.manage("shell", "--no-imports", "-c", CHANGE) == "refused"
