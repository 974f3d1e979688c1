"""The report: what is in it, and what it keeps to itself."""

import hashlib
import json
import re
from xml.etree import ElementTree

import pytest

from analysis.recomputation.store import recompute
from analysis.report_zip.paper import pdf
from studies.questionnaire import checked
from studies.services.lifecycle import amendments
from tests.analysis.answering import give_answers
from tests.analysis.report_zip.archive import answered, files, quantities, rows
from tests.factories import make_judge, make_link, make_study, open_study

pytestmark = pytest.mark.django_db


TABLES = (
    *("answers.csv", "reading.csv", "reason_codes.csv", "breakdowns.csv"),
    *("trials.csv", "judges.csv", "texts.csv", "plan.csv", "amendments.csv"),
    *("results.csv", "codebook.csv"),
)


def test_manifest_names_every_file_with_its_rows_and_hash(client, owner):
    study, _ = answered(owner, 98, 45)
    found = files(client, owner, study)
    manifest = json.loads(found.pop("manifest.json"))
    listed = {file["name"]: file for file in manifest["files"]}
    assert set(listed) == set(found)
    assert set(TABLES) | {"recompute.py", "recompute.R", "interval.svg", "path.svg"} <= set(found)
    for name, content in found.items():
        assert listed[name]["sha256"] == hashlib.sha256(content).hexdigest()
        assert listed[name]["bytes"] == len(content)
        if name in TABLES:
            assert listed[name]["rows"] == len(rows(content))
    assert listed["answers.csv"]["rows"] == listed["judges.csv"]["rows"] == 98


def test_readme_says_what_every_file_is(client, owner):
    study, _ = answered(owner, 98, 45, title="*Weather* [x](y)")
    found = files(client, owner, study)
    told = found.pop("README.md").decode()
    listed = re.findall(r"`([\w-]+\.\w+)`", "\n".join(re.findall(r"^- .*$", told, re.MULTILINE)))
    assert sorted(listed) == sorted(found)
    assert told.startswith("# \\*Weather\\* \\[x\\](y)\n")
    headings = ["Read first", "For your paper", "The data", "To check it"]
    assert re.findall(r"^## (.*)$", told, re.MULTILINE) == headings


def test_the_archive_holds_the_report_to_be_read(client, owner):
    study, _ = answered(owner, 98, 45)
    found = files(client, owner, study)
    assert found["report.pdf"].startswith(b"%PDF-")
    page = found["report.html"].decode()
    assert "45 of 98" in page
    assert "href=" not in page


def test_an_archive_without_a_pdf_says_nothing_of_one(client, owner, monkeypatch):
    monkeypatch.setattr(pdf, "MOST_SECONDS", 0.01)
    found = files(client, owner, answered(owner, 10, 5)[0])
    assert "report.pdf" not in found
    assert "report.pdf" not in found["README.md"].decode()


def test_every_tex_file_is_a_whole_document(client, owner):
    study, _ = answered(owner, 98, 45, subject_b="مترجم 模型 Łódź")
    found = files(client, owner, study)
    texs = {name: content.decode() for name, content in found.items() if name.endswith(".tex")}
    assert len(texs) == 4
    for text in texs.values():
        before, _, body = text.partition("\n\\begin{document}\n")
        assert "\\documentclass" in before
        assert body.endswith("\\end{document}\n")
        assert not re.search(r"[0-9a-f]{64}", body)


def test_codebook_tells_every_column_and_every_quantity(client, owner):
    for plan in ({}, {"evaluations": 96, "evaluations_per_judge": 6}, {"method": "sequential"}):
        study, _ = answered(owner, 96, 60, **{"beta": 0.05} | plan)
        found = files(client, owner, study)
        told = {(row["file"], row["column"]): row for row in rows(found["codebook.csv"])}
        columns = [
            (name, column)
            for name in TABLES
            for column in found[name].decode().split("\r\n")[0].split(",")
        ]
        columns += [("results.csv", f"quantity = {name}") for name in quantities(found)]
        assert list(told) == columns
        assert all(row["meaning"] and row["values"] for row in told.values())


