"""What happened is for reading only, by who may read it: a blind study gives nothing away."""

import pytest
from django.contrib import admin
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from studies.admin import access
from studies.models import Amendment, Answer, Event, Judge, Study, Triad, Trial, User
from studies.services.accounts import sharing
from studies.services.judging.answering.answers import answer
from studies.services.judging.trials import next_trial
from studies.services.lifecycle import amendments, erasure, transitions
from tests.factories import make_judge, make_link, open_study

pytestmark = pytest.mark.django_db

RECORDS = {
    model._meta.model_name: model for model in (Amendment, Answer, Event, Judge, Triad, Trial)
}
RESULTS = ("answer", "triad", "trial")


def run_study(owner: User, **fields: object) -> Study:
    """A study with a row in every table."""
    study = open_study(owner=owner, **fields)
    answer(code=next_trial(make_judge(make_link(study))).code, position=1)
    amendments.raise_evaluations(study=study, user=owner, evaluations=30, why="more")
    return study


def change(name: str) -> str:
    return f"/admin/studies/{name}/{RECORDS[name].objects.order_by('pk').first().pk}/change/"


@pytest.mark.parametrize("name", RECORDS)
def test_no_one_adds_changes_or_deletes(as_carol: Client, alice: User, name: str) -> None:
    run_study(alice)
    before = list(RECORDS[name].objects.values())
    assert as_carol.get(change(name)).status_code == 200
    assert as_carol.post(change(name), {"why": "x"}).status_code == 403
    assert as_carol.get(f"/admin/studies/{name}/add/").status_code == 403
    assert (
        as_carol.post(change(name).replace("change", "delete"), {"post": "yes"}).status_code == 403
    )
    assert list(RECORDS[name].objects.values()) == before


@pytest.mark.parametrize("name", RECORDS)
def test_only_the_owner_reads_them(
    as_alice: Client, as_bob: Client, alice: User, name: str
) -> None:
    run_study(alice)
    assert as_alice.get(f"/admin/studies/{name}/").context["cl"].result_count > 0
    assert as_alice.get(change(name)).status_code == 200
    assert as_bob.get(f"/admin/studies/{name}/").context["cl"].result_count == 0
    assert as_bob.get(change(name)).status_code == 302  # to the index: there is no such row


@pytest.mark.parametrize("name", RESULTS)
def test_a_blind_study_gives_nothing_away(
    as_alice: Client, as_carol: Client, alice: User, name: str
) -> None:
    study = run_study(alice, blind=True)
    for client in (as_alice, as_carol):
        assert client.get(f"/admin/studies/{name}/").context["cl"].result_count == 0
        assert client.get(change(name)).status_code == 302
    transitions.unseal(study=study, user=alice, why="looked")
    assert as_alice.get(f"/admin/studies/{name}/").context["cl"].result_count > 0


@pytest.mark.parametrize("name", RESULTS)
def test_a_recruiter_sees_no_results(as_bob: Client, alice: User, bob: User, name: str) -> None:
    sharing.share(study=run_study(alice), user=alice, email=bob.email, role="recruiter")
    assert as_bob.get(f"/admin/studies/{name}/").context["cl"].result_count == 0


@pytest.mark.parametrize("name", RECORDS)
def test_no_permission_of_a_judge_is_shown(as_carol: Client, alice: User, name: str) -> None:
    run_study(alice)
    secrets = [Trial.objects.get().code, Judge.objects.get().form_key]
    pages = as_carol.get(f"/admin/studies/{name}/").content + as_carol.get(change(name)).content
    assert [secret for secret in secrets if secret.encode() in pages] == []


@pytest.mark.parametrize("name", RECORDS)
def test_as_many_queries_for_three_rows_as_for_one(
    as_carol: Client, alice: User, name: str
) -> None:
    def queries() -> int:
        with CaptureQueriesContext(connection) as seen:
            as_carol.get(f"/admin/studies/{name}/")
        return len(seen)

    run_study(alice)
    one = queries()
    for _ in range(2):
        run_study(alice)
    assert queries() == one


@pytest.mark.parametrize("name", [*RECORDS, "sample", "study", "recruitmentlink"])
def test_no_filter_tells_what_is_not_shown(as_alice: Client, alice: User, name: str) -> None:
    run_study(alice, blind=True)
    for lookup in ("study__seed__startswith=0", "pk__gt=0", "code__startswith=a", "odd_position=1"):
        assert as_alice.get(f"/admin/studies/{name}/?{lookup}").status_code == 400
    assert as_alice.get(f"/admin/studies/{name}/?of=x").status_code in (200, 400)


