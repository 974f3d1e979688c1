"""Drafts: a copy of a study."""

import pytest

from studies.services.judging.trials import answer, next_trial
from studies.services.lifecycle import drafts
from tests.factories import make_judge, make_link, open_study

pytestmark = pytest.mark.django_db


def test_a_copy_has_the_plan_and_texts_and_nothing_that_happened() -> None:
    study = open_study(blind=True, evaluations_per_judge=2, question="Who?", is_test=True)
    answer(code=next_trial(make_judge(make_link(study))).code, position=1)
    copy = drafts.duplicate(study=study, user=study.owner)
    for name in set(drafts.COPIED) - {"title"}:
        assert getattr(copy, name) == getattr(study, name)
    # Erasing asks for the title: it must tell the copy from the original.
    assert copy.title == f"Copy of {study.title}"
    assert (copy.status, copy.plan_json, copy.seed == study.seed) == ("draft", "", False)
    texts = ("subject", "item", "text", "content_hash", "row")
    assert list(copy.samples.values_list(*texts)) == list(study.samples.values_list(*texts))
    for happened in (copy.links, copy.trials, copy.triads, copy.amendments):
        assert not happened.exists()
