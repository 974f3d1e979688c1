"""Criteria and scales that a study left as ours are in each language, others in those it gives."""

from dataclasses import replace

import pytest
from django.conf import settings

from studies.models import RatingPlan, Study
from studies.ratings.criteria import DEFAULT, DEFAULT_ENDS
from studies.wording import criteria_in, missing_words, scale_in
from tests.factories import make_study, open_rating_study

pytestmark = pytest.mark.django_db
NATURALNESS = DEFAULT[1]
GERMAN = replace(
    NATURALNESS,
    label="Natürlichkeit",
    definition="Der Text könnte von jemandem stammen, der die Sprache als Muttersprache spricht.",
    question="Wie natürlich ist der Text?",
)


def likert(**plan):
    return {"method": RatingPlan.Method.LIKERT, "reference_text": "", **plan}


def draft(**plan):
    """A draft of a rating study."""
    study = make_study(items=1, kind="rating")
    RatingPlan.objects.update_or_create(study=study, defaults=plan)
    return Study.objects.get(pk=study.pk)


def test_our_words_are_in_every_language_and_no_language_is_partial():
    study = draft(**likert())
    others = [code for code, _name in settings.LANGUAGES if code != "en"]
    for language in others:
        assert missing_words(study, language) == []
        criteria, found = criteria_in(study, DEFAULT, language)
        assert found == language
        assert not {one.question for one in criteria} & {one.question for one in DEFAULT}
        ends, found = scale_in(study, DEFAULT_ENDS, language)
        assert found == language
        assert not {*ends} & {*DEFAULT_ENDS}
    assert criteria_in(study, [NATURALNESS], "de") == ([GERMAN], "de")
    study.language = "de"
    assert criteria_in(study, [NATURALNESS], "de") == ([GERMAN], "de")


def test_a_criterion_that_was_changed_is_the_studys_to_translate():
    changed = {"key": "naturalness", "label": "Flow", "question": "Does it flow?"}
    study = draft(criteria=[changed], primary_criterion="naturalness")
    own = study.rating_plan.rated_by
    assert missing_words(study, "de") == ["criteria"]
    assert criteria_in(study, own, "de") == (own, "en")
    study.translations = {"de": {"criteria": {"naturalness": {"label": "Fluss"}}}}
    assert missing_words(study, "de") == ["criteria"]
    study.translations["de"]["criteria"]["naturalness"]["question"] = "Fließt er?"
    assert missing_words(study, "de") == []
    [shown], language = criteria_in(study, own, "de")
    assert (shown.label, shown.question, language) == ("Fluss", "Fließt er?", "de")


def test_an_open_study_has_the_words_of_its_plan(monkeypatch):
    study = open_rating_study(plan=likert())
    monkeypatch.setattr("studies.wording._", lambda words: f"later: {words}")
    assert criteria_in(study, [NATURALNESS], "de") == ([GERMAN], "de")
    assert scale_in(study, DEFAULT_ENDS, "de") == (("sehr schlecht", "sehr gut"), "de")


def test_a_plan_of_before_keeps_its_english_criteria(monkeypatch):
    study = open_rating_study()
    monkeypatch.setattr("studies.wording._frozen", lambda *_: {"de": {"question": ""}})
    assert criteria_in(study, [NATURALNESS], "de") == ([NATURALNESS], "en")
    assert missing_words(study, "de") == ["criteria"]
