"""The report: what is in it, that its numbers are the page's, and what it keeps to itself."""

import csv
import hashlib
import io
import json
import re
import subprocess
import sys
import zipfile
from concurrent.futures import ThreadPoolExecutor
from xml.etree import ElementTree

import pytest
from django.db import connection
from django.urls import reverse

from analysis.report_zip.methods import latex
from analysis.report_zip.phrases import PHRASES
from analysis.services import recompute
from studies.models import Collaborator, Judge
from studies.questionnaire import checked
from studies.services import studies as lifecycle
from tests.analysis.answering import give_answers, withdraw
from tests.factories import make_judge, make_link, make_study, make_user, open_study

pytestmark = pytest.mark.django_db

TABLES = (
    *("answers.csv", "trials.csv", "judges.csv", "reading.csv", "texts.csv", "plan.csv"),
    "amendments.csv",
    *("results.csv", "codebook.csv"),
)
TESTED = re.compile(
    r"\bp [=<>]|limit|l.mite|d-prime|binomial|shown|demostr|right answers|correctas", re.IGNORECASE
)


@pytest.fixture
def owner():
    return make_user()


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
    """What the Python script prints, run as a reader of the archive would."""
    for name, content in found.items():
        (folder / name).write_bytes(content)
    script = [sys.executable, "-I", str(folder / "recompute.py"), str(folder)]
    out = subprocess.run(script, check=True, capture_output=True, text=True, cwd=folder).stdout
    return dict(line.split(" = ", 1) for line in out.splitlines())


# What is in it


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
    lifecycle.raise_evaluations(study=study, user=owner, evaluations=150, why="=too few")
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
    assert [row["correct"] for row in judges] == ["1", "1", "0", "0", "0", "0"]
    everything = b"".join(found.values()).decode()
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
    assert {"q_your_age", "q_more"} <= lines


def test_pictures_are_files_of_their_own(client, owner):
    study, _ = answered(owner, 98, 45)
    found = files(client, owner, study)
    for name in ("interval.svg", "path.svg"):
        root = ElementTree.fromstring(found[name])  # noqa: S314 - our own
        assert root.tag == "{http://www.w3.org/2000/svg}svg"
        assert root.find("{http://www.w3.org/2000/svg}style") is not None


# The scripts


@pytest.mark.parametrize(
    ("counted", "correct", "plan"),
    [
        (98, 45, {}),
        (98, 36, {"goal": "similarity"}),
        (98, 20, {}),
        (24, 24, {"evaluations": 24}),
        (96, 45, {"evaluations": 96, "evaluations_per_judge": 6}),
        (60, 50, {"method": "sequential", "beta": 0.05}),
    ],
)
def test_python_script_gives_the_numbers_of_the_results(
    client, owner, tmp_path, counted, correct, plan
):
    study, _ = answered(owner, counted, correct, **plan)
    found = files(client, owner, study)
    printed, said = recomputed(found, tmp_path), quantities(found)
    printed.pop("note", None)
    assert len(printed) >= 4
    for name, value in printed.items():
        if name == "verdict":
            assert value == said[name]
        else:
            assert float(value) == pytest.approx(float(said[name]), rel=1e-8, abs=1e-12), name
    exact = {"difference_p_value", "similarity_p_value", "difference_pd_lower", "estimate_d_prime"}
    assert exact & set(said) <= set(printed)


def test_script_tests_the_verdict_on_record_after_withdrawals(client, owner, tmp_path):
    study, trials = answered(owner, 98, 45)
    withdraw(trials[:2])
    recompute(study_id=study.pk)
    found = files(client, owner, study)
    printed = recomputed(found, tmp_path)
    assert (printed["verdict_correct"], printed["verdict_counted"]) == ("43", "96")
    assert printed["note"] == "withdrawn since: the verdict was given on 45 of 98, tested below"
    assert float(printed["difference_p_value"]) == pytest.approx(0.00647, abs=1e-5)
    assert "Afterwards 2 of these answers were withdrawn" in found["methods_en.txt"].decode()


def test_script_tests_nothing_before_the_verdict(client, owner, tmp_path):
    study, _ = answered(owner, 37, 30)
    printed = recomputed(files(client, owner, study), tmp_path)
    assert printed == {"counted": "37", "note": "no verdict: this plan has 98 evaluations"}


def test_r_script_asks_for_no_package(client, owner):
    script = files(client, owner, make_study(owner=owner))["recompute.R"].decode()
    assert not re.search(r"\b(library|require|requireNamespace)\(|::", script)
    assert [script.count(sign) for sign in "({["] == [script.count(sign) for sign in ")}]"]


# The methods paragraph


def test_methods_of_a_difference_in_both_languages(client, owner):
    study, _ = answered(owner, 98, 45)
    found = files(client, owner, study)
    english, spanish = (found[f"methods_{code}.txt"].decode() for code in ("en", "es"))
    assert study.plan_sha256 in english
    assert "45 were right (45.9 %; guessing gives 33.3 %)" in english
    assert (
        "p = 0.0065 (41 right answers needed at alpha = 0.05): a difference was shown." in english
    )
    assert "one-sided 95 % lower limit of pd is 5.9 %." in english
    assert "d-prime is 1.25." in english
    assert "dio p = 0.0065 (41 respuestas correctas" in spanish
    assert "se demostró una diferencia" in spanish


def test_methods_of_similarity_puts_the_own_test_first(client, owner):
    study, _ = answered(owner, 98, 36, goal="similarity")
    text = files(client, owner, study)["methods_en.txt"].decode()
    assert "p = 0.0007 (at most 40 right answers allowed at beta = 0.01, pd = 30 %)" in text
    assert text.index("similarity was shown.") < text.index("a difference was not shown.")
    assert "one-sided 99 % upper limit of pd is 23.4 %." in text


