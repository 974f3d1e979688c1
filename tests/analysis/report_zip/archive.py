"""A study with answers, and its report taken apart."""

import csv
import io
import runpy
import subprocess
import sys
import zipfile

from django.urls import reverse

from analysis.recomputation.store import recompute
from tests.analysis.answering import give_answers
from tests.factories import open_study


def download(client, user, study):
    client.force_login(user)
    return client.get(reverse("analysis:report", args=[study.code]))


def files(client, user, study):
    """Names within the folder, and contents."""
    response = download(client, user, study)
    assert response.status_code == 200
    with zipfile.ZipFile(io.BytesIO(b"".join(response))) as archive:
        assert archive.testzip() is None
        return {name.split("/", 1)[1]: archive.read(name) for name in archive.namelist()}


def rows(content):
    return list(csv.DictReader(io.StringIO(content.decode(), newline="")))


def quantities(found):
    return {row["quantity"]: row["value"] for row in rows(found["results.csv"])}


def answered(owner, counted, correct, **plan):
    study = open_study(**{"owner": owner, "evaluations": 98, "items": 24, "beta": 0.01} | plan)
    trials = give_answers(study, counted, correct, per_judge=study.evaluations_per_judge)
    recompute(study_id=study.pk)
    return study, trials


def recomputed(found, folder):
    """What the Python script tells of these files, asked in this process: SciPy is loaded here."""
    program = runpy.run_path(str(unpacked(found, folder) / "recompute.py"))
    return {name: str(value) for name, value in program["recompute"](folder)}


AGREES = "agrees with the stored result"


def printed(found, folder, *, end=AGREES):
    """What the Python script prints, run as a reader of the archive would."""
    script = [sys.executable, "-I", str(unpacked(found, folder) / "recompute.py")]
    out = subprocess.run(script, check=True, capture_output=True, text=True, cwd=folder).stdout
    *lines, last = out.splitlines()
    assert last == end, last
    return dict(line.split(" = ", 1) for line in lines)


def printed_by_r(found, folder, *, end=AGREES):
    """What the R script prints; it agrees with the stored result."""
    script = ["Rscript", "--vanilla", str(unpacked(found, folder) / "recompute.R")]
    out = subprocess.run(script, check=True, capture_output=True, text=True, cwd=folder).stdout
    *lines, last = out.splitlines()
    assert last == end, last
    return dict(line.split(" = ", 1) for line in lines)


def unpacked(found, folder):
    for name, content in found.items():
        (folder / name).write_bytes(content)
    return folder
