"""Texts that come as data, not as a file: an upload in one step."""

import csv
import io
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import cast

from django.db import transaction

from studies import stimuli
from studies.design import Subject
from studies.models import Study, User
from studies.services.lifecycle.availability import WrongStateError
from studies.services.texts import upload as uploads
from studies.services.texts.upload_check import check_upload


@dataclass(frozen=True, slots=True)
class Import:
    """What was found in the texts, and how many are stored: none if there are errors."""

    findings: stimuli.Findings
    stored: int


def import_rows(*, study: Study, user: User, rows: Iterable[Mapping[str, str]]) -> Import:
    """Check and store texts of the subjects A and B (of systems, A to H) in a draft, all or none.

    Raises `WrongStateError` if the study has some of them already, so that a call that is repeated
    after a lost connection stores nothing twice, and `UploadError` as an upload does.
    """
    with transaction.atomic():
        upload = uploads.receive(study=study, user=user, name="API", content=_as_csv(rows))
        letters = cast(dict[str, Subject], {letter: letter for letter in study.subjects})
        uploads.choose_subjects(upload=upload, subjects=letters)
        checked = check_upload(upload=upload)
        if known := checked.contents.known:
            raise WrongStateError(
                f"The study has {known} of these texts already, for the same subject and item: "
                "nothing was stored."
            )
        if checked.findings.ok:
            return Import(checked.findings, uploads.save_upload(upload=upload, mode="add"))
        upload.delete()
    return Import(checked.findings, 0)


def _as_csv(rows: Iterable[Mapping[str, str]]) -> bytes:
    table = io.StringIO(newline="")
    writer = csv.DictWriter(table, stimuli.COLUMNS, restval="", quoting=csv.QUOTE_ALL)
    writer.writeheader()
    writer.writerows(rows)
    return table.getvalue().encode("utf-8", "surrogatepass")
