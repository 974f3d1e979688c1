"""Reasons and sureness, right and wrong apart."""

import pytest
from django.urls import reverse

from analysis.breakdown.reasons import reason_counts, reasons_page
from studies.models import Answer
from tests.analysis.breakdown.answered import answered

pytestmark = pytest.mark.django_db


def test_reasons_are_split_by_right_and_wrong(client):
    study, trials = answered(asks_reason=True, asks_sureness=True)
    Answer.objects.filter(trial__in=trials[:20]).update(
        reason="<b>it rhymes</b>", sureness="certain"
    )
    right = sum(trial.answer.correct for trial in trials[:20])
    counts = reason_counts(study)
    assert (counts.right, counts.wrong) == (right, 20 - right)
    certain = counts.sureness[-1]
    assert (certain.correct, certain.counted) == (right, 20)
    for of, number in (("right", right), ("wrong", 20 - right), ("", 20)):
        assert len(reasons_page(study, of=of, after=0).rows) == number
    client.force_login(study.owner)
    body = client.get(reverse("analysis:reasons", args=[study.code])).content.decode()
    assert "&lt;b&gt;it rhymes" in body
    assert "<b>it" not in body
