"""Mechanical Turk: its frame, and where a task is handed in."""

import pytest
from django.test import Client

from tests.factories import make_link, open_study
from tests.policies import OF_FRAMED_PAGES, OF_PAGES, policy_of
from tests.studies.judge.visits import begin, start_of, text_of, welcome_of

pytestmark = pytest.mark.django_db

TASK = {
    "assignmentId": "A1",
    "hitId": "H1",
    "workerId": "W1",
    "turkSubmitTo": "https://workersandbox.mturk.com/",
}


def judges_pages(client, link, **parameters):
    """Every page of one judge's visit, refusals too."""
    yield client.get(welcome_of(link), parameters)
    yield client.post(start_of(link), parameters)  # without consent
    yield client.post(start_of(link), {"consent": "no", **parameters})
    begun = begin(client, link, **parameters)
    yield begun
    address = begun["Location"]
    yield client.get(address)
    yield client.get(f"{address}leave/")
    yield client.post(address)
    yield client.post(address, {"choice": "1"})
    yield client.get(address)
    yield client.get(welcome_of(link), parameters)


def test_only_pages_of_links_for_mturk_stand_in_its_frame(client):
    study = open_study()
    for page in judges_pages(client, make_link(study, mturk=True), **TASK):
        assert policy_of(page) == OF_FRAMED_PAGES
        assert "X-Frame-Options" not in page
        for cookie in page.cookies.values():
            assert cookie.OutputString().endswith("SameSite=None; Secure; Partitioned")
    other = Client()
    # An address that claims to come from there is no reason.
    for page in judges_pages(other, make_link(study), **TASK | {"workerId": "W2"}):
        assert policy_of(page) == OF_PAGES
        assert page["X-Frame-Options"] == "DENY"
    assert other.get("/admin/login/")["X-Frame-Options"] == "DENY"


@pytest.mark.parametrize(
    ("submit_to", "site"),
    [
        ("https://workersandbox.mturk.com/", "https://workersandbox.mturk.com"),
        ("https://www.mturk.com", "https://www.mturk.com"),
        ("https://www.mturk.com.evil.example", "https://www.mturk.com"),
        ("https://www.mturk.com@evil.example", "https://www.mturk.com"),
        ("javascript:alert(1)", "https://www.mturk.com"),
        ("https://[", "https://www.mturk.com"),
        ("", "https://www.mturk.com"),
    ],
)
def test_the_task_is_handed_in_where_it_came_from_and_nowhere_else(client, submit_to, site):
    link = make_link(open_study(), mturk=True, done_code="DONE-1")
    address = begin(client, link, **TASK | {"turkSubmitTo": submit_to})["Location"]
    assert "externalSubmit" not in text_of(client.get(address))
    client.post(address, {"choice": "1"})
    page = text_of(client.get(address))
    assert f'action="{site}/mturk/externalSubmit"' in page
    assert 'name="assignmentId" value="A1"' in page
    # Returned and accepted again: another assignment of the same worker.
    again = text_of(Client().get(welcome_of(link), TASK | {"assignmentId": "A2"}))
    assert "DONE-1" in again
    assert 'name="assignmentId" value="A2"' in again


RETURN = "Please return the task at Mechanical Turk"


def test_a_worker_who_cannot_hand_in_is_told_to_return_the_task(client):
    study = open_study(evaluations_per_judge=2)
    link = make_link(study, mturk=True, quota=1)
    first = begin(Client(), link, **TASK)["Location"]
    assert RETURN in text_of(Client().get(f"{first}leave/"))
    too_many = TASK | {"assignmentId": "A2", "workerId": "W2"}
    # No place just now, then none for good.
    assert RETURN in text_of(client.get(welcome_of(link), too_many))
    Client().post(first, {"choice": "1"})
    for page in (
        client.get(welcome_of(link), too_many),
        client.post(start_of(link), {"consent": "yes", **too_many}),
    ):
        assert page.status_code == 410
        assert RETURN in text_of(page)
    assert RETURN in text_of(Client().post(start_of(link), {"consent": "no", **too_many}))
    # Who only looks has nothing to return; nor has a member of another panel.
    looks = too_many | {"assignmentId": "ASSIGNMENT_ID_NOT_AVAILABLE"}
    assert RETURN not in text_of(Client().get(welcome_of(link), looks))
    other = make_link(study, no_consent_code="BYE")
    assert RETURN not in text_of(Client().post(start_of(other), {"consent": "no", **too_many}))


def test_who_hands_in_is_not_told_to_return(client):
    link = make_link(open_study(), mturk=True)
    address = begin(client, link, **TASK)["Location"]
    page = client.post(address, {"choice": "1"}, follow=True)
    assert "Submit the task" in text_of(page)
    assert RETURN not in text_of(page)
