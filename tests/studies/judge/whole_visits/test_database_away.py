"""The database goes away in the middle of a visit: the page keeps what was chosen."""

import html
import re

import psycopg2
import pytest
from django.db import connection

from studies.models import Answer, Judge
from studies.questionnaire import checked
from tests.factories import make_link, open_study
from tests.policies import OF_FRAMED_PAGES, OF_PAGES, policy_of
from tests.studies.judge.visits import begin, key_in, start_of, text_of, welcome_of

pytestmark = pytest.mark.django_db(transaction=True)

# Ends its own connection at the moment of COMMIT.
DIE_AT_COMMIT = """
CREATE FUNCTION die() RETURNS trigger LANGUAGE plpgsql AS
    'BEGIN PERFORM pg_terminate_backend(pg_backend_pid()); RETURN NULL; END';
CREATE CONSTRAINT TRIGGER die AFTER INSERT ON {table} DEFERRABLE INITIALLY DEFERRED
    FOR EACH ROW EXECUTE FUNCTION die();
"""


def other_connection():
    other = psycopg2.connect(**connection.get_connection_params())
    other.autocommit = True
    return other


def cut():
    """End the connection of this process, as a restart of the server does."""
    connection.ensure_connection()
    other = other_connection()
    with other.cursor() as cursor:
        cursor.execute("SELECT pg_terminate_backend(%s)", [connection.connection.info.backend_pid])
    other.close()


def reconnect():
    """What the next request does."""
    connection.close()


@pytest.fixture
def dying_at_commit():
    """Commits that insert into a table break the connection, as long as the test says."""
    made = []

    def begin_dying(table):
        with connection.cursor() as cursor:
            cursor.execute(DIE_AT_COMMIT.format(table=table))
        made.append(table)

    def stop_dying():
        while made:
            reconnect()
            with connection.cursor() as cursor:
                cursor.execute(f"DROP TRIGGER die ON {made.pop()}; DROP FUNCTION die()")

    yield begin_dying, stop_dying
    stop_dying()


def sent_again(client, page):
    """Press the button of the page."""
    form = re.search(r'<form method="post" action="([^"]+)">', text_of(page))[1]
    fields = dict(re.findall(r'type="hidden" name="([^"]+)" value="([^"]*)"', text_of(page)))
    return client.post(form.replace("&amp;", "&"), fields)


def test_a_choice_is_kept_and_sent_again(client):
    address = begin(client, make_link(open_study()))["Location"]
    cut()
    page = client.post(address, {"choice": "2"})
    assert page.status_code == 503
    assert page["Retry-After"] == "5"
    assert page["Cache-Control"] == "no-store"
    assert "Your choice is kept on this page" in text_of(page)
    reconnect()
    assert sent_again(client, page).status_code == 303
    assert Answer.objects.get().chosen_position == 2


def test_the_page_in_a_frame_may_stand_there(client):
    """The page's judge cannot be looked up; what its frame refused would lose the choice."""
    address = begin(client, make_link(open_study(), mturk=True), workerId="W1")["Location"]
    for place, framed in (("iframe", True), ("document", False)):
        cut()
        page = client.post(address, {"choice": "2"}, headers={"Sec-Fetch-Dest": place})
        assert page.status_code == 503
        assert policy_of(page) == (OF_FRAMED_PAGES if framed else OF_PAGES)
        assert ("X-Frame-Options" in page) != framed
    reconnect()


def test_a_commit_that_breaks_may_be_sent_again(client, dying_at_commit):
    begin_dying, stop_dying = dying_at_commit
    address = begin(client, make_link(open_study()))["Location"]
    begin_dying("studies_answer")
    page = client.post(address, {"choice": "3"})
    assert page.status_code == 503
    stop_dying()
    assert Answer.objects.count() == 0
    assert sent_again(client, page).status_code == 303
    assert Answer.objects.get().chosen_position == 3


