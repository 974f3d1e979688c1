"""The row of those who wait: who counts as before a person, and who is there no more."""

from datetime import timedelta

import pytest
from django.db.models import F
from django.db.models.functions import Now

from studies.models import Waiting
from studies.services.judging import waiting
from tests.factories import make_link, open_study

pytestmark = pytest.mark.django_db

TRIADS, QUOTA, ADDRESS = Waiting.Reason


@pytest.fixture
def link():
    return make_link(open_study())


def waits(link, ticket, reason=TRIADS, **more):
    return waiting.wait(link=link, reason=reason, ticket=ticket, **more)


def test_each_has_a_place_behind_those_who_came_before_and_keeps_it(link):
    assert [waits(link, ticket) for ticket in "abc"] == [0, 1, 2]
    assert [waits(link, ticket) for ticket in "cba"] == [2, 1, 0]
    assert waiting.ahead(link, TRIADS, "new") == 3
    assert Waiting.objects.count() == 3


def test_judges_who_have_begun_have_a_row_of_their_own(link):
    assert waits(link, "new") == 0
    assert [waits(link, ticket, began=True) for ticket in ("j1", "j2")] == [0, 1]
    # One alone is told to be next.
    assert waits(link, "new") == 2
    assert waiting.ahead(link, TRIADS, "other") == 1
    assert waiting.ahead(link, TRIADS, "j3", began=True) == 2


def test_triads_are_the_studys_and_all_else_a_links_own(link):
    beside, elsewhere = make_link(link.study), make_link(open_study())
    for number, reason in enumerate((TRIADS, QUOTA, ADDRESS)):
        waits(link, f"w{number}", reason)
    found = {
        reason: [waiting.ahead(one, reason, "new") for one in (link, beside, elsewhere)]
        for reason in (TRIADS, QUOTA, ADDRESS)
    }
    assert found == {TRIADS: [1, 1, 0], QUOTA: [1, 0, 0], ADDRESS: [1, 0, 0]}


def test_who_leaves_or_stays_away_makes_room_and_comes_back_as_the_last(link):
    for ticket in "abc":
        waits(link, ticket)
    waiting.leave(study=link.study, ticket="a")
    Waiting.objects.filter(ticket="b").update(until=Now() - timedelta(seconds=1))
    assert waiting.ahead(link, TRIADS, "new") == 1
    assert [waits(link, ticket) for ticket in "ab"] == [1, 2]


def test_who_waits_for_something_else_begins_anew(link):
    waits(link, "a", QUOTA)
    waits(link, "b")
    assert waits(link, "a") == 1


def test_a_minute_away_is_to_have_left_and_a_place_that_is_offered_is_kept_for_three(link):
    def seconds():
        row = Waiting.objects.annotate(left=F("until") - Now()).get(ticket="a")
        return round(row.left.total_seconds())

    waits(link, "a")
    assert seconds() == 60
    waiting.keep_place(study=link.study, ticket="a")
    assert seconds() == 180
    waiting.leave(study=link.study, ticket="a")
    waiting.keep_place(study=link.study, ticket="a")
    assert seconds() == 0


def test_who_is_sent_away_is_kept_in_mind_and_before_no_one(link):
    waiting.send_away(link=link, ticket="a")
    assert (Waiting.objects.get().reason, waiting.ahead(link, QUOTA, "new")) == (QUOTA, 0)


def test_of_very_many_no_more_are_kept(link, monkeypatch):
    monkeypatch.setattr(waiting, "MOST_PEOPLE", 2)
    assert [waits(link, ticket) for ticket in "abc"] == [0, 1, 2]
    assert Waiting.objects.count() == 2
    assert waits(make_link(open_study()), "d") == 0
    assert Waiting.objects.count() == 3
