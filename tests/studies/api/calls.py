"""Calls of the API by their paths, and what is sent."""

from typing import Any

from django.test import Client

from studies.models import Study

STUDIES = "/api/v1/studies/"
DRAFT = {"title": "Weather", "subject_a": "Human", "subject_b": "Model"}
TEXTS = [
    {"subject": s, "item": f"day {n}", "text": f'  {s}{n},\n\t"said"; it '}
    for n in range(3)
    for s in "AB"
]


def send(client: Client, path: str, data: Any = None, method: str = "post") -> Any:
    return getattr(client, method)(path, data or {}, content_type="application/json")


def of(study: Study, part: str = "") -> str:
    return f"{STUDIES}{study.code}/{part}"
