"""Ids of panel members who may not take part."""

import pytest

from studies.models import Event, ExcludedId
from studies.services.judging import withdrawal
from studies.services.recruiting import excluded_ids
from tests.factories import make_link, make_study, open_study
from tests.studies.services.judging.steps import start

pytestmark = pytest.mark.django_db


def stored_of(study):
    return list(ExcludedId.objects.filter(study=study).values_list("external_id", flat=True))


def test_the_list_is_replaced_and_each_change_is_told():
    study, other = make_study(), make_study()
    excluded_ids.replace(study=other, user=other.owner, ids=["p1"])
    assert excluded_ids.replace(study=study, user=study.owner, ids=["p1", "p2"]) == 2
    kept = ExcludedId.objects.get(study=study, external_id="p2").pk
    assert excluded_ids.replace(study=study, user=study.owner, ids=["p2", "p3"]) == 2
    assert stored_of(study) == ["p2", "p3"]
    assert ExcludedId.objects.get(study=study, external_id="p2").pk == kept
    assert excluded_ids.replace(study=study, user=study.owner, ids=["p3", "p2"]) == 2
    events = Event.objects.filter(study=study, what=Event.What.EXCLUDED_IDS_CHANGED).order_by("pk")
    assert [event.details for event in events] == [
        {"added": 2, "removed": 0},
        {"added": 1, "removed": 1},
    ]
    assert stored_of(other) == ["p1"]


@pytest.mark.parametrize(
    ("ids", "words"),
    [
        (["x" * 201], "is not an id"),
        (["a\0b"], "is not an id"),
        (["p"] * 50_000, "These are 50001 ids; at most 50000 are kept"),
    ],
)
def test_what_is_no_list_of_ids_is_refused_and_stores_nothing(ids, words):
    study = make_study()
    with pytest.raises(ValueError, match=words):
        excluded_ids.replace(study=study, user=study.owner, ids=["p1", *ids])
    assert stored_of(study) == []


def test_judges_of_earlier_studies_but_those_who_have_withdrawn():
    study = open_study()
    link = make_link(study)
    for number in (1, 2):
        trial = start(link, f"k{number}", source="id", external_id=f"p{number}")
    start(link, "without an id")
    start(make_link(open_study()), source="id", external_id="elsewhere")
    withdrawal.withdraw(code=trial.code)
    assert excluded_ids.of_judges([study]) == ["p1"]
