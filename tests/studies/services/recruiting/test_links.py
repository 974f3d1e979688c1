"""Reading a pasted list, and links for its people."""

import threading

import pytest
from django.db import connection
from django.utils import timezone

from studies.models import RecruitmentLink, Study
from studies.reading_time import minutes_needed
from studies.services.recruiting import links
from studies.wording import invitation_subject, reminder
from tests.factories import make_link, make_study

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("changed", "told_anew"), [("panel", False), ("quota", True), ("expires_at", True)]
)
def test_a_link_with_more_places_or_time_is_told_of_anew(changed: str, told_anew: bool) -> None:
    link = make_link(make_study(), quota=1, expiry_told_at=timezone.now())
    link.panel, link.quota, link.expires_at = "New", 2, timezone.now()
    links.change_link(link=link, user=link.study.owner, changed={changed: "Its label"})
    link.refresh_from_db()
    assert (link.panel == "New", link.quota == 2) == (changed == "panel", changed == "quota")
    assert (link.expiry_told_at is None) == told_anew
    event = link.study.events.get()
    assert (event.what, event.details) == (
        "recruitmentlink changed",
        {"row": link.pk, "fields": ["Its label"], "mode": "live", "columns": [changed]},
    )


def test_a_list_is_read_line_by_line() -> None:
    study = make_study()
    make_link(study, personal=True, addressee="Known Person")
    people = links.read_people(study, "  Ann \r\nBob\rANN\n\n  known   person\nKnown Person\n")
    assert people.new == ("Ann", "Bob")
    assert people.known == ("known person",)
    assert people.repeated == ("ANN", "Known Person")


def test_who_had_a_link_that_was_revoked_gets_another() -> None:
    study = make_study()
    link = make_link(study, personal=True, addressee="Ann")
    links.revoke(link=link, user=study.owner)
    assert links.read_people(study, "Ann").new == ("Ann",)


def test_people_of_another_study_are_not_known_here() -> None:
    make_link(make_study(), personal=True, addressee="Ann")
    assert links.read_people(make_study(), "Ann").new == ("Ann",)


def test_ten_thousand_links_are_made_at_once() -> None:
    study = make_study()
    lines = "\n".join(f"person {n}" for n in range(links.MOST_PEOPLE))
    made = links.make_personal_links(
        study=study, user=study.owner, lines=lines, panel="p", mode="live"
    )
    assert made == RecruitmentLink.objects.count() == links.MOST_PEOPLE


@pytest.mark.django_db(transaction=True)
def test_two_at_once_make_each_link_once() -> None:
    study = make_study()

    def make() -> None:
        links.make_personal_links(
            study=study, user=study.owner, lines="Ann\nBob", panel="p", mode="live"
        )
        connection.close()

    threads = [threading.Thread(target=make) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    names = Study.objects.get().links.values_list("addressee", flat=True)
    assert sorted(names) == ["Ann", "Bob"]


def test_the_message_names_no_subject_and_speaks_the_language_of_the_texts() -> None:
    study = make_study(language="en", evaluations_per_judge=6)
    message = links.message_for(make_link(study))
    assert "http://testserver/j/" in message
    assert study.subject_a not in message
    assert study.title not in message
    work = f"It takes about {minutes_needed(study)} minutes."
    assert f"There are 6 pages with three texts each. {work} Take part here: " in message
    assert invitation_subject(study, "en") == f"Will you read some short texts? {work}"
    assert work in reminder(study, "{link}", "en")
