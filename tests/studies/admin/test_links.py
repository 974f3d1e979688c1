"""Recruitment links: made, shown whole, counted, revoked; personal ones from a pasted list."""

from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from studies.models import Event, RecruitmentLink, Study, User
from studies.services.accounts import sharing
from studies.services.judging.answering.answers import answer
from studies.services.judging.trials import next_trial
from studies.services.lifecycle import transitions
from studies.workbench.recruiting.links import link_page, new_link_page
from tests.factories import make_judge, make_link, make_study, open_study
from tests.studies.admin.test_study_list import cells

pytestmark = pytest.mark.django_db

LIST = "/admin/studies/recruitmentlink/"
FORM = {
    "panel": "experts",
    "mode": "live",
    "quota": "",
    "expires_at_0": "",
    "expires_at_1": "",
    "done_code": "",
    "done_url": "",
    "screened_out_code": "",
    "screened_out_url": "",
    "no_consent_code": "",
    "no_consent_url": "",
}


def errors(response: Any) -> dict[str, list[str]]:
    return {name: list(found) for name, found in response.context["form"].errors.items()}


def add(client: Client, study: Study, **values: Any) -> Any:
    return client.post(new_link_page(study), {**FORM, **values})


change = link_page


def test_a_link_is_made_and_shown_with_its_whole_address(as_alice: Client, alice: User) -> None:
    study = open_study(owner=alice)
    response = add(as_alice, study)
    link = RecruitmentLink.objects.get()
    assert response["Location"] == change(link)
    page = as_alice.get(change(link)).content.decode()
    address = f"http://testserver/j/{link.token}/"
    assert f'<code id="address">{address}</code>' in page
    assert f"Take part here: {address}" in page
    assert study.subject_a not in page.partition("A message to send")[2].partition("</p>")[0]
    assert Event.objects.filter(what="recruitmentlink added", who=alice).exists()
    for moved in ("revoke/", "qr.svg"):
        assert as_alice.get(f"{LIST}{link.pk}/{moved}")["Location"] == f"{change(link)}{moved}"


def test_a_link_is_made_by_those_who_may_recruit(as_bob: Client, alice: User, bob: User) -> None:
    for role, status in (("editor", 302), ("recruiter", 302), ("analyst", 404)):
        study = make_study(owner=alice, title=role)
        sharing.share(study=study, user=alice, email=bob.email, role=role)
        assert add(as_bob, study).status_code == status
    assert add(as_bob, make_study(owner=alice)).status_code == 404
    assert RecruitmentLink.objects.count() == 2


def test_the_old_addresses_lead_to_the_links_own(as_alice: Client, as_bob: Client, alice: User):
    link = make_link(make_study(owner=alice))
    assert as_alice.get(f"{LIST}{link.pk}/change/")["Location"] == link_page(link)
    old = f"{LIST}add/?study={link.study_id}"
    assert as_alice.get(old)["Location"] == new_link_page(link.study)
    assert as_bob.get(old)["Location"] == "/studies/"
    assert as_bob.get(f"{LIST}{link.pk}/change/").status_code == 404


@pytest.mark.parametrize(
    "address",
    [
        *("http://example.org/", "javascript:alert(1)", "ftp://example.org/", "https:/x", "a b"),
        *("https://example.org/{token}", "https://example.org/{", "https://example.org/{ code}"),
        *("https://example.org/?survey_code=XXXX", "https://example.org/?RID=[%RID%]"),
    ],
)
def test_return_addresses_are_https_only(as_alice: Client, alice: User, address: str) -> None:
    study = make_study(owner=alice)
    response = add(as_alice, study, done_url=address)
    assert response.status_code == 422
    assert list(errors(response)) == ["done_url"]
    assert len(errors(response)["done_url"]) == 1
    # The mistake is not folded away.
    assert response.context["form"].shown_sections()[-1].open


def test_a_return_address_may_hold_placeholders(as_alice: Client, alice: User) -> None:
    study = make_study(owner=alice)
    address = "https://panel.example.org/back?cc={code}&id={external_id}"
    add(as_alice, study, done_url=address)
    assert RecruitmentLink.objects.get().done_url == address


def test_what_is_copied_holds_nothing_that_cannot_be_seen(as_alice: Client, alice: User) -> None:
    """Prolific knows no code with a zero-width space."""
    given = {
        "done_code": "C1\u200b",
        "done_url": "https://a.example/?cc=C1\ufeff",
        "id_parameter": "pid\u00ad",
    }
    add(as_alice, make_study(owner=alice), **given)
    link = RecruitmentLink.objects.get()
    found = link.done_code, link.done_url, link.id_parameter
    assert found == ("C1", "https://a.example/?cc=C1", "pid")


@pytest.mark.parametrize("quota", ["0", "-1", "many", "9" * 30])
def test_an_absurd_quota_is_refused_in_words(as_alice: Client, alice: User, quota: str) -> None:
    response = add(as_alice, make_study(owner=alice), quota=quota)
    assert errors(response) == {
        "quota": ["Write a whole number from 1 on, or leave the field empty."]
    }


def test_study_and_mode_stay_what_they_were(as_alice: Client, alice: User) -> None:
    link = make_link(make_study(owner=alice))
    other = make_study(owner=alice)
    as_alice.post(change(link), {**FORM, "panel": "new", "study": other.pk, "mode": "pilot"})
    link.refresh_from_db()
    assert (link.panel, link.mode, link.study_id == other.pk) == ("new", "live", False)


