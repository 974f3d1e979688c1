"""A client that a generator makes of the description, and nothing else, drives a whole study."""

import importlib
import subprocess
import sys

import pytest

from studies.models import Study
from studies.services.accounts import tokens
from tests.factories import make_user

pytestmark = pytest.mark.django_db(transaction=True)
NAME = "generated_client"
OPTIONS = (
    *("--path", "schema.json", "--config", "config.yml", "--output-path", NAME),
    *("--meta", "none", "--fail-on-warning"),
)


@pytest.fixture
def generated(client, tmp_path, monkeypatch):
    """Import a part of the client by its name."""
    (tmp_path / "schema.json").write_bytes(client.get("/api/v1/schema/?format=json").content)
    (tmp_path / "config.yml").write_text("post_hooks: []\n")
    made = subprocess.run(
        [sys.executable, "-m", "openapi_python_client", "generate", *OPTIONS],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert made.returncode == 0, made.stdout + made.stderr
    monkeypatch.syspath_prepend(tmp_path)
    yield lambda part: importlib.import_module(f"{NAME}.{part}")
    for name in [name for name in sys.modules if name.split(".")[0] == NAME]:
        del sys.modules[name]


def test_it_makes_opens_and_reads_a_study(generated, live_server):
    _token, secret = tokens.make(user=make_user(is_superuser=True), name="generated")
    models = generated("models")

    def call(operation, *arguments, **named):
        with generated("client").AuthenticatedClient(live_server.url, secret) as site:
            answer = generated(f"api.{operation}").sync_detailed(*arguments, client=site, **named)
        assert answer.status_code in (200, 201), answer.content
        return answer.parsed

    plan = {"alpha": 0.05, "beta": 0.2, "pd": 0.5, "goal": "difference"}
    goal = models.PlanningJudgesGoal.DIFFERENCE
    needed = call("planning.planning_judges", **plan | {"goal": goal})
    names = {"title": "W", "subject_a": "H", "subject_b": "M", "privacy_contact": "Ana, a@b.org"}
    draft = models.StudyIn.from_dict({**names, **plan})
    study = call("studies.studies_create", body=draft)
    assert study.evaluations >= needed.smallest
    texts = [
        {"subject": subject, "item": f"day {day}", "text": f"Day {day}, as {subject} tells it."}
        for day in range(12)
        for subject in "AB"
    ]
    added = models.TextsIn.from_dict({"texts": texts})
    assert call("studies.texts_add", study.code, body=added).stored == 24
    assert call("studies.studies_open", study.code).status == "open"
    link = call("studies.links_create", study.code, body=models.LinkIn(panel="students"))
    assert link.address.startswith("http")
    assert call("studies.links_list", study.code, page_size=1).results[0].panel == "students"
    assert call("studies.answers_list", study.code).results == []
    assert call("studies.results_retrieve", study.code).statement
    over = models.ReasonIn(why="The term is over.")
    assert call("studies.studies_close", study.code, body=over).status == "closed"
    assert Study.objects.get().status == "closed"


def test_it_knows_why_something_is_refused(generated, live_server):
    _token, secret = tokens.make(user=make_user(is_superuser=True), name="generated")
    models = generated("models")
    with generated("client").AuthenticatedClient(live_server.url, secret) as site:
        create = generated("api.studies.studies_create")
        study = create.sync(
            client=site, body=models.StudyIn(title="W", subject_a="H", subject_b="M")
        )
        refused = generated("api.studies.studies_open").sync_detailed(study.code, client=site)
    assert refused.status_code == 409
    assert refused.parsed.detail
