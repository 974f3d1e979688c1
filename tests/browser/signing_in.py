"""Signing in as a researcher does."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from playwright.sync_api import Page


def sign_in(page: "Page", address: str, email: str = "ann@example.org") -> None:
    """Open an address that asks for signing in, and do so."""
    page.goto(address)
    # The page puts the focus there with its first frame; Chromium notes that it could not where
    # something was typed before.
    page.wait_for_selector("#id_username:focus")
    page.fill("#id_username", email)
    page.fill("#id_password", "secret-pass-1")
    page.press("#id_password", "Enter")
