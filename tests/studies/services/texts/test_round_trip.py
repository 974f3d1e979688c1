"""What is uploaded is exported, and what is exported can be uploaded again: the same texts."""

import csv
import io

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from studies.exports import texts_export
from studies.exports.writing import csv_chunks, unguarded
from studies.services.texts import upload as uploads
from studies.services.texts.upload_check import check_upload
from studies.stimuli import COLUMNS
from studies.values.visible_text import same_to_the_eye
from tests.factories import make_study

pytestmark = pytest.mark.django_db

# All characters but those that an upload refuses (NUL, half characters) or alters (line breaks).
ANY = st.text(
    st.characters(exclude_categories=["Cs"], exclude_characters="\0\r\n") | st.just("\n"),
    max_size=30,
)
FORMULAS = st.sampled_from(["", "=1+1", "'=1", "@x", "-", "'"])
TEXTS = st.tuples(FORMULAS, ANY).map(lambda parts: f"{parts[0]}{parts[1]}x")
# An item with a text of each subject, so that no subject lacks a kind.
ITEMS = st.fixed_dictionaries(
    {
        "item": st.tuples(FORMULAS, ANY).map("".join).map(str.strip).filter(same_to_the_eye),
        "texts": st.tuples(TEXTS, TEXTS),
        "context": ANY,
        "condition": st.sampled_from(["", "corpus", "=shuffled"]),
        "kind": st.sampled_from(["main", "practice", "attention"]),
        "language": st.sampled_from(["", "en", "pt-BR"]),
        "direction": st.sampled_from(["auto", "ltr", "rtl"]),
    }
)
STORED = (
    *("subject", "kind", "item", "context", "text", "language", "direction", "content_hash"),
    "condition",
)


def store(study, rows):
    """Upload rows as a CSV file, and return the texts that the study then has."""
    file = io.StringIO(newline="")
    writer = csv.DictWriter(file, [*rows[0]], quoting=csv.QUOTE_ALL)
    writer.writeheader()
    writer.writerows(rows)
    content = file.getvalue().encode()
    upload = uploads.receive(study=study, user=study.owner, name="texts.csv", content=content)
    assert check_upload(upload=upload).findings.errors == []
    uploads.save_upload(upload=upload, mode="add")
    return list(study.samples.order_by("row").values_list(*STORED))


def exported(study):
    """The rows of the study's export, as a program reads them."""
    file = b"".join(csv_chunks(texts_export(study))).decode()
    rows = csv.DictReader(io.StringIO(file, newline=""), strict=True)
    return [{name: unguarded(cell) for name, cell in row.items()} for row in rows]


@settings(
    max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(
    st.lists(ITEMS, min_size=1, max_size=5, unique_by=lambda item: same_to_the_eye(item["item"]))
)
def test_exported_texts_can_be_uploaded_again(items):
    # What looks the same is one item, or twice the same text.
    rows = [
        {"subject": subject, "text": f"{text} {number} of {subject}"}
        | {k: v for k, v in item.items() if k != "texts"}
        for number, item in enumerate(items)
        for subject, text in zip(("Forecaster", "Machine"), item["texts"], strict=True)
    ]
    first, second = make_study(items=0), make_study(items=0)
    stored = store(first, rows)
    assert [(row[2], row[4]) for row in stored] == [(row["item"], row["text"]) for row in rows]
    again = exported(first)
    assert set(COLUMNS) - {"sentences"} <= again[0].keys()
    assert store(second, again) == stored
