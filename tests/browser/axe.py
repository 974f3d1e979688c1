"""What axe finds against a page in the browser."""

from typing import TYPE_CHECKING, Any

from axe_playwright_python.base import AXE_SCRIPT
from axe_playwright_python.sync_playwright import Axe

if TYPE_CHECKING:
    from playwright.sync_api import Page

# WCAG 2.2 AA and axe's own best practices. Only what fails is gathered: to describe all elements
# that satisfy a rule takes as long as to look at them.
OPTIONS = {
    "runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
    "resultTypes": ["violations"],
}
# What a page in other colours can still break.
COLOURS = {
    **OPTIONS,
    "runOnly": {"type": "rule", "values": ["color-contrast", "link-in-text-block"]},
}


def violations(
    page: "Page", within: str | None = None, options: dict[str, Any] = OPTIONS
) -> list[str]:
    """Rule and elements of each; none is what is hoped for."""
    there = page.evaluate("'axe' in window")  # from an earlier look at the same page
    axe = Axe("null" if there else AXE_SCRIPT)
    found: list[dict[str, Any]] = axe.run(page, within, options).response["violations"]
    return [
        f"{rule['id']}: {node['html']} ({node['failureSummary']})"
        for rule in found
        for node in rule["nodes"]
    ]
