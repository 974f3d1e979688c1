"""Sign-in by OpenID Connect, against a real provider: who gets which account, and who none."""

import copy
import http.client
from collections.abc import Iterator
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from allauth.socialaccount.models import SocialAccount
from django.core.management import call_command
from django.test import Client

from studies.models import User
from studies.services.accounts import second_factor
from tests.factories import make_user
from tests.stand_ins.openid_provider import Provider, provider

pytestmark = pytest.mark.django_db
BEGIN = "/sign-in/oidc/"
DORA = {
    "sub": "u-1",
    "email": "Dora@University.example",
    "email_verified": True,
    "given_name": "Dora",
    "family_name": "<b>Diaz",
}


@pytest.fixture(scope="module")
def running() -> Iterator[Provider]:
    with provider() as found:
        yield found


@pytest.fixture
def university(running: Provider, settings: Any) -> Provider:
    """The site's provider, honest again."""
    running.person, running.key = dict(DORA), "published"
    running.claims, running.userinfo, running.discovery = {}, {}, {}
    use(settings, running.issuer)
    return running


def use(settings: Any, issuer: str) -> None:
    providers = copy.deepcopy(settings.SOCIALACCOUNT_PROVIDERS)
    [app] = providers["openid_connect"]["APPS"]
    app |= {"provider_id": issuer, "settings": {"server_url": issuer}}
    settings.OIDC_ISSUER, settings.SOCIALACCOUNT_PROVIDERS = issuer, providers


def at_provider(address: str) -> str:
    """Sign in there, as a browser would; return the address it is sent back to."""
    parts = urlsplit(address)
    connection = http.client.HTTPConnection(parts.netloc, timeout=5)
    connection.request("GET", f"{parts.path}?{parts.query}")
    back = connection.getresponse().headers["Location"]
    connection.close()
    return back


def sign_in(client: Client, query: str = "") -> Any:
    begun = client.get(BEGIN + query)
    assert begun.status_code == 302, begun.content
    return client.get(at_provider(begun["Location"]))


def who(client: Client) -> str | None:
    key = client.session.get("_auth_user_id")
    return User.objects.get(pk=key).email if key else None


def refused(client: Client, status: int, words: str) -> None:
    """No one is signed in, no account was made, and the page says why."""
    accounts = User.objects.count()
    page = sign_in(client)
    assert page.status_code == status
    assert words in page.content.decode()
    assert who(client) is None
    assert User.objects.count() == accounts


def test_a_new_person_gets_a_researchers_account_without_a_password(university, client):
    page = sign_in(client, "?next=/admin/profile/")
    assert (page.status_code, page["Location"]) == (302, "/admin/profile/")
    dora = User.objects.get(email="dora@university.example")
    assert who(client) == dora.email
    assert (dora.first_name, dora.last_name) == ("Dora", "<b>Diaz")
    assert (dora.is_staff, dora.is_superuser, dora.has_usable_password()) == (True, False, False)
    assert dora.has_perm("studies.add_study")
    assert "<b>Diaz" not in client.get("/admin/profile/").content.decode()
    assert SocialAccount.objects.get(user=dora).extra_data == {}  # nothing else is kept


def test_the_same_person_keeps_the_account_when_the_address_changes(university, client):
    sign_in(client)
    university.person["email"] = "dora.diaz@university.example"
    sign_in(Client())
    assert User.objects.filter(email__icontains="dora").count() == 1


def test_an_account_that_was_here_is_found_by_its_verified_address(university, client):
    dora = make_user(email="dora@university.example")
    sign_in(client)
    assert who(client) == dora.email
    assert User.objects.filter(email__iexact=DORA["email"]).count() == 1


@pytest.mark.parametrize("email", ["eve@elsewhere.example", "eve@x.university.example", "eve", ""])
def test_another_domain_is_refused(university, client, email):
    university.person["email"] = email
    refused(client, 403, "accounts here" if "@" in email else "did not tell your e-mail address")


@pytest.mark.parametrize("verified", [False, None, "false", 1, "yes"])
def test_an_address_that_is_not_verified_is_nobodys(university, client, verified):
    make_user(email="dora@university.example")
    university.person["email_verified"] = verified
    refused(client, 403, "does not say that dora@university.example is verified")


def test_a_provider_that_gives_the_addresses_may_say_nothing_of_them(university, client, settings):
    del university.person["email_verified"]
    refused(client, 403, "is verified")
    settings.OIDC_TRUST_EMAIL = True
    sign_in(client)
    assert who(client) == "dora@university.example"
    university.person["email_verified"] = False
    refused(Client(), 403, "is verified")


def test_an_address_given_to_another_person_does_not_give_the_account(university, client):
    sign_in(client)
    university.person["sub"] = "u-2"
    refused(Client(), 403, "is of another person at Example University")


