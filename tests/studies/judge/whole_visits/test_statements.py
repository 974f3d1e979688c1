"""What each step of a judge costs the database, and that what is kept in a process never lies."""

import re
from collections.abc import Callable
from datetime import timedelta
from functools import partial

import pytest
from django.db import connection
from django.db.models.functions import Now
from django.test import Client
from django.test.utils import CaptureQueriesContext

from studies.models import RecruitmentLink, Study, Waiting
from studies.services.judging import admission
from studies.services.lifecycle import transitions
from tests.factories import make_link, open_rating_study, open_study
from tests.studies.judge.visits import key_in, start_of, text_of, welcome_of

pytestmark = pytest.mark.django_db(transaction=True)


def choice_of(_page: str) -> dict[str, str]:
    return {"choice": "2"}


def numbers_of(page: str) -> dict[str, str]:
    return dict.fromkeys(re.findall(r'name="(r-[^"]+)"', page), "3")


def visit(
    link: RecruitmentLink, given: Callable[[str], dict[str, str]] = choice_of, pages: int = 1
) -> dict[str, int]:
    """A whole judge; how many statements each step took, with those around transactions."""
    client, numbers = Client(), {}

    def step(name: str, call: Callable[[], object]) -> object:
        with CaptureQueriesContext(connection) as captured:
            response = call()
        numbers[name] = len(captured)
        return response

    page = step("welcome", lambda: client.get(welcome_of(link)))
    form = {"form_key": key_in(page), "consent": "yes"}
    texts = step("begin", lambda: client.post(start_of(link), form))["Location"]
    for number in range(pages):
        page = text_of(step("texts", partial(client.get, texts)))
        name = "choice" if number + 1 == pages else "next"
        texts = step(name, partial(client.post, texts, given(page)))["Location"]
    assert "Thank you" in text_of(step("thanks", lambda: client.get(texts)))
    return numbers


@pytest.mark.parametrize(("classroom", "begin"), [(True, 1), (False, 6)])
def test_each_step_takes_few_statements(classroom, begin):
    link = make_link(open_study(items=40, evaluations=96), classroom=classroom)
    visit(link)  # this process knows the link and its study now
    assert visit(link) == {"welcome": 1, "begin": begin, "texts": 1, "choice": 1, "thanks": 1}


@pytest.mark.parametrize(("classroom", "begin"), [(True, 1), (False, 6)])
@pytest.mark.parametrize("plan", [{}, {"method": "likert"}, {"setup": "together"}])
def test_a_sheet_takes_no_more_statements_than_a_triad(classroom, begin, plan):
    plan = {"reference_text": "The one of 100."} | plan
    study = open_rating_study(items=6, systems=5, plan=plan, evaluations_per_judge=2)
    link = make_link(study, classroom=classroom)
    visit(link, numbers_of, 2)
    steps = visit(link, numbers_of, 2)
    stored = {"next": 3, "choice": 1}
    assert steps == {"welcome": 1, "begin": begin, "texts": 1, "thanks": 1} | stored


def test_a_judge_who_comes_back_takes_few_statements():
    link, client = make_link(open_study(items=40, evaluations=96), classroom=True), Client()
    form = {"form_key": key_in(client.get(welcome_of(link))), "consent": "yes"}
    texts, again = (client.post(start_of(link), form)["Location"] for _ in range(2))
    with CaptureQueriesContext(connection) as captured:
        assert client.post(start_of(link), form)["Location"] == again == texts
    # Twice as a new one, the link between; then, in a transaction, who it is, locks, history.
    assert len(captured) == 8, [query["sql"][:80] for query in captured]


def test_a_choice_with_the_next_triad_takes_three_statements():
    triads = make_link(open_study(items=40, evaluations=96, evaluations_per_judge=2))
    visit(triads, choice_of, 2)
    assert visit(triads, choice_of, 2)["next"] == 3


