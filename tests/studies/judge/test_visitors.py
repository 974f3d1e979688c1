"""Members of panels: one judge a person, previews, excluded ids, known browsers."""

import pytest
from django.test import Client

from studies.models import ExcludedId, Judge
from studies.services.judging import admission
from studies.services.judging.answering import answers
from tests.factories import make_link, open_study
from tests.policies import OF_FRAMED_PAGES, policy_of
from tests.studies.judge.test_mturk import TASK
from tests.studies.judge.visits import begin, key_in, start_of, text_of, welcome_of

pytestmark = pytest.mark.django_db


def judge_of(response):
    return Judge.objects.get(trials__code=response["Location"].split("/")[2])


def test_one_person_is_one_judge_by_any_link_and_browser_and_another_panels_namesake_is_not():
    study = open_study()
    own, prolific, sona = (
        make_link(study, id_parameter=name) for name in ("pid", "PROLIFIC_PID", "sona")
    )
    first = judge_of(begin(Client(), own, pid="7"))
    assert judge_of(begin(Client(), make_link(study, id_parameter="pid"), pid="7")) == first
    others = {
        judge_of(begin(Client(), prolific, PROLIFIC_PID="7")),
        judge_of(begin(Client(), make_link(study, id_parameter="PROLIFIC_PID"), PROLIFIC_PID="7")),
        judge_of(begin(Client(), sona, sona="7")),
    }
    assert {(judge.source, judge.external_id) for judge in (first, *others)} == {
        ("pid", "7"),
        ("prolific", "7"),
        ("sona", "7"),
    }


def test_two_tabs_that_were_opened_in_the_same_moment_are_one_judge():
    """Neither came with a cookie, so each page has a form key; one browser keeps the last."""
    link = make_link(open_study())
    tabs = Client(), Client()
    keys = [key_in(tab.get(welcome_of(link))) for tab in tabs]
    assert keys[0] != keys[1]
    tabs[0].cookies = tabs[1].cookies
    begun = [
        judge_of(tab.post(start_of(link), {"form_key": key, "consent": "yes"}))
        for tab, key in zip(tabs, keys, strict=True)
    ]
    assert begun[0] == begun[1]
    assert Judge.objects.count() == 1


def test_what_a_panel_hands_over_is_kept_and_renewed_but_nothing_else(client):
    link = make_link(open_study(), id_parameter="PROLIFIC_PID")
    parameters = {"PROLIFIC_PID": "p", "STUDY_ID": "s" * 300, "SESSION_ID": "1", "more": "x"}
    judge = judge_of(begin(client, link, **parameters))
    assert judge.panel_parameters == {"STUDY_ID": "s" * 200, "SESSION_ID": "1"}
    begin(Client(), link, PROLIFIC_PID="p", SESSION_ID="2")
    judge.refresh_from_db()
    assert judge.panel_parameters["SESSION_ID"] == "2"


def test_a_language_switch_keeps_the_id_under_its_own_name(client):
    link = make_link(open_study(), id_parameter="pid")
    page = client.post(start_of(link), {"pid": "7", "SESSION_ID": "1"})
    assert 'href="?pid=7&amp;SESSION_ID=1&amp;lang=gl"' in text_of(page)
    assert 'name="pid" value="7"' in text_of(page)


@pytest.mark.parametrize(
    ("fields", "parameters"),
    [
        ({"mturk": True}, {"assignmentId": "ASSIGNMENT_ID_NOT_AVAILABLE", "hitId": "H"}),
        ({"mturk": True}, {}),
        ({"id_parameter": "PROLIFIC_PID"}, {}),
        ({"id_parameter": "pid"}, {"pid": " "}),
        ({}, {"PROLIFIC_PID": "{{%PROLIFIC_PID%}}"}),
        ({}, {"assignmentId": "ASSIGNMENT_ID_NOT_AVAILABLE"}),
    ],
)
def test_a_preview_without_a_worker_shows_a_sample_and_stores_nothing(client, fields, parameters):
    page = client.get(welcome_of(make_link(open_study(), **fields)), parameters)
    assert page.status_code == 200
    assert "This is a preview: nothing is stored." in text_of(page)
    assert text_of(page).count('<div class="text"') == 3
    assert "<form" not in text_of(page)
    assert not page.cookies
    assert not Judge.objects.exists()


def test_the_sample_of_a_study_that_covers_its_texts_covers_them(client):
    link = make_link(open_study(presentation="masked"), id_parameter="pid")
    page = text_of(client.get(welcome_of(link)))
    assert page.count('<span class="s"><span>') >= 3
    assert "The sentences are covered" in page
    assert "judge/covered" in page
    assert "judge/record" not in page