def test_plan_is_the_frozen_one_byte_for_byte(client, owner):
    study, _ = answered(owner, 10, 5)
    found = files(client, owner, study)
    assert hashlib.sha256(found["plan.json"]).hexdigest() == study.plan_sha256
    plan = {row["name"]: row["value"] for row in rows(found["plan.csv"])}
    assert (plan["evaluations"], plan["frozen"]) == ("98", "yes")
    assert plan["wording.en.question"].startswith("Which one")


def test_draft_has_a_report_that_says_so(client, owner):
    found = files(client, owner, make_study(owner=owner))
    assert {row["name"]: row["value"] for row in rows(found["plan.csv"])}["frozen"] == "no"
    assert "It has not been frozen yet." in found["methods_en.txt"].decode()
    assert "path.svg" not in found


def test_amendments_with_who_when_and_why(client, owner):
    study, _ = answered(owner, 10, 5)
    study.refresh_from_db()
    amendments.raise_evaluations(study=study, user=owner, evaluations=150, why="=too few")
    found = files(client, owner, study)
    (row,) = rows(found["amendments.csv"])
    assert (row["evaluations_before"], row["evaluations_after"]) == ("98", "150")
    assert (row["after_looking"], row["who"], row["reason"]) == ("yes", str(owner), "'=too few")
    for name in ("answers.csv", "trials.csv", "judges.csv", "texts.csv"):
        told = rows(found[name])[0]["amendments"]
        assert told.endswith("raised from 98 to 150, after results could be seen")
    assert json.loads(found["manifest.json"])["amendments"] == told
    text = found["methods_en.txt"].decode()
    assert "raised from 98 to 150" in text
    assert "and 98 evaluations" in text
    assert "there is no fixed-number verdict" in text


def test_judges_and_trials_hold_no_secret(client, owner):
    study = open_study(owner=owner)
    link = make_link(study, addressee="Jane Doe", personal=False)
    trials = give_answers(study, 4, 2, link=link)
    give_answers(study, 2, 0, link=link, state="lapsed")
    recompute(study_id=study.pk)
    found = files(client, owner, study)
    assert [row["state"] for row in rows(found["trials.csv"])] == ["answered"] * 4 + ["lapsed"] * 2
    judges = rows(found["judges.csv"])
    assert [row["counted"] for row in judges] == ["1"] * 4 + ["0"] * 2
    assert [row["outcome"] for row in judges] == ["completed"] * 4 + ["left"] * 2
    assert [row["correct"] for row in judges] == ["1", "1", "0", "0", "0", "0"]
    everything = b"".join(found.values()).decode(errors="ignore")
    secrets = [link.token, "Jane Doe", study.seed, trials[0].code, trials[0].judge.form_key]
    assert [secret for secret in secrets if secret in everything] == []


def test_each_question_to_judges_has_a_column_and_a_line_of_the_codebook(client, owner):
    asked = [{"label": "Your age", "options": ["young", "old"]}, {"label": "More", "kind": "text"}]
    study = open_study(owner=owner, questionnaire=checked(asked))
    link = make_link(study)
    make_judge(link, questionnaire={"your_age": "old", "more": "=1+1"})
    make_judge(link, questionnaire={"your_age": "young", "more": None})
    make_judge(link, reads_whole=True)
    found = files(client, owner, study)
    judges = rows(found["judges.csv"])
    assert [(one["q_your_age"], one["q_more"]) for one in judges] == [
        ("old", "'=1+1"),
        ("young", ""),
        ("", ""),
    ]
    assert [one["reads_whole"] for one in judges] == ["no", "no", "yes"]
    lines = {line["column"] for line in rows(found["codebook.csv"]) if line["file"] == "judges.csv"}
    assert {"q_your_age", "q_more", "outcome"} <= lines


def test_pictures_are_files_of_their_own(client, owner):
    study, _ = answered(owner, 98, 45)
    found = files(client, owner, study)
    for name in ("interval.svg", "path.svg"):
        root = ElementTree.fromstring(found[name])  # noqa: S314 - our own
        assert root.tag == "{http://www.w3.org/2000/svg}svg"
        assert root.find("{http://www.w3.org/2000/svg}style") is not None