def test_a_quota_is_counted_before_a_judge_begins_and_under_the_lock():
    link = make_link(open_study(items=40, evaluations=96), quota=9)
    visit(link)
    assert visit(link) == {"welcome": 2, "begin": 7, "texts": 1, "choice": 1, "thanks": 1}


def test_practice_takes_no_more_than_the_look_for_what_all_judges_share():
    plan = {"reference_text": "The one of 100."}
    study = open_rating_study(plan=plan, practice_triads=1, evaluations_per_judge=1)
    link = make_link(study)
    for client in (Client(), Client()):
        form = {"form_key": key_in(client.get(welcome_of(link))), "consent": "yes"}
        with CaptureQueriesContext(connection) as begun:
            practice = client.post(start_of(link), form)["Location"]
        client.post(practice, numbers_of(text_of(client.get(practice))))
        with CaptureQueriesContext(connection) as gone_on:
            client.post(f"{practice}next/")
    assert (len(begun), len(gone_on)) == (2, 3)
    kinds = [trial.kind for trial in link.study.trials.order_by("pk")]
    assert kinds == ["practice", "main"] * 2


def close(link):
    transitions.close(study=link.study, user=link.study.owner)


CHANGES = {
    "closed": close,
    "paused": lambda link: transitions.pause(study=link.study, user=link.study.owner),
    "ended": lambda link: Study.objects.update(ends_at=Now() - timedelta(seconds=1)),
    "revoked": lambda link: RecruitmentLink.objects.update(revoked_at=Now()),
    "expired": lambda link: RecruitmentLink.objects.update(expires_at=Now() - timedelta(seconds=1)),
    "full": lambda link: RecruitmentLink.objects.update(quota=1),
}


@pytest.mark.parametrize("classroom", [True, False], ids=["classroom", "guarded"])
@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES.keys())
def test_a_change_is_felt_by_the_next_request_of_a_process_that_knows_the_study(
    client, change, classroom
):
    link = make_link(open_study(items=40, evaluations=96), classroom=classroom)
    visit(link)
    page = client.get(welcome_of(link))
    assert "form_key" in text_of(page)
    change(link)
    refused = client.post(start_of(link), {"form_key": key_in(page), "consent": "yes"})
    assert refused.status_code != 303
    assert client.get(welcome_of(link)).status_code == refused.status_code
    assert link.study.judges.count() == 1


def test_a_judge_begins_by_the_link_as_it_is_now(client):
    link = make_link(open_study(items=40, evaluations=96), classroom=True)
    visit(link)
    page = client.get(welcome_of(link))
    RecruitmentLink.objects.update(language="de")
    client.post(start_of(link), {"form_key": key_in(page), "consent": "yes"})
    assert [judge.language for judge in link.study.judges.order_by("pk")] == ["en", "de"]


def test_a_judge_does_not_pass_by_a_visitor_who_came_to_wait_since():
    link = make_link(open_study(items=40, evaluations=96), classroom=True)
    seen, visitor = admission.arrive(link.token), admission.Visitor("k" * 16)
    until = Now() + timedelta(minutes=5)
    Waiting.objects.create(
        study=link.study, link=link, ticket="a", reason=Waiting.Reason.TRIADS, until=until
    )
    assert admission.begin_as_seen(seen, visitor, "0" * 64) is None
    Waiting.objects.all().delete()
    assert admission.begin_as_seen(seen, visitor, "0" * 64).judge.link == link


@pytest.mark.parametrize(
    ("opened", "given"),
    [
        (partial(open_study, items=40, evaluations=96), choice_of),
        (partial(open_rating_study, plan={"reference_text": "The one of 100."}), numbers_of),
    ],
)
def test_an_answer_after_closing_is_surplus_in_a_process_that_knows_the_study(
    client, opened, given
):
    link = make_link(opened())
    form = {"form_key": key_in(client.get(welcome_of(link))), "consent": "yes"}
    texts = client.post(start_of(link), form)["Location"]
    page = text_of(client.get(texts))
    close(link)
    client.post(texts, given(page))
    assert link.study.trials.get().state == "surplus"
