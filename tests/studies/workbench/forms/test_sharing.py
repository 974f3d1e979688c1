"""Forms that share a study: which addresses a webhook may have."""

import pytest

from studies.workbench.forms.sharing import ShareForm, WebhookForm

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    "url",
    ["https://example.org/told", "https://93.184.215.14/", "https://[2606:2800:21f::1]:8443/x"],
)
def test_a_public_https_address_is_told(url: str) -> None:
    form = WebhookForm({"url": url})
    assert form.is_valid(), form.errors
    assert form.cleaned_data["url"] == url


@pytest.mark.parametrize(
    ("url", "words"),
    [
        ("http://example.org/", "Write an address that begins with https://."),
        ("ftp://example.org/", "Write an address that begins with https://."),
        ("https://me:secret@example.org/", "Leave out the user name and password"),
        ("https://localhost/", "This address is not on the public internet."),
        ("https://10.0.0.1/", "This address is not on the public internet."),
        ("https://169.254.169.254/latest", "This address is not on the public internet."),
        ("https://[::1]/", "This address is not on the public internet."),
        ("https://[fd00::1]/", "This address is not on the public internet."),
        ("https://", "Write a whole address"),
    ],
)
def test_other_addresses_are_refused_in_words(url: str, words: str) -> None:
    form = WebhookForm({"url": url})
    assert words in str(form.errors["url"])


@pytest.mark.parametrize(
    "typed",
    [
        "bob@example.org\u200b",
        "Lee, Bob <bob@example.org>",
        "mailto:bob@example.org",
        "\ufeffbob@example.org;",
    ],
)
def test_an_address_is_read_however_it_was_copied(typed: str) -> None:
    form = ShareForm({"email": typed, "role": "editor"})
    assert form.is_valid(), form.errors
    assert form.cleaned_data["email"] == "bob@example.org"


@pytest.mark.parametrize("typed", ["bob", "a@example.org, b@example.org", "\u200b", ""])
def test_anything_but_one_address_is_refused(typed: str) -> None:
    assert "email" in ShareForm({"email": typed, "role": "editor"}).errors


def test_a_role_is_one_of_three() -> None:
    assert ShareForm({"email": "bob@example.org", "role": "editor"}).is_valid()
    assert list(ShareForm({"email": "bob@example.org", "role": "owner"}).errors) == ["role"]
