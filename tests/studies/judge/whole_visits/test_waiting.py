"""Who must wait: before the consent, told how many come first, and asked for nothing."""

import html
import re
from datetime import timedelta

import pytest
from django.db.models.functions import Now
from django.test import Client

from studies.models import Judge, Triad, Trial, Waiting
from tests.factories import make_link, open_study
from tests.studies.judge.visits import begin, key_in, run_out, start_of, text_of, welcome_of

pytestmark = pytest.mark.django_db


def full_link(evaluations=6, **fields):
    """A link to a study with all triads held."""
    link = make_link(open_study(evaluations=evaluations, items=20), **fields)
    for _ in range(evaluations):
        begin(Client(), link)
    return link


def address_in(page):
    """What a page of waiting asks for again, without scripts."""
    found = re.search(r'<meta http-equiv="refresh" content="20;url=([^"]+)">', text_of(page))
    return html.unescape(found[1])


def one_place():
    run_out(Trial.objects.filter(state="held").first())


def test_thirty_students_at_one_open_link_all_get_in():
    """Twenty who have begun and not answered keep no one out, from any address."""
    link = make_link(open_study(evaluations=60, items=20), classroom=False)
    for _ in range(30):
        assert begin(Client(), link).status_code == 303
    assert Judge.objects.count() == 30


def test_twenty_who_stop_at_the_questionnaire_keep_no_one_out():
    asks = [{"key": "age", "kind": "number", "label": "Age", "when": "before", "required": True}]
    study = open_study(evaluations=60, items=20, questionnaire=asks)
    link = make_link(study, classroom=False)
    for _ in range(20):
        client = Client()
        assert client.get(begin(client, link)["Location"]).status_code == 303
    page = Client().get(welcome_of(link))
    assert (page.status_code, "I agree: begin" in text_of(page)) == (200, True)


def test_66_clicks_of_one_person_leave_places_for_others():
    link = make_link(open_study(evaluations=66, items=20), classroom=False)
    statuses = [begin_without_looking(Client(), link).status_code for _ in range(66)]
    assert statuses == [303] * 63 + [429] * 3
    other = Client(REMOTE_ADDR="192.0.2.7")
    assert begin(other, link).status_code == 303
    # The one who clicked is told why, before any consent.
    page = Client().get(welcome_of(link))
    assert page.status_code == 429
    assert "many people in the same place as you have started" in text_of(page)
    assert 'name="consent"' not in text_of(page)


def begin_without_looking(client, link, **fields):
    return client.post(start_of(link), {"consent": "yes", **fields})


def test_an_id_in_the_address_passes_no_limit_of_an_open_link():
    link = make_link(open_study(evaluations=60, items=20), classroom=False)
    begun = [begin_without_looking(Client(), link, id=f"x{number}") for number in range(60)]
    assert sum(page.status_code == 303 for page in begun) == 57


def test_waiting_comes_before_consent_and_says_how_many_come_first():
    link = full_link()
    pages = [client.get(welcome_of(link)) for client in (Client(), Client(), Client())]
    for page, words in zip(
        pages,
        ("You are next.", "One person is ahead of you.", "2 people are ahead of you."),
        strict=True,
    ):
        assert page.status_code == 503
        assert words in text_of(page)
        assert 'name="consent"' not in text_of(page)
    assert Judge.objects.count() == 6


def test_the_first_in_the_row_comes_first():
    link = full_link()
    first, second, third = Client(), Client(), Client()
    addresses = [address_in(client.get(welcome_of(link))) for client in (first, second)]
    one_place()
    # Who comes now, and who is second, wait on: the place is kept for the first.
    assert "2 people are ahead of you." in text_of(third.get(welcome_of(link)))
    assert "One person is ahead of you." in text_of(second.get(addresses[1]))
    page = first.get(addresses[0])
    assert "I agree: begin" in text_of(page)
    assert second.get(addresses[1]).status_code == 503
    begun = first.post(start_of(link), {"form_key": key_in(page), "consent": "yes"})
    assert begun.status_code == 303
    assert "You are next." in text_of(second.get(addresses[1]))


def test_waiting_needs_no_cookies():
    link = full_link()
    address = address_in(Client().get(welcome_of(link)))
    Client().get(welcome_of(link))
    assert "You are next." in text_of(Client().get(address))
    one_place()
    page = Client().get(address)
    fields = dict(re.findall(r'type="hidden" name="([^"]+)" value="([^"]*)"', text_of(page)))
    assert Client().post(start_of(link), {**fields, "consent": "yes"}).status_code == 303


