"""Statements past the application, for the tests of this folder."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from django.db import IntegrityError, connection, transaction

from analysis.models import Verdict
from studies.models import Judge, RecruitmentLink, Study, Triad, Trial
from studies.services.judging import admission
from studies.services.judging.admission import Visitor
from studies.services.judging.answering import answers
from studies.services.lifecycle import opening
from studies.services.lifecycle.opening_warnings import ACCEPTING


def sql(statement: str, *values: Any) -> int:
    """Run one statement; how many rows it touched. Deferred rules are looked at, too."""
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(statement, values or None)
        touched = cursor.rowcount
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
        cursor.execute("SET CONSTRAINTS ALL DEFERRED")
    return touched


@contextmanager
def refused(match: str) -> Iterator[None]:
    with pytest.raises(IntegrityError, match=match), transaction.atomic():
        yield


def start(link: RecruitmentLink, key: str = "k1", **visitor: Any) -> Trial:
    return admission.start(
        token=link.token, visitor=Visitor(form_key=key, **visitor), consent_sha256="0" * 64
    )


def open_draft(study: Study) -> Study:
    return opening.open_study(study=study, user=study.owner, accepted=list(ACCEPTING))


def answered(link: RecruitmentLink, key: str = "k1") -> Trial:
    return answers.answer(code=start(link, key).code, position=1).trial


def insert_trial(triad: Triad, judge: Judge, state: str = "held", **copies: Any) -> int:
    """Plain INSERT; returns the id. The copies may be lies."""
    values = {
        "study_id": judge.study_id,
        "kind": "main",
        "mode": "live",
        "single": False,
        **copies,
        "triad_id": triad.pk,
        "judge_id": judge.pk,
        "code": f"code-{triad.pk}-{judge.pk}-{state}",
        "state": state,
        "renewals": 0,
    }
    with connection.cursor() as cursor:
        cursor.execute(
            f"INSERT INTO studies_trial ({', '.join(values)}) "  # noqa: S608 - our own names
            f"VALUES ({', '.join(['%s'] * len(values))}) RETURNING id",
            list(values.values()),
        )
        return int(cursor.fetchone()[0])


def insert_answer(trial_id: int, position: int, *, correct: bool = False) -> int:
    return sql(
        "INSERT INTO studies_answer (trial_id, chosen_position, correct, shown_at) "
        "VALUES (%s, %s, %s, now())",
        trial_id, position, correct,
    )  # fmt: skip


def a_sample_row(study: Study) -> tuple[str, list[Any]]:
    row = {
        "study_id": study.pk, "subject": "A", "kind": "main", "item": "i", "context": "",
        "text": "t", "language": "", "direction": "auto", "content_hash": "h", "row": 1,
    }  # fmt: skip
    columns = ", ".join(f'"{name}"' for name in row)
    places = ", ".join(["%s"] * len(row))
    return f"INSERT INTO studies_sample ({columns}) VALUES ({places})", list(row.values())  # noqa: S608 - our own words


def make_verdict(study: Study) -> Verdict:
    return Verdict.objects.create(
        study=study, outcome="difference", counted=24, correct=20, evaluations=24,
        last_answer=1, method_version=1, numbers={},
    )  # fmt: skip
