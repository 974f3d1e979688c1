"""A sheet's page that is kept for all judges is, filled in, the page that is made for one."""

import re
from dataclasses import asdict
from typing import Any

import pytest
from django.test import Client

from studies.judge.pages import JudgePages
from studies.judge.triad_texts import as_it_is
from studies.ratings.criteria import DEFAULT, Criterion
from tests.factories import make_link, open_rating_study
from tests.studies.services.judging.steps import start

pytestmark = pytest.mark.django_db
FAULTS = Criterion("faults", "<Faults> & “more”", "{{ d }}", "What's wrong?", kind="ticks")
BOTH = [*map(asdict, DEFAULT), asdict(FAULTS)]


@pytest.mark.parametrize(
    "plan",
    [
        {"criteria": BOTH, "setup": "apart"},
        {"criteria": BOTH, "entry": "slider", "text_labels": "codes"},
    ],
)
def test_no_judge_sees_what_is_anothers(plan: dict[str, Any], monkeypatch: Any) -> None:
    plan = {"reference_text": "<b>100</b>"} | plan
    study = open_rating_study(systems=3, plan=plan, texts={"A": "<i>Text</i> {{ a }} & “b”."})
    link = make_link(study)
    trials = [start(link, key) for key in ("first", "second", "third")]

    def pages() -> list[str]:
        found = [Client().get(f"/t/{one.code}/").content.decode() for one in trials]
        return [re.sub(r'data-left="\d+"', "", page) for page in found]

    kept = pages()
    monkeypatch.setattr(JudgePages, "slot", lambda _pages, name, value: as_it_is(name, value))
    assert pages() == kept
