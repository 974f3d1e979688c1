"""Content-Security-Policy as wholes: a source more, or a directive fewer, is another policy."""

from django.http import HttpResponseBase

NONE, SELF = {"'none'"}, {"'self'"}
OF_PAGES = {
    "default-src": NONE,
    "script-src": SELF,
    "style-src": SELF,
    "img-src": {"'self'", "data:"},
    "font-src": SELF,
    "connect-src": SELF,
    "form-action": SELF,
    "base-uri": NONE,
    "frame-ancestors": NONE,
    "manifest-src": SELF,
}
MTURK = {
    "https://worker.mturk.com",
    "https://workersandbox.mturk.com",
    "https://requester.mturk.com",
    "https://requestersandbox.mturk.com",
    "https://www.mturk.com",
}
# Of the judge's pages that stand in the frame of Mechanical Turk.
OF_FRAMED_PAGES = OF_PAGES | {"frame-ancestors": MTURK, "form-action": SELF | MTURK}
OF_IMAGES = {"default-src": NONE, "sandbox": set[str]()}


def policy_of(response: HttpResponseBase) -> dict[str, set[str]]:
    return read_policy(response["Content-Security-Policy"])


def read_policy(header: str) -> dict[str, set[str]]:
    """Return the sources of each directive; a directive that stands twice fails."""
    directives = [part.split() for part in header.split(";") if part.strip()]
    names = [name for name, *_sources in directives]
    assert len(names) == len(set(names)), header
    return {name: set(sources) for name, *sources in directives}
