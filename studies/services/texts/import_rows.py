"""Texts that come as data: they go the way of an upload, in one step."""

import csv
import io
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from django.db import transaction

from studies import stimuli
from studies.models import Study, Upload, User
from studies.services.lifecycle.availability import WrongStateError
from studies.services.texts import upload as texts
from studies.stimuli.table import COLUMNS


@dataclass(frozen=True, slots=True)
class Added:
    """What was found in the texts, and how many are stored: all, or none where there are errors."""

    findings: stimuli.Findings
    stored: int


def add_texts(*, study: Study, user: User, rows: Iterable[Mapping[str, str]]) -> Added:
    """Check and store texts of the subjects A and B in a draft, all or none.

    Texts that the study has already are refused (WrongStateError), so that a call that is sent
    again after a lost connection stores nothing twice. Raises UploadError as an upload does.
    """
    with transaction.atomic():
        upload = texts.receive(study=study, user=user, name="API", content=_as_csv(rows))
        texts.choose_subjects(upload=upload, a="A", b="B")
        texts.check_upload(upload=upload)
        _refuse_known(upload)
        findings = texts.findings_of(upload)
        if findings.ok:
            return Added(findings, texts.save_upload(upload=upload, mode="add"))
        upload.delete()
    return Added(findings, 0)


def _as_csv(rows: Iterable[Mapping[str, str]]) -> bytes:
    table = io.StringIO(newline="")
    writer = csv.DictWriter(table, COLUMNS, restval="", quoting=csv.QUOTE_ALL)
    writer.writeheader()
    writer.writerows(rows)
    return table.getvalue().encode("utf-8", "surrogatepass")


def _refuse_known(upload: Upload) -> None:
    if known := upload.mapping["known"]:
        raise WrongStateError(
            f"The study has {known} of these texts already, for the same subject and item: "
            "nothing was stored."
        )
