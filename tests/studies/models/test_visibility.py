"""Who may do what to a study, as the one rule says it."""

import pytest
from django.contrib.auth.models import AnonymousUser
from django.db.models import OuterRef
from django.utils import timezone

from studies.models import Collaborator, Judge, RecruitmentLink, Sample, Study
from studies.models.visibility import May
from tests.factories import make_judge, make_link, make_study, make_user

pytestmark = pytest.mark.django_db

ALL = set(May.values)
MAY = {
    "owner": ALL,
    "superuser": ALL,
    "editor": {"see", "recruit", "read", "edit"},
    "analyst": {"see", "read"},
    "recruiter": {"see", "recruit"},
    "stranger": set(),
    "anonymous": set(),
    "inactive owner": set(),
    "inactive superuser": set(),
}


def a_study(who, **fields):
    """A study, and this person in it; beside it one of another owner, with others in it."""
    user = make_user(is_superuser=who.endswith("superuser"), is_active="inactive" not in who)
    study = make_study(owner=user if who.endswith("owner") else None, items=1, **fields)
    other = make_study(items=1)
    Collaborator.objects.create(study=other, user=make_user(), role="editor")
    if who in {"editor", "analyst", "recruiter"}:
        Collaborator.objects.create(study=study, user=user, role=who)
    return study, AnonymousUser() if who == "anonymous" else user


def allowed(study, user):
    """What the rule lets a person do, asked of the study and of a row that belongs to it."""
    found = {may for may in May.values if study in Study.objects.visible_to(user, may)}
    for may in May.values:
        texts = Sample.objects.filter(study=study).visible_to(user, may)
        assert texts.count() == (2 if may in found else 0)
    return found


@pytest.mark.parametrize("who", MAY)
def test_what_each_may_do_to_a_study_and_to_no_other(who):
    study, user = a_study(who)
    assert allowed(study, user) == MAY[who]
    others = Study.objects.exclude(pk=study.pk).visible_to(user, May.SEE)
    assert others.exists() == (who == "superuser")


@pytest.mark.parametrize("who", ["owner", "superuser", "editor", "analyst"])
def test_a_blind_study_is_read_by_no_one_before_it_is_unsealed(who):
    study, user = a_study(who, blind=True)
    assert allowed(study, user) == MAY[who] - {"read"}
    Study.objects.filter(pk=study.pk).update(unsealed_at=timezone.now())
    assert allowed(study, user) == MAY[who]


def test_a_word_that_is_none_of_these_is_an_error():
    with pytest.raises(ValueError, match="see, recruit, read, edit, own, not 'write'"):
        Study.objects.visible_to(AnonymousUser(), "write")


def test_rows_are_counted_for_each_and_none_is_0():
    links = [make_link(make_study(items=1)) for _ in range(2)]
    for _ in range(2):
        make_judge(links[0])
    number = Judge.objects.filter(link=OuterRef("pk")).number_by("link")
    found = RecruitmentLink.objects.annotate(number=number).order_by("pk")
    assert list(found.values_list("number", flat=True)) == [2, 0]
