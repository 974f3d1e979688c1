"""The workbook: its sheets hold what the files of the report hold, as cells of the right kind."""

import io

import pytest
from django.urls import reverse
from python_calamine import CalamineWorkbook

from analysis.report_zip import workbook
from studies.models import Sample
from tests.analysis.report_zip.archive import answered, files, rows
from tests.factories import make_study

pytestmark = pytest.mark.django_db


def sheets_of(client, owner, study):
    client.force_login(owner)
    response = client.get(reverse("analysis:workbook", args=[study.code]))
    assert response.status_code == 200
    content = b"".join(response.streaming_content)
    read = CalamineWorkbook.from_object(io.BytesIO(content))
    return {name: read.get_sheet_by_name(name).to_python() for name in read.sheet_names}


def test_its_sheets_are_the_files_of_the_report(client, owner):
    study, _ = answered(owner, 24, 15, title="=1+1")
    sheets = sheets_of(client, owner, study)
    assert list(sheets) == ["answers", "judges", "texts", "results", "codebook"]
    found = files(client, owner, study)
    for name in ("answers", "judges", "texts", "results"):
        head, *cells = sheets[name]
        listed = rows(found[f"{name}.csv"])
        assert head == list(listed[0])
        assert len(cells) == len(listed)
    [title] = [row[1] for row in sheets["results"] if row[0] == "title"]
    assert title == "=1+1"  # a text, not a formula
    told = {(row[0], row[1]) for row in sheets["codebook"][1:]}
    assert {(name, column) for name in ("answers", "texts") for column in sheets[name][0]} <= told


def test_codes_are_text_and_numbers_are_numbers(client, owner):
    study, _ = answered(owner, 24, 15)
    head, *cells = sheets_of(client, owner, study)["answers"]
    row = dict(zip(head, cells[0], strict=True))
    assert isinstance(row["judge"], str)
    assert isinstance(row["seconds"], float)
    assert row["correct"] in (0.0, 1.0)


def test_a_text_that_no_cell_holds_is_cut_and_says_so(client, owner):
    study = make_study(owner=owner)
    Sample.objects.filter(study=study).update(text="x" * 40_000)
    head, first, *_ = sheets_of(client, owner, study)["texts"]
    text = first[head.index("text")]
    assert len(text) == workbook.MAX_CELL
    assert text.endswith("x […]")


def test_too_many_answers_are_refused_in_words(client, owner, monkeypatch):
    monkeypatch.setattr(workbook, "MAX_ROWS", 23)
    study, _ = answered(owner, 24, 15)
    client.force_login(owner)
    page = client.get(reverse("analysis:workbook", args=[study.code]), follow=True)
    assert "More than 23 answers or ratings are too many" in page.content.decode()
