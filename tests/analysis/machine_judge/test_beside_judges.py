"""The machine judge beside people: scores against right answers, and who may see them."""

import random
from typing import Any

import pytest
from django.test import Client

from analysis.machine_judge.beside_judges import correlation, in_words, odd_texts, scatter
from analysis.machine_judge.text_by_text import JudgedText
from analysis.recomputation.store import recompute
from analysis.stats.association import RankCorrelation
from studies.models import Collaborator, Study, Triad
from tests.analysis.answering import give_outcomes
from tests.analysis.machine_judge.test_views import ask, page
from tests.factories import make_user, open_study

pytestmark = pytest.mark.django_db


def answered(counted: int = 24, **plan: Any) -> Study:
    study = open_study(**{"owner": make_user(), "items": 12, "evaluations": 24} | plan)
    draws = random.Random(3)
    give_outcomes(study, [draws.random() < 0.5 for _ in range(counted)], per_judge=1)
    recompute(study_id=study.pk)
    return study


def test_odd_texts_have_the_answers_in_which_they_were_the_odd_one() -> None:
    study = answered()
    texts = [JudgedText(s.pk, s.subject, s.item, 0.1, False) for s in study.samples.main()]
    odd = odd_texts(study, texts)
    assert sum(times for _, times, _ in odd) == 24
    for text, times, right in odd:
        triads = [t for t in Triad.objects.filter(study=study) if odd_key(t) == text.key]
        answers = [t.trials.get().answer.correct for t in triads]
        assert (times, right) == (len(answers), sum(answers))


def odd_key(triad: Triad) -> int:
    return triad.sample_ids[triad.odd_position - 1]


def test_judges_who_go_by_the_programs_signs_are_found() -> None:
    study = answered()
    lot = random.Random(1)
    odd = [
        (JudgedText(n, "AB"[n % 2], "", n / 10 - 1, False), 5, min(5, n // 4 + lot.randint(0, 1)))
        for n in range(20)
    ]
    found = correlation(study, odd, tested=True)
    assert found.rho is not None
    assert found.rho > 0.9
    assert found.p_value == 1 / 1000
    assert correlation(study, odd, tested=False).p_value is None
    chart = scatter(study, odd)
    assert chart is not None
    assert len(chart.rows) == 20
    assert chart.heads[:2] == ("subject", "score")


def test_texts_at_one_place_are_one_bubble() -> None:
    study = answered()
    odd = [(JudgedText(n, "A", "", 0.123, False), 2, 1) for n in range(5)]
    chart = scatter(study, odd)
    assert chart is not None
    assert chart.rows[0][:6] == ("Forecaster", "+0.12", "2", "1", "50.0 %", "5")
    assert chart.rows[0][6].endswith("and 2 more")
    assert scatter(study, []) is None


@pytest.mark.parametrize(
    ("found", "words"),
    [
        (RankCorrelation(2, None, None, 0), "Too few texts"),
        (
            RankCorrelation(80, -0.314, None, 0),
            "correlation −0.31 (Spearman, within each subject; p comes only with",
        ),
        (
            RankCorrelation(80, 0.3, 0.004, 999),
            "0.30 (Spearman, within each subject; p = 0.004 by 999 permutations)",
        ),
    ],
)
def test_the_correlation_is_one_sentence(found: RankCorrelation, words: str) -> None:
    assert words in in_words(found)


def test_the_page_shows_judges_with_p_after_the_verdict_only(client: Client) -> None:
    study = answered(counted=12)
    ask(client, study)
    before = page(client, study)
    assert "Beside your judges" in before
    assert "p comes only with the verdict" in before
    assert '<details id="beside-table">' in before
    give_outcomes(study, [True] * 12, per_judge=1)
    recompute(study_id=study.pk)
    assert "by 999 permutations" in page(client, study)


def test_a_sealed_study_shows_no_right_answers_to_its_editor(client: Client) -> None:
    study = answered(counted=12, blind=True)
    ask(client, study)
    assert "Text by text" in page(client, study)
    assert "Beside your judges" not in page(client, study)
    editor = make_user()
    Collaborator.objects.create(study=study, user=editor, role="editor")
    client.force_login(editor)
    assert "Beside your judges" not in page(client, study)


def test_many_answers_are_counted_on_request(client: Client, monkeypatch: Any) -> None:
    study = answered()
    ask(client, study)
    monkeypatch.setattr("analysis.machine_judge.views.MANY_ANSWERS", 5)
    assert "right answers text by text</a>" in page(client, study)
    asked = client.get(f"/studies/{study.code}/machine-judge/?beside=1").content.decode()
    assert "rank correlation" in asked