def test_more_time_lets_the_owner_be_told_again(as_alice: Client, alice: User) -> None:
    link = make_link(make_study(owner=alice), quota=1, expiry_told_at=timezone.now())
    as_alice.post(change(link), {**FORM, "quota": "2"})
    link.refresh_from_db()
    assert (link.quota, link.expiry_told_at) == (2, None)


def test_revoking_asks_first(as_alice: Client, alice: User) -> None:
    link = make_link(open_study(owner=alice))
    url = f"{link_page(link)}revoke/"
    assert "This cannot be undone" in as_alice.get(url).content.decode()
    link.refresh_from_db()
    assert link.revoked_at is None
    for _ in range(2):
        as_alice.post(url)
    assert RecruitmentLink.objects.usable().count() == 0
    assert Event.objects.filter(what="link revoked").count() == 1


def test_others_come_to_no_page_of_a_link(as_bob: Client, alice: User, bob: User) -> None:
    study = open_study(owner=alice)
    link = make_link(study, panel="secret panel")
    sharing.share(study=study, user=alice, email=bob.email, role="analyst")
    assert link.token not in as_bob.get(LIST).content.decode()
    assert as_bob.get(change(link)).status_code == 404
    assert as_bob.post(change(link), FORM).status_code == 404
    assert as_bob.post(f"{change(link)}revoke/").status_code == 404
    assert as_bob.post(f"/studies/{study.code}/people/personal-links/", {}).status_code == 404
    assert RecruitmentLink.objects.values_list("revoked_at", flat=True).get() is None


def test_the_list_takes_as_many_queries_for_three_links_as_for_one(
    as_alice: Client, alice: User
) -> None:
    def queries() -> int:
        with CaptureQueriesContext(connection) as seen:
            as_alice.get(LIST)
        return len(seen)

    make_judge(make_link(open_study(owner=alice)))
    one = queries()
    for _ in range(2):
        make_judge(make_link(open_study(owner=alice)))
    assert queries() == one


def lines(study: Study, client: Client, text: str, **more: Any) -> Any:
    values = {"panel": "experts", "lines": text, "mode": "live", "expires_at": "", **more}
    return client.post(f"/studies/{study.code}/people/personal-links/", values)


def test_personal_links_are_counted_before_they_are_made(as_alice: Client, alice: User) -> None:
    study = make_study(owner=alice)
    response = lines(study, as_alice, "Ann\n\n bob@example.org \nann\nCarl", check="1")
    page = response.content.decode()
    assert "3 personal links will be made." in page
    assert "1 line is a repetition" in page
    assert not RecruitmentLink.objects.exists()
    made = lines(study, as_alice, "Ann\n\n bob@example.org \nann\nCarl", make="3")
    assert made.status_code == 302
    links = RecruitmentLink.objects.order_by("pk")
    assert [link.addressee for link in links] == ["Ann", "bob@example.org", "Carl"]
    assert {(link.panel, link.personal, link.mode) for link in links} == {("experts", True, "live")}
    assert len({link.token for link in links}) == 3


def test_two_clicks_make_each_link_once(as_alice: Client, alice: User) -> None:
    study = make_study(owner=alice)
    for _ in range(2):
        lines(study, as_alice, "Ann\nBob", make="2")
    assert RecruitmentLink.objects.count() == 2


def test_another_list_than_the_one_read_back_makes_nothing(as_alice: Client, alice: User) -> None:
    study = make_study(owner=alice)
    for promised in ("2", "x", "", "9" * 30):
        response = lines(study, as_alice, "Ann\nBob\nCarl", make=promised)
        assert response.status_code == 200
    assert not RecruitmentLink.objects.exists()


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("\n \n", "Write something here: this is needed."),
        ("x" * 255, "Entry 1 is longer than 254 characters"),
        ("\n".join(str(n) for n in range(10_001)), "These are 10001 people; at most 10000"),
        ("An\x00n", "Null characters are not allowed."),
    ],
)
def test_an_absurd_list_is_refused_in_words(
    as_alice: Client, alice: User, text: str, sentence: str
) -> None:
    response = lines(make_study(owner=alice), as_alice, text, make="1")
    assert response.status_code == 422
    assert sentence in response.context["form"].errors["lines"][0]
    assert not RecruitmentLink.objects.exists()


def test_names_are_shown_as_they_are(as_alice: Client, alice: User) -> None:
    page = lines(make_study(owner=alice), as_alice, "<b>Ann</b>", check="1").content.decode()
    assert "&lt;b&gt;Ann&lt;/b&gt;" in page
    assert "<b>Ann</b>" not in page


def test_no_new_links_for_an_archived_study(as_alice: Client, alice: User) -> None:
    study = make_study(owner=alice)
    transitions.archive(study=study, user=alice)
    assert add(as_alice, study)["Location"] == f"/studies/{study.code}/"
    assert not RecruitmentLink.objects.exists()


def test_the_list_counts_who_began_and_who_completed(as_alice: Client, alice: User) -> None:
    link = make_link(open_study(owner=alice))
    for _ in range(2):
        judge = make_judge(link)
    answer(code=next_trial(judge).code, position=1)
    page = as_alice.get(LIST).content.decode()
    assert [cells(page, column) for column in ("began", "completed")] == [["2"], ["1"]]
