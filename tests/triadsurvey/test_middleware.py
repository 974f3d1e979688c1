"""The client's address behind proxies; what judges' pages go past."""

import pytest
from axes.models import AccessAttempt
from django.http import HttpRequest, HttpResponse
from django.test import Client, RequestFactory

from triadsurvey.middleware import NO_ACCOUNT, client_address, page, past_accounts


def address_seen(forwarded: str) -> str:
    """Return the address that a view sees of a request from 10.0.0.9, the last proxy."""
    seen = []

    def view(request: HttpRequest) -> HttpResponse:
        seen.append(request.META["REMOTE_ADDR"])
        return HttpResponse()

    headers = {"x-forwarded-for": forwarded}
    client_address(view)(RequestFactory().get("/", headers=headers, REMOTE_ADDR="10.0.0.9"))
    [address] = seen
    return address


@pytest.mark.parametrize(
    ("proxies", "forwarded", "address"),
    [
        (0, "6.6.6.6", "10.0.0.9"),
        (1, "192.0.2.7", "192.0.2.7"),
        (1, "6.6.6.6, 192.0.2.7", "192.0.2.7"),
        (2, "6.6.6.6, 192.0.2.7, 10.0.0.8", "192.0.2.7"),
        (2, "192.0.2.7", "10.0.0.9"),
        (1, "192.0.2.7:5555", "192.0.2.7"),
        (1, "2001:DB8::7", "2001:db8::7"),
        (1, "[2001:db8::7]", "2001:db8::7"),
        (1, '"[2001:db8::7]:5555"', "2001:db8::7"),
        (1, "fe80::7%eth0", "fe80::7"),
        (1, "::ffff:192.0.2.7", "192.0.2.7"),
        *((1, nothing, "10.0.0.9") for nothing in ("", "unknown", "_hidden", "a.example", ":80")),
        (1, "6.6.6.6, unknown", "10.0.0.9"),
        (1, "1" * 5000, "10.0.0.9"),
    ],
)
def test_what_our_proxies_wrote_is_believed_and_no_more(
    settings, proxies: int, forwarded: str, address: str
) -> None:
    settings.TRUSTED_PROXIES = proxies
    assert address_seen(forwarded) == address


@pytest.mark.django_db
@pytest.mark.parametrize("forwarded", ["192.0.2.7:5555", "unknown", "", None, "x" * 300])
def test_a_wrong_password_behind_any_proxy_is_answered_and_counted(settings, forwarded) -> None:
    settings.TRUSTED_PROXIES = 1
    headers = {} if forwarded is None else {"x-forwarded-for": forwarded}
    form = {"username": "a@example.org", "password": "wrong"}
    for _ in range(settings.AXES_FAILURE_LIMIT):
        answer = Client().post("/admin/login/", form, headers=headers)
    assert answer.status_code == 429
    [attempt] = AccessAttempt.objects.all()
    assert attempt.failures_since_start == settings.AXES_FAILURE_LIMIT
    expected = "192.0.2.7" if forwarded == "192.0.2.7:5555" else "127.0.0.1"
    assert attempt.ip_address == expected


@pytest.mark.django_db
def test_a_wrong_password_over_a_socket_in_the_file_system_is_answered() -> None:
    form = {"username": "a@example.org", "password": "wrong"}
    assert Client(REMOTE_ADDR="").post("/admin/login/", form).status_code == 200
    assert AccessAttempt.objects.count() == 1


@pytest.mark.django_db
def test_a_nul_in_an_address_is_no_page(client) -> None:
    assert client.get("/i/a%00b/").status_code == 404
    assert client.get("/r/a%00b/").status_code == 404
    assert client.get("/admin/login/?next=%00").status_code == 404


@pytest.mark.django_db
def test_a_nul_in_a_cookie_is_no_session(client) -> None:
    headers = {"cookie": 'sessionid="a\\000b"'}
    assert client.get("/admin/", headers=headers).status_code == 302
    assert client.get("/admin/login/", headers=headers).status_code == 200


@pytest.mark.parametrize("path", [*NO_ACCOUNT, "/admin/"])
def test_pages_that_look_for_no_account_go_past_the_middlewares_for_accounts(path):
    passed = []
    view = page(lambda request: HttpResponse("page"))

    def for_accounts(request: HttpRequest) -> HttpResponse:
        passed.append(request.path)
        return view(request)

    assert past_accounts(for_accounts)(RequestFactory().get(f"{path}x")).content == b"page"
    assert passed == (["/admin/x"] if path == "/admin/" else [])


@pytest.mark.django_db
def test_a_judges_page_has_no_session(client):
    assert not hasattr(client.get("/j/nowhere/").wsgi_request, "session")
    assert hasattr(client.get("/plan/").wsgi_request, "session")
