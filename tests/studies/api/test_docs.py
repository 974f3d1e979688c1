"""The page of the API: its example runs as it stands there, by curl and in Python, step by step."""

import html
import os
import re
import shutil
import subprocess
import sys

import pytest

from studies.models import Study
from studies.services.accounts import tokens
from tests.factories import make_user

pytestmark = pytest.mark.django_db(transaction=True)


def blocks(client, language):
    """The code of this language on the page, in its order."""
    page = client.get("/api/v1/docs/").content.decode()
    found = re.findall(rf"<h4[^>]*>{language}</h4><pre[^>]*><code>(.*?)</code>", page, re.DOTALL)
    assert len(found) == 6
    return html.unescape("\n".join(found))


def test_it_names_every_operation_and_each_link_leads_somewhere(client):
    page = client.get("/api/v1/docs/").content.decode()
    paths = client.get("/api/v1/schema/?format=json").json()["paths"]
    names = {one["operationId"] for methods in paths.values() for one in methods.values()}
    places = re.findall(r'id="([^"]*)"', page)
    assert len(names) > 30
    assert names <= set(places)
    assert len(places) == len(set(places))
    assert set(re.findall(r'href="#([^"]*)"', page)) <= set(places)


def test_values_are_told_in_words(client):
    page = client.get("/api/v1/docs/").content.decode()
    for words in ("number, from 0.01 to 0.99", "difference | similarity", "list of TextIn"):
        assert words in page


def run(command, folder, live_server):
    # An administrator: the group of researchers is gone with the tables that were emptied.
    _token, secret = tokens.make(user=make_user(is_superuser=True), name="example")
    given = {"SITE": live_server.url, "TOKEN": secret, "PATH": os.environ["PATH"]}
    ran = subprocess.run(
        command, cwd=folder, env=given, capture_output=True, text=True, timeout=60, check=False
    )
    assert ran.returncode == 0, ran.stdout + ran.stderr
    study = Study.objects.get()
    assert (study.title, study.status, study.links.count()) == ("Weather", "open", 1)
    assert study.samples.count() == 24
    return ran.stdout


def test_the_python_of_the_page_makes_and_opens_a_study(client, live_server, tmp_path):
    (tmp_path / "example.py").write_text(blocks(client, "Python"))
    said = run([sys.executable, "-I", "example.py"], tmp_path, live_server)
    assert "stored: 24\nstatus: open\nsend to judges: http" in said


def test_the_curl_of_the_page_makes_and_opens_a_study(client, live_server, tmp_path):
    curl = blocks(client, "curl")
    first, rest = curl.split("\n", 1)
    assert first.startswith("export SITE=http")
    assert first.endswith(" TOKEN=triad_...")
    (tmp_path / "example.sh").write_text(f"set -eu\n{rest}")
    bash = shutil.which("bash")
    assert bash
    assert '"statement"' in run([bash, "example.sh"], tmp_path, live_server)
    assert (tmp_path / "answers.csv").read_text().startswith("study,panel,judge,")