def test_a_judge_who_comes_back_by_another_link_ends_as_that_one_says(client):
    study = open_study()
    first = make_link(study, id_parameter="workerId", done_code="FIRST", no_consent_code="NO-1")
    second = make_link(study, mturk=True, done_code="SECOND", no_consent_code="NO-2")
    judge = judge_of(begin(client, first, workerId="W1"))
    address = begin(Client(), second, **TASK)["Location"]
    # In the frame that the second link is for.
    assert policy_of(client.get(address)) == OF_FRAMED_PAGES
    assert "NO-2" in text_of(client.get(f"{address}leave/"))
    done = text_of(client.get(client.post(address, {"choice": "1"})["Location"]))
    assert "SECOND" in done
    assert "workersandbox.mturk.com/mturk/externalSubmit" in done
    judge.refresh_from_db()
    assert (judge.link, judge.came_back_by) == (first, second)
    # Finished: the link that is opened now is answered, whichever came last.
    assert "FIRST" in text_of(client.get(welcome_of(first), {"workerId": "W1"}))
    assert "SECOND" in text_of(client.get(welcome_of(second), TASK))


def test_back_by_the_first_link_all_is_as_it_was(client):
    study = open_study(evaluations_per_judge=2)
    first, second = (
        make_link(study, id_parameter="PROLIFIC_PID", done_code=code) for code in ("1", "2")
    )
    judge = judge_of(begin(client, first, PROLIFIC_PID="7"))
    for link, by in ((second, second), (first, None)):
        begin(client, link, PROLIFIC_PID="7")
        judge.refresh_from_db()
        assert judge.came_back_by == by


def test_no_one_begins_without_the_id_that_the_link_asks_for(client):
    link = make_link(open_study(), id_parameter="pid", screened_out_code="OUT-1")
    page = client.post(start_of(link), {"form_key": "k" * 20, "consent": "yes"})
    assert page.status_code == 403
    assert "Please begin at your panel’s page" in text_of(page)
    assert "OUT-1" not in text_of(page)
    assert not Judge.objects.exists()


def test_who_is_known_by_the_cookie_goes_on_without_the_id(client):
    link = make_link(open_study(), id_parameter="pid")
    first = begin(client, link, pid="7")
    back = client.get(welcome_of(link))
    assert "Continue" in text_of(back)
    again = client.post(start_of(link), {"form_key": key_in(back), "consent": "yes"})
    assert again["Location"] == first["Location"]


def test_an_excluded_id_is_told_before_consent_whichever_panel_it_comes_from(client):
    study = open_study()
    link, turk = (
        make_link(
            study,
            id_parameter=name,
            screened_out_url="https://panel.example.org/?id={external_id}",
            done_code="DONE-1",
        )
        for name in ("PROLIFIC_PID", "workerId")
    )
    ExcludedId.objects.create(study=link.study, external_id="p/1")
    ExcludedId.objects.create(study=open_study(), external_id="p2")
    for page in (
        client.get(welcome_of(link), {"PROLIFIC_PID": "p/1"}),
        client.post(start_of(turk), {"form_key": "k" * 20, "consent": "yes", "workerId": "p/1"}),
    ):
        assert page.status_code == 403
        assert "You cannot take part in this study" in text_of(page)
        assert "https://panel.example.org/?id=p%2F1" in text_of(page)
        assert "DONE-1" not in text_of(page)
    assert not Judge.objects.exists()
    assert begin(client, link, PROLIFIC_PID="p2").status_code == 303


def test_who_was_excluded_after_beginning_may_finish(client):
    link = make_link(open_study(), id_parameter="id")
    first = begin(client, link, id="p1")
    ExcludedId.objects.create(study=link.study, external_id="p1")
    assert begin(Client(), link, id="p1")["Location"] == first["Location"]


def test_a_browser_that_is_known_from_another_judge_is_seen_and_nothing_is_refused(client):
    study = open_study()
    first = judge_of(begin(client, make_link(study)))
    link = make_link(study)
    # A browser, unlike this client, sends the form key to the pages of its own link only.
    del client.cookies["form_key"]
    other_link = judge_of(begin(client, link))
    panel = make_link(study, id_parameter="PROLIFIC_PID")
    other_id = judge_of(begin(client, panel, PROLIFIC_PID="p1"))
    page = client.get(welcome_of(link), {"new": ""})
    begun = client.post(start_of(link), {"form_key": key_in(page), "consent": "yes"})
    elsewhere = judge_of(begin(client, make_link(open_study())))
    assert [j.same_browser_as for j in (first, other_link, other_id, judge_of(begun))] == [
        None,
        *[first] * 3,
    ]
    assert elsewhere.same_browser_as is None
    assert elsewhere.browser_key == first.browser_key
    assert judge_of(begin(Client(), link)).same_browser_as is None


def test_a_second_browser_of_a_judge_is_known_as_theirs():
    study = open_study()
    links = [make_link(study, id_parameter="id") for _ in range(3)]
    first = judge_of(begin(Client(), links[0], id="p1"))
    second = Client()
    begin(second, links[1], id="p1")
    assert judge_of(begin(second, links[2], id="p2")).same_browser_as == first


