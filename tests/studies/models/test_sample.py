"""Which texts take part, and the fingerprint that tells whether they are still the same."""

import pytest

from studies.models import Sample
from tests.factories import make_sample, make_study

pytestmark = pytest.mark.django_db


def test_texts_left_out_are_drafted_and_take_no_part():
    study = make_study(items=2)
    study.samples.filter(item="day 0").update(left_out=True)
    make_sample(study, "A", "practice 0", "For practice.", kind="practice")
    assert (study.samples.drafted().count(), study.samples.main().count()) == (4, 2)
    assert study.samples.of_kind("practice").count() == 1


@pytest.mark.parametrize(
    "change", [{"item": "day 9"}, {"subject": "B"}, {"content_hash": "0"}, {"left_out": True}]
)
def test_a_changed_text_changes_the_fingerprint(change):
    study = make_study(items=2)
    before = study.samples.main().fingerprint()
    assert len(before) == 32
    assert study.samples.main().fingerprint() == before
    study.samples.filter(pk=study.samples.first().pk).update(**change)
    assert study.samples.main().fingerprint() != before


def test_only_the_texts_of_the_study_are_in_its_fingerprint():
    study = make_study(items=2)
    before = study.samples.main().fingerprint()
    make_study(items=2)
    assert study.samples.main().fingerprint() == before
    make_sample(study, "A", "day 2", "One text more.")
    assert study.samples.main().fingerprint() != before


def test_no_texts_have_a_fingerprint_too():
    assert len(Sample.objects.main().fingerprint()) == 32