def test_the_filter_by_study_names_own_and_shared_studies_only(as_bob: Client, alice: User) -> None:
    study = run_study(alice, title="Alice's secret title")
    response = as_bob.get(f"/admin/studies/event/?of={study.pk}")
    assert response.context["cl"].result_count == 0
    assert "secret title" not in response.content.decode()


def test_the_record_of_an_erased_study_stays_for_administrators(
    as_alice: Client, as_carol: Client, alice: User
) -> None:
    study = run_study(alice, title="Gone title")
    erasure.erase(study=study, user=alice)
    assert as_alice.get("/admin/studies/event/").context["cl"].result_count == 0
    page = as_carol.get("/admin/studies/event/").content.decode()
    assert "Erased" in page
    assert "Gone title" not in page


def test_times_are_shown_in_the_zone_of_the_reader_and_named(as_alice: Client, alice: User) -> None:
    alice.time_zone = "Asia/Kathmandu"
    alice.save()
    run_study(alice)
    page = as_alice.get("/admin/studies/answer/").content.decode()
    assert "+0545" in page
    assert "Times are shown in the time zone Asia/Kathmandu." in page


def test_every_table_of_a_study_is_kept_by_visible_to() -> None:
    """A new table in the admin must say who sees it."""
    from studies.admin.access import OfStudyAdmin

    ours = [a for m, a in admin.site._registry.items() if m._meta.app_label == "studies"]
    assert [type(a).__name__ for a in ours if not isinstance(a, OfStudyAdmin)] == ["PersonAdmin"]


HOSTILE = ("%00", "9" * 40, "<b>", "²")
QUERIES = {
    "study": ("status", "archived", "q", "p", "o"),
    "sample": ("of", "subject", "q"),
    "recruitmentlink": ("of", "personal", "q"),
    "answer": ("of", "p"),
}


@pytest.mark.parametrize("name", QUERIES)
def test_hostile_addresses_of_lists_are_no_server_error(as_carol: Client, name: str) -> None:
    for value in HOSTILE:
        query = "&".join(f"{parameter}={value}" for parameter in QUERIES[name])
        assert as_carol.get(f"/admin/studies/{name}/?{query}").status_code < 500
    assert as_carol.get(f"/admin/studies/{name}/{'9' * 40}/change/").status_code < 500


def test_a_list_ends_where_counting_would_take_long(
    monkeypatch: pytest.MonkeyPatch, as_alice: Client, alice: User
) -> None:
    """And says so: a million rows are counted in no list."""
    study = open_study(owner=alice)
    monkeypatch.setattr(access, "COUNTED_ROWS", 10)
    response = as_alice.get(f"/admin/studies/triad/?of={study.pk}")
    assert response.context["cl"].result_count == 10
    assert "This list ends after 10 rows." in response.content.decode()


@pytest.mark.parametrize("name", ["study", "sample", "triad", "trial", "answer", "judge"])
def test_no_list_reads_frozen_plans(name: str, as_alice: Client, alice: User) -> None:
    """Of a hundred thousand texts a plan is megabytes, in every row that is joined to its study."""
    run_study(alice)
    with CaptureQueriesContext(connection) as queries:
        assert as_alice.get(f"/admin/studies/{name}/").status_code == 200
    assert [query["sql"] for query in queries if '"plan_json"' in query["sql"]] == []


def test_a_far_page_joins_its_own_rows_alone(as_carol: Client, alice: User) -> None:
    study = open_study(owner=alice, evaluations=120)
    with CaptureQueriesContext(connection) as queries:
        page = as_carol.get(f"/admin/studies/triad/?of={study.pk}&p=3")
    shown = [triad.number for triad in page.context["cl"].result_list]
    numbers = study.triads.order_by("mode", "kind", "number").values_list("number", flat=True)
    assert shown == list(numbers)[100:150]
    [listed] = [query["sql"] for query in queries if "OFFSET 100" in query["sql"]]
    of_the_page = listed[listed.index(" IN (SELECT") :]
    assert "studies_sample" in listed
    assert "studies_sample" not in of_the_page
