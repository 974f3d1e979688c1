"""The texts of a study."""

from django.db.models import Case, CharField, Value, When

from studies.exports.columns import KIND, LANGUAGE, SHA256, YES_NO, Column, rows_of_query
from studies.exports.writing import Export
from studies.models import Study

# A text has 200 kB at most.
FETCHED_AT_ONCE = 500
COLUMNS = (
    Column("sample", "pk", meaning="Number by which other files name the text", values="integer"),
    KIND,
    Column("subject", meaning="Who wrote it, by letter", values="A, B; A to H of ratings"),
    Column(
        "subject_name",
        meaning="Who wrote it, by name; never shown to judges",
        values="text",
    ),
    Column(
        "item",
        meaning="What the text is about: texts of one item share it",
        values="text",
    ),
    Column(
        "context",
        meaning="What was shown beside the text",
        values="text or empty",
    ),
    Column(
        "condition",
        meaning="How the text was made or changed, in the researcher's words",
        values="text or empty",
    ),
    Column(
        "text",
        meaning="The text as judges read it, empty where the image stands alone; in CSV behind an "
        "apostrophe where it begins with =, +, - or @",
        values="text or empty",
    ),
    LANGUAGE,
    Column("direction", meaning="Direction of writing", values="auto, ltr, rtl"),
    Column("row", meaning="Row of the upload", values="integer"),
    Column(
        "content_sha256",
        "content_hash",
        meaning="SHA-256 of the text and its image",
        values=SHA256,
    ),
    Column("alt_text", meaning="Description of the image", values="text"),
    Column(
        "image",
        "image__name",
        meaning="Random name under which the image is served, at /i/<name>/",
        values="text",
    ),
    Column(
        "image_sha256",
        "image__sha256",
        meaning="SHA-256 of the image's bytes",
        values=SHA256,
    ),
    Column(
        "left_out",
        render=int,
        meaning="The researcher left the text out before the study opened",
        values=YES_NO,
    ),
)


def texts_export(study: Study) -> Export:
    """Return every text, with the number by which the answers name it."""
    samples = study.samples.order_by("pk").annotate(
        subject_name=Case(
            *(When(subject=one, then=Value(name)) for one, name in study.subjects.items()),
            output_field=CharField(),
        )
    )
    return Export(
        COLUMNS, samples.count(), rows_of_query(samples, COLUMNS, at_once=FETCHED_AT_ONCE)
    )