@pytest.mark.parametrize(
    "plan", [{}, {"goal": "similarity"}, {"evaluations": 96, "evaluations_per_judge": 6}]
)
def test_methods_before_the_verdict_tell_plan_and_progress_only(client, owner, plan):
    study, _ = answered(owner, 37, 30, **plan)
    found = files(client, owner, study)
    for name in ("methods_en.txt", "methods_es.txt", "methods_en.tex", "methods_es.tex"):
        text = found[name].decode()
        assert TESTED.findall(text) == []
        assert "37" in text
        assert "30 were" not in text


def test_methods_of_a_sequential_plan_and_of_repeats(client, owner):
    study, _ = answered(owner, 60, 50, method="sequential", beta=0.05)
    text = files(client, owner, study)["methods_en.txt"].decode()
    assert "on the line that shows a difference (exact risk of this plan: 0.0" in text
    assert " p =" not in text
    study, _ = answered(owner, 96, 45, evaluations=96, evaluations_per_judge=6)
    text = files(client, owner, study)["methods_en.txt"].decode()
    assert "by 16 judges" in text
    assert "gives no limits and no similarity test" in text
    assert "lower limit" not in text


def test_hostile_names_are_literal_in_latex_and_harmless_in_csv(client, owner):
    hostile = r"=\input{x} 50% & $1_000 #~^ {p}"
    study = open_study(owner=owner, evaluations=24, title=hostile, subject_a=hostile)
    give_answers(study, 24, 20, link=make_link(study, panel=hostile))
    recompute(study_id=study.pk)
    found = files(client, owner, study)
    escaped = (
        r"=\textbackslash{}input\{x\} 50\% \& \$1\_000 \#\textasciitilde{}\textasciicircum{} \{p\}"
    )
    assert escaped in found["methods_en.tex"].decode()
    assert hostile in found["methods_es.txt"].decode()
    assert rows(found["trials.csv"])[0]["panel"] == f"'{hostile}"
    assert quantities(found)["title"] == f"'{hostile}"


def test_phrases_need_no_care_in_latex_and_hold_the_same_values():
    field = re.compile(r"\{\w+\}")
    for english, spanish in zip(*PHRASES.values(), strict=True):
        assert sorted(field.findall(english)) == sorted(field.findall(spanish))
        for text in (english, spanish):
            assert latex(field.sub("", text)) == field.sub("", text)


# Who gets it


def test_only_readers_get_it(client, owner):
    study, _ = answered(owner, 98, 45)
    recruiter = make_user()
    Collaborator.objects.create(study=study, user=recruiter, role="recruiter")
    assert download(client, recruiter, study).status_code == 404
    assert download(client, make_user(), study).status_code == 404
    client.logout()
    assert client.get(reverse("analysis:report", args=[study.code])).status_code == 302


def test_sealed_study_refuses_in_words(client, owner):
    study, _ = answered(owner, 37, 30, blind=True)
    response = download(client, owner, study)
    assert response.status_code == 403
    assert "This study is blind" in response.content.decode()


def test_results_page_links_to_it(client, owner):
    study, _ = answered(owner, 10, 5)
    client.force_login(owner)
    page = client.get(reverse("analysis:results", args=[study.code])).content.decode()
    assert f'href="{reverse("analysis:report", args=[study.code])}"' in page


@pytest.mark.django_db(transaction=True)
def test_all_files_come_from_one_moment(client, owner):
    """An answer that is stored while the archive is on its way is in none of its files."""
    study = open_study(owner=owner)
    link = make_link(study)
    give_answers(study, 5, 2, link=link)
    recompute(study_id=study.pk)
    response = download(client, owner, study)
    stream = iter(response.streaming_content)
    first = next(stream)
    with ThreadPoolExecutor(1) as elsewhere:
        elsewhere.submit(answer_elsewhere, study, link).result()
    rest = b"".join(stream)
    response.close()
    assert not connection.in_atomic_block
    with zipfile.ZipFile(io.BytesIO(first + rest)) as archive:
        found = {name.split("/", 1)[1]: archive.read(name) for name in archive.namelist()}
    assert [len(rows(found[name])) for name in ("answers.csv", "trials.csv", "judges.csv")] == [
        5
    ] * 3
    assert study.trials.count() == 6


def answer_elsewhere(study, link):
    """One more answer, by a connection of its own."""
    give_answers(study, 1, 1, link=link)
    connection.close()


@pytest.mark.django_db(transaction=True)
def test_broken_off_download_leaves_no_transaction(client, owner):
    study = open_study(owner=owner)
    give_answers(study, 5, 2)
    recompute(study_id=study.pk)
    response = download(client, owner, study)
    next(iter(response.streaming_content))
    response.close()
    assert not connection.in_atomic_block


def test_methods_tell_the_rule_both_sets_and_what_was_taken_back(client, owner):
    plan = {"least_seconds": 2.5, "evaluations": 24, "pd": 0.5}
    study, trials = answered(owner, 24, 20, **plan)
    withdraw(trials[:1])
    Judge.objects.filter(pk=trials[5].judge_id).update(
        excluded_at=study.opened_at, excluded_why="too_fast"
    )
    recompute(study_id=study.pk)
    found = files(client, owner, study)
    english, spanish = (found[f"methods_{code}.txt"].decode() for code in ("en", "es"))
    rule = "judges who answered in less than 2.5 seconds; all counted answers decide."
    assert rule in english
    assert "the answers left by the exclusion rule gave 18 right of 22 (p < 0.0001" in english
    assert "The exclusion rule named 1 judge." in english
    assert "which do not count: 1." in english
    assert "señaló a 1 juez." in spanish
    assert "18 correctas de 22" in spanish
