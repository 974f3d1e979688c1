"""The codebook: a line for each column, from the column itself."""

import pytest

from analysis.report_zip import tables
from analysis.report_zip.codebook import codebook_export
from studies.exports import answers
from studies.exports.columns import Column
from tests.analysis.report_zip.archive import answered, files, rows

NEW = {"meaning": "What the judge came for", "values": "live, pilot"}


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("module", "name", "file", "column"),
    [
        (answers, "COLUMNS", "answers.csv", Column("new", "trial__judge__mode", **NEW)),
        (tables, "TRIALS", "trials.csv", Column("new", "judge__mode", **NEW)),
    ],
)
def test_a_column_that_is_added_to_a_file_is_in_the_codebook(
    client, owner, monkeypatch, module, name, file, column
):
    monkeypatch.setattr(module, name, (*getattr(module, name), column))
    study, _ = answered(owner, 2, 1)
    found = files(client, owner, study)
    assert [row["new"] for row in rows(found[file])] == ["live", "live"]
    [line] = [line for line in rows(found["codebook.csv"]) if line["column"] == "new"]
    assert line == {"file": file, "column": "new", "unit": "", **NEW}


def test_a_quantity_without_an_explanation_is_an_error():
    assert codebook_export({}, {"results.csv": ["median_seconds"]}).count == 1
    with pytest.raises(StopIteration):
        codebook_export({}, {"results.csv": ["unheard_of"]})