def test_a_sub_of_another_issuer_is_another_person(university, client):
    eve = make_user(email="eve@university.example")
    SocialAccount.objects.create(user=eve, provider="https://old.example", uid=DORA["sub"])
    sign_in(client)
    assert who(client) == "dora@university.example"


def test_a_blocked_account_stays_blocked(university, client):
    make_user(email="dora@university.example", is_active=False)
    refused(client, 403, "Your account here is blocked.")
    assert not SocialAccount.objects.exists()


def test_who_was_here_and_is_blocked_now_is_refused(university, client):
    sign_in(client)
    User.objects.filter(email="dora@university.example").update(is_active=False)
    refused(Client(), 403, "Your account here is blocked.")


def test_administrators_and_second_factors_are_not_gone_round(university, client):
    dora = make_user(email="dora@university.example", is_superuser=True)
    refused(client, 403, "sign in with their password")
    User.objects.filter(pk=dora.pk).update(is_superuser=False)
    second_factor.begin(user=dora).__class__.objects.update(confirmed=True)
    refused(client, 403, "sign in with their password")
    assert not SocialAccount.objects.exists()


def test_an_account_without_a_password_cannot_shut_itself_out_by_a_second_factor(
    university, client
):
    sign_in(client)
    page = client.post("/admin/profile/second-factor/", {"action": "begin"}, follow=True)
    shown = page.content.decode()
    assert "you have no password here" in shown
    assert "Change password" not in shown
    assert not second_factor.beginning(User.objects.get(email="dora@university.example"))


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("nonce", "of another visit"),
        ("nonce", None),
        ("aud", "another-site"),
        ("azp", "another-site"),
        ("iss", "https://another.example"),
        ("exp", 1_000_000_000),
        ("sub", "of another person"),
    ],
)
def test_an_identity_token_for_another_visit_site_or_person_is_refused(
    university, client, key, value
):
    university.claims = {key: value}
    refused(client, 502, "could not be checked")


def test_a_sub_is_as_long_as_can_be_stored(university, client):
    university.person["sub"] = "u" * 191
    sign_in(client)
    assert who(client) == "dora@university.example"
    for wrong in ("u" * 192, "", "ü", "u\0"):
        university.person["sub"] = wrong
        refused(Client(), 502, "could not be checked")


@pytest.mark.parametrize("key", ["unknown", "none", "shared"])
def test_a_token_that_the_provider_did_not_sign_is_refused(university, client, key):
    university.key = key
    refused(client, 502, "could not be checked")


def test_a_provider_that_calls_itself_otherwise_is_refused(university, client):
    university.discovery = {"issuer": "https://another.example"}
    page = client.get(BEGIN)
    assert (page.status_code, "could not be checked" in page.content.decode()) == (502, True)


def test_a_state_is_of_one_browser_and_used_once(university, client):
    begun = client.get(BEGIN)
    back = at_provider(begun["Location"])
    other = Client()
    for browser, address in [(other, back), (client, back.replace("state=", "state=x"))]:
        page = browser.get(address)
        assert (page.status_code, who(browser)) == (400, None)
        assert "begun in another browser" in page.content.decode()
    assert client.get(back).status_code == 302
    client.logout()
    assert (client.get(back).status_code, who(client)) == (400, None)


def test_who_changes_their_mind_at_the_provider_is_told_so(university, client):
    state = parse_qs(urlsplit(client.get(BEGIN)["Location"]).query)["state"][0]
    page = client.get(f"{BEGIN}callback/?error=access_denied&state={state}")
    assert "You did not sign in there." in page.content.decode()


def test_a_provider_that_is_away_is_said_in_words(university, client, settings):
    back = at_provider(client.get(BEGIN)["Location"])
    use(settings, "http://127.0.0.1:9/gone")
    page = Client().get(BEGIN)
    assert (page.status_code, page["Retry-After"]) == (503, "60")
    assert "Example University cannot be reached just now." in page.content.decode()
    assert client.get(back).status_code == 400  # a state of another provider


@pytest.mark.parametrize("target", ["https://evil.example/", "//evil.example", "javascript:x"])
def test_no_one_is_sent_to_another_site_afterwards(university, client, target):
    assert sign_in(client, f"?next={target}")["Location"] == "/studies/"


def test_what_a_visitor_adds_to_the_address_is_not_passed_on(university, client):
    begun = client.get(f"{BEGIN}?scope=admin&auth_params=prompt%3Dnone&process=connect")
    assert "admin" not in begun["Location"]
    assert "prompt" not in begun["Location"]


def test_its_tables_are_those_of_its_migrations():
    """A setting that changes a column of django-allauth's would be found by nothing else."""
    call_command("makemigrations", check_changes=True, dry_run=True, verbosity=0)


def test_the_sign_in_page_leads_there_and_keeps_the_way(client):
    page = client.get("/admin/login/?next=/admin/profile/").content.decode()
    assert 'href="/sign-in/oidc/?next=%2Fadmin%2Fprofile%2F"' in page
    assert "Sign in with Example University" in page