def test_an_address_of_waiting_that_is_passed_on_does_not_join_people():
    link = full_link()
    address = address_in(Client().get(welcome_of(link)))
    for trial in Trial.objects.all():
        run_out(trial)
    keys = {key_in(Client().get(address)) for _ in range(2)}
    assert len(keys) == 2


def test_who_stays_away_has_left_the_row():
    link = full_link()
    Client().get(welcome_of(link))
    Waiting.objects.update(until=Now())
    assert "You are next." in text_of(Client().get(welcome_of(link)))
    # Both are told of to the owner.
    assert Waiting.objects.count() == 2


def test_looking_at_the_headers_is_no_waiting():
    link = full_link()
    assert Client().head(welcome_of(link)).status_code == 503
    assert not Waiting.objects.exists()


def test_a_judge_between_texts_waits_by_itself_and_is_given_nothing_by_a_get():
    link = make_link(open_study(evaluations_per_judge=2, evaluations=6))
    client = Client()
    first = begin(client, link)["Location"]
    for _ in range(5):
        begin(Client(), link)
    after = client.get(client.post(first, {"choice": "1"})["Location"])
    waiting = client.post(f"{first}next/")
    for page in (after, waiting):
        assert page.status_code == 503
        assert "You are next." in text_of(page)
        assert "Your answers have been stored." in text_of(page)
    assert "One person is ahead of you." in text_of(Client().get(welcome_of(link)))
    address = address_in(waiting)
    assert client.get(address).status_code == 503
    Triad.objects.filter(trials__state="held").update(seen_at=Now() - timedelta(hours=1))
    page = client.get(address)
    assert page.status_code == 200
    assert f'action="{first}next/"' in text_of(page)
    assert Trial.objects.filter(state="held").count() == 5
    assert client.post(f"{first}next/").status_code == 303


def test_after_the_very_last_texts_a_judge_is_thanked_and_promised_nothing():
    link = make_link(open_study(evaluations_per_judge=2, evaluations=6))
    judges = [Client() for _ in range(6)]
    places = [begin(judge, link)["Location"] for judge in judges]
    for judge, place in zip(judges, places, strict=True):
        page = judge.get(judge.post(place, {"choice": "1"})["Location"])
    assert "Thank you" in text_of(page)
    assert "waiting for you" not in text_of(page)


def test_who_lost_the_texts_is_offered_others_only_where_there_are_some():
    study = open_study(evaluations=6)
    link, slow = make_link(study), Client()
    address = begin(slow, link)["Location"]
    run_out(Trial.objects.get())
    for _ in range(6):
        begin(Client(), link)
    assert Trial.objects.filter(state="lapsed").count() == 1
    page = slow.get(address)
    assert (page.status_code, "You can have others" in text_of(page)) == (503, False)
    one_place()
    assert "You can have others" in text_of(slow.get(address))


def test_the_panels_id_and_the_language_stay_while_waiting():
    link = make_link(open_study(evaluations=6), id_parameter="PROLIFIC_PID")
    for number in range(6):
        begin(Client(), link, PROLIFIC_PID=f"other {number}")
    page = Client().get(welcome_of(link), {"PROLIFIC_PID": "p&1", "STUDY_ID": "s", "lang": "de"})
    assert page["Content-Language"] == "de"
    address = address_in(page)
    for part in ("PROLIFIC_PID=p%261", "STUDY_ID=s", "lang=de", "ticket="):
        assert part in address
    # Who only looks at the study is shown it all the same.
    assert "This is a preview" in text_of(Client().get(welcome_of(link)))
    assert Waiting.objects.count() == 1


def test_no_one_has_to_wait_to_say_no():
    page = Client().post(start_of(full_link()), {"consent": "no"})
    assert (page.status_code, "You are not taking part" in text_of(page)) == (200, True)


def test_the_page_tells_that_it_is_looked_at(client):
    address = begin(client, make_link(open_study()))["Location"]
    Triad.objects.update(seen_at=Now() - timedelta(hours=1))
    assert f'data-address="{address}alive/"' in text_of(client.get(address))
    assert client.post(f"{address}alive/").status_code == 204
    assert not Trial.objects.silent_for(timedelta(minutes=1)).exists()
    run_out(Trial.objects.get())
    assert client.post(f"{address}alive/").status_code == 409