def test_a_start_is_kept_and_sent_again(client, dying_at_commit):
    begin_dying, stop_dying = dying_at_commit
    link = make_link(open_study(), id_parameter="id")
    key = key_in(client.get(welcome_of(link), {"id": "p1"}))
    begin_dying("studies_judge")
    page = client.post(start_of(link), {"form_key": key, "consent": "yes", "id": "p1", "x": "y"})
    assert page.status_code == 503
    stop_dying()
    assert Judge.objects.count() == 0
    assert 'name="x" value="y"' in text_of(page)  # a panel's id may have any name
    assert sent_again(client, page).status_code == 303
    assert (Judge.objects.get().form_key, Judge.objects.get().external_id) == (key, "p1")


TYPED = {"reason": "Line one\r\nand <two>", "sureness": "certain"}
QUESTIONS = [{"key": "age", "label": "Your age", "kind": "number"}]


def fields_of(page):
    """The fields that the page sends again."""
    found = re.findall(r'type="hidden" name="([^"]+)" value="([^"]*)"', text_of(page))
    return {name: html.unescape(value) for name, value in found}


def test_each_tick_is_kept_where_ticks_share_a_name(client):
    cut()
    page = client.post("/t/" + "x" * 24 + "/", {"r-7-faults": ["added", "missing"]})
    assert page.status_code == 503
    assert "What you wrote is kept on this page" in text_of(page)
    for tick in ("added", "missing"):  # in the form that sends again, and in that of languages
        assert text_of(page).count(f'name="r-7-faults" value="{tick}"') == 2
    reconnect()


def test_what_was_typed_is_kept_and_sent_again(client):
    link = make_link(open_study(asks_reason=True, asks_sureness=True))
    why = client.post(begin(client, link)["Location"], {"choice": "2"})["Location"]
    cut()
    page = client.post(why, TYPED)
    assert page.status_code == 503
    assert "What you wrote is kept on this page" in text_of(page)
    assert fields_of(page).items() >= TYPED.items()
    reconnect()
    assert client.post(why, fields_of(page)).status_code == 303
    answer = Answer.objects.get()
    assert (answer.reason.splitlines(), answer.sureness) == (["Line one", "and <two>"], "certain")


def test_a_questionnaire_and_a_panels_own_name_are_kept(client):
    study = open_study(questionnaire=checked(QUESTIONS))
    link = make_link(study, id_parameter="who")
    posted = {"form_key": "k" * 20, "consent": "yes", "who": "member 7"}
    cut()
    page = client.post(start_of(link), posted)
    reconnect()
    assert fields_of(page).items() >= posted.items()
    trial = client.post(start_of(link), fields_of(page))["Location"]
    assert Judge.objects.get().external_id == "member 7"
    cut()
    answers = {"part": "before", "q-age": "thirty-three"}
    page = client.post(f"{trial}questions/", answers)
    assert fields_of(page).items() >= answers.items()
    reconnect()
    again = client.post(f"{trial}questions/", fields_of(page))
    assert again.status_code == 422
    assert 'value="thirty-three"' in text_of(again)


def test_another_language_keeps_it_too(client):
    link = make_link(open_study(asks_reason=True))
    why = client.post(begin(client, link)["Location"], {"choice": "2"})["Location"]
    cut()
    page = text_of(client.post(why, {"reason": "so long"}))
    assert '<button role="link" form="switch" formaction="?lang=gl" name="switch"' in page
    form = page.partition('<form id="switch" method="post">')[2].partition("</form>")[0]
    assert 'name="reason" value="so long"' in form
    cut()
    page = client.post(f"{why}?lang=gl", {"reason": "so long", "switch": "gl"})
    assert '<html lang="gl">' in text_of(page)
    assert fields_of(page)["reason"] == "so long"
    reconnect()
    assert "so long</textarea>" in text_of(client.post(f"{why}?lang=gl", fields_of(page)))
    assert Answer.objects.get().reason == ""


def test_looking_while_the_database_is_away(client):
    link = make_link(open_study())
    address = begin(client, link)["Location"]
    for looked_at in (welcome_of(link), address, f"{address}leave/"):
        cut()
        page = client.get(looked_at)
        assert page.status_code == 503
        assert f'href="{looked_at}"' in text_of(page)
        reconnect()
        assert client.get(looked_at).status_code == 200
