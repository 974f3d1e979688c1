"""Files as a researcher gets them, and judges with answers in them."""

import csv
import io

from django.urls import reverse

from studies.models import Trial
from studies.services.judging import admission
from studies.services.judging.admission import Visitor
from studies.services.judging.answering import answers


def get(client, study, what, query=""):
    return client.get(reverse(f"studies:export_{what}", args=[study.code]) + query)


def rows_of(response):
    """The file as the csv module reads it: names of columns, and rows as dictionaries."""
    body = response.getvalue().decode("utf-8")
    names, *rows = csv.reader(io.StringIO(body, newline=""), strict=True)
    assert int(response["X-Row-Count"]) == len(rows)
    return [dict(zip(names, row, strict=True)) for row in rows]


def download(client, study, what, query=""):
    response = get(client, study, what, query)
    assert response.status_code == 200
    return rows_of(response)


def respond(link, key, position=1, **visitor):
    """One judge comes, reads and chooses."""
    who = Visitor(form_key=key, **visitor)
    trial = admission.start(token=link.token, visitor=who, consent_sha256="0" * 64)
    answers.answer(code=trial.code, position=position)
    return Trial.objects.get(pk=trial.pk)