def test_the_browsers_key_is_set_by_starting_only_and_for_the_whole_site(client):
    link = make_link(open_study())
    assert "browser_key" not in client.get(welcome_of(link)).cookies
    cookie = begin(client, link).cookies["browser_key"]
    assert (cookie["path"], cookie["samesite"], cookie["httponly"]) == ("/j/", "Lax", True)
    assert "Partitioned" not in cookie.OutputString()


def test_the_code_is_shown_again_when_the_link_is_opened_again(client):
    link = make_link(open_study(), id_parameter="id", done_code="DONE-1")
    trial = admission.start(
        token=link.token,
        visitor=admission.Visitor(form_key="k" * 20, source="id", external_id="p1"),
        consent_sha256="0" * 64,
    )
    assert "DONE-1" not in text_of(client.get(welcome_of(link), {"id": "p1"}))
    answers.answer(code=trial.code, position=1)
    assert "DONE-1" in text_of(client.get(welcome_of(link), {"id": "p1"}))
    client.cookies["form_key"] = "k" * 20
    by_cookie = text_of(client.get(welcome_of(link)))
    assert "everything is answered" in by_cookie
    assert "I am someone else" in by_cookie
    assert "DONE-1" not in by_cookie
    again = client.post(start_of(link), {"form_key": "k" * 20, "consent": "yes"})
    assert "DONE-1" in text_of(again)


@pytest.mark.parametrize("name", ["id", "ID", "PROLIFIC_PID", "workerId", "pid"])
def test_an_id_in_the_address_of_an_open_link_does_not_join_people(name):
    """A newsletter puts the same id into all its copies: its second reader is another judge."""
    link = make_link(open_study())
    first, second = Client(), Client()
    trial = begin(first, link, **{name: "newsletter-42"})["Location"]
    first.post(trial, {"choice": "1"})
    page = second.get(welcome_of(link), {name: "newsletter-42"})
    assert "I agree: begin" in text_of(page)
    judge_of(begin(second, link, **{name: "newsletter-42"}))
    assert sorted(Judge.objects.values_list("external_id", flat=True)) == ["", ""]
    # Nor does it open a way to the first reader's answers.
    assert trial not in text_of(page)


def test_another_panels_id_is_none_at_a_link_that_asks_for_its_own():
    link = make_link(open_study(), id_parameter="pid")
    page = Client().get(welcome_of(link), {"PROLIFIC_PID": "7"})
    assert "This is a preview: nothing is stored." in text_of(page)


@pytest.mark.parametrize(
    "value", ["%SURVEY_CODE%", "{PROLIFIC_PID}", "[X]", "<x>", "", "Undefined"]
)
@pytest.mark.parametrize("name", ["PROLIFIC_PID", "prolific_pid"])
def test_a_placeholder_shows_the_sample_and_begins_nothing(client, name, value):
    link = make_link(open_study(), id_parameter="PROLIFIC_PID")
    for fields in ({name: value}, {name: value, "STUDY_ID": "s"}):
        assert "This is a preview" in text_of(client.get(welcome_of(link), fields))
        started = client.post(start_of(link), {"form_key": "k" * 20, "consent": "yes", **fields})
        assert started.status_code == 403
    assert not Judge.objects.exists()


@pytest.mark.parametrize(
    "query",
    [
        "prolific_pid=7",
        "Prolific_Pid=7%E2%80%8B",
        "PROLIFIC_PID=7%20",
        "PROLIFIC_PID=7?PROLIFIC_PID=7",
        "PROLIFIC_PID=7&PROLIFIC_PID=7",
        "PROLIFIC_PID=7&prolific_pid=%7B%7B%25PROLIFIC_PID%25%7D%7D",
        "PROLIFIC_PID=7?PROLIFIC_PID=7%26STUDY_ID=s",
    ],
)
def test_one_person_is_one_judge_however_the_address_is_written(query):
    link = make_link(open_study(), id_parameter="PROLIFIC_PID")
    first = judge_of(begin(Client(), link, PROLIFIC_PID="7"))
    page = Client().get(f"{welcome_of(link)}?{query}")
    assert "Welcome back" in text_of(page)
    assert 'name="PROLIFIC_PID" value="7"' in text_of(page)
    assert (first.source, first.external_id) == ("prolific", "7")


def test_two_ids_in_one_address_are_refused_in_words(client):
    link = make_link(open_study(), id_parameter="PROLIFIC_PID", screened_out_code="OUT-1")
    for query in ("PROLIFIC_PID=7&PROLIFIC_PID=8", "PROLIFIC_PID=7?prolific_pid=8"):
        page = client.get(f"{welcome_of(link)}?{query}")
        assert page.status_code == 400
        assert "This address names two people" in text_of(page)
        assert "OUT-1" not in text_of(page)
    fields = {"form_key": "k" * 20, "consent": "yes", "PROLIFIC_PID": ["7", "8"]}
    assert client.post(start_of(link), fields).status_code == 400
    assert not Judge.objects.exists()
