"""Sample triads: drawn from a study's texts, stored nowhere."""

import pytest

from studies import design
from studies.models import Triad
from studies.services.lifecycle.places.sample_triads import example_texts, sample_triad
from tests.factories import make_sample, make_study

pytestmark = pytest.mark.django_db


def test_the_same_triad_each_time_and_no_row_of_it() -> None:
    study = make_study()
    first, again, other = (sample_triad(study, number) for number in (1, 1, 2))
    assert first.sample_ids == again.sample_ids != other.sample_ids
    assert (first.order, first.odd_position) == (again.order, again.odd_position)
    assert first.pk is None
    assert not Triad.objects.exists()


def test_too_few_texts_fill_no_triad() -> None:
    with pytest.raises(design.CannotFillError):
        sample_triad(make_study(items=1), 1)


def test_an_example_is_of_practice_texts_where_there_are_any() -> None:
    study = make_study(items=2)
    assert [text.subject for text in example_texts(study)] == ["A", "B", "A"]
    for number in range(2):
        for subject in "AB":
            make_sample(study, subject, f"try {number}", f"{number} {subject}", kind="practice")
    assert {text.kind for text in example_texts(study)} == {"practice"}


def test_without_enough_texts_there_is_no_example() -> None:
    study = make_study(items=1)
    assert example_texts(study) == ()


def test_an_example_costs_as_many_queries_for_many_texts(django_assert_num_queries) -> None:
    for items in (2, 40):
        study = make_study(items=items)
        with django_assert_num_queries(4):
            assert len(example_texts(study)) == 3
