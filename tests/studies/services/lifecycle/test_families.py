"""A family is declared alike by each of its studies, before it is opened."""

import pytest
from django.db import IntegrityError, transaction

from studies.models import Study
from studies.services.lifecycle import families, opening
from tests.factories import make_study, make_user, open_study

pytestmark = pytest.mark.django_db


def problems(**fields):
    return families.problems_of(make_study(**{"family": "Weather", "family_size": 2} | fields))


def test_a_study_without_a_family_has_none_of_its_problems():
    assert problems(family="", family_size=None) == []


def test_the_first_and_the_last_of_a_family_are_opened():
    owner = make_user()
    for name in ("Weather", "weather"):
        open_study(owner=owner, family=name, family_size=2)
    [full] = problems(owner=owner)
    assert full == ("All 2 studies of the family “Weather” have been opened: write another name.")
    assert problems(owner=owner, family="Climate") == []


def test_another_number_than_declared_is_refused():
    owner = make_user()
    open_study(owner=owner, family="Weather", family_size=4)
    study = make_study(owner=owner, family="Weather", family_size=3)
    with pytest.raises(opening.CannotOpenError, match="was declared with 4 studies"):
        opening.open_study(study=study, user=owner)


def test_families_of_other_owners_and_of_rehearsals_are_others():
    owner = make_user()
    open_study(family="Weather", family_size=4)
    open_study(owner=owner, family="Weather", family_size=4, is_test=True)
    make_study(owner=owner, family="Weather", family_size=4)  # a draft declares nothing yet
    assert problems(owner=owner) == []


def test_a_sequential_plan_has_no_p_for_holm():
    [problem] = problems(method="sequential", evaluations=200)
    assert problem.startswith("A family needs plans with a fixed number")


@pytest.mark.parametrize(
    ("family", "size"), [("", 2), ("Weather", None), ("Weather", 1), ("Weather", 0)]
)
def test_the_database_keeps_name_and_number_together(family, size):
    study = make_study()
    with pytest.raises(IntegrityError, match="study_family_has_a_size"), transaction.atomic():
        Study.objects.filter(pk=study.pk).update(family=family, family_size=size)
