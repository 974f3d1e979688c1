"""A browser without JavaScript and without cookies, for one judge."""

import http.client
import re
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from html import unescape
from urllib.parse import urlencode, urljoin, urlsplit

from studies.virtual_judges.pages import Form, forms_of

TIMEOUT = 30.0
MOST_REDIRECTS = 5
REFRESH = re.compile(r'<meta http-equiv="refresh" content="\d+;url=([^"]*)"')
REDIRECTS = (301, 302, 303, 307, 308)
# What a server looks like that was just restarted, or has closed an idle connection.
LOST = (http.client.HTTPException, ConnectionError, TimeoutError)


class UnreachableError(Exception):
    """Nothing answers at the address."""


@dataclass(frozen=True, slots=True)
class Page:
    """A page: its address, status, headers and text."""

    url: str
    status: int
    headers: Mapping[str, str]
    html: str

    @property
    def forms(self) -> list[Form]:
        return forms_of(self.html)

    @property
    def form(self) -> Form | None:
        """The page's first form: a judge's page has one thing to do next."""
        return next(iter(self.forms), None)

    @property
    def trial_code(self) -> str:
        """The code in the address of a page of texts; else empty."""
        parts = urlsplit(self.url).path.split("/")
        return parts[2] if len(parts) > 2 and parts[1] == "t" else ""

    @property
    def shows_texts(self) -> bool:
        return self.form is not None and (self.form.is_triad or self.form.is_sheet)

    @property
    def again_at(self) -> str:
        """The address at which the page comes again by itself, which keeps a place in a row."""
        found = REFRESH.search(self.html)
        return unescape(found[1]) if found else self.url

    def retry_after(self, *, at_most: float) -> float:
        """Return the seconds after which the page asks to come again, `at_most` as many."""
        told = self.headers.get("retry-after", "")
        return min(max(float(told) if told.isdigit() else 1.0, 0.1), at_most)


class Browser:
    """A browser with one kept connection; `timed` gets the step and the seconds of each request."""

    def __init__(self, base_url: str, timed: Callable[[str, float], None]) -> None:
        self._base = urlsplit(base_url)
        self._timed = timed
        self._connection: http.client.HTTPConnection | None = None

    def get(self, url: str, *, step: str) -> Page:
        return self._follow("GET", url, None, step)

    def submit(
        self, page: Page, form: Form, values: Mapping[str, str | list[str]], *, step: str
    ) -> Page:
        """Send a form of a page with its hidden fields and these values."""
        body = urlencode({**form.hidden, **values}, doseq=True)
        return self._follow("POST", urljoin(page.url, form.action), body, step)

    def close(self) -> None:
        if self._connection is not None:
            self._connection.close()
            self._connection = None

    def _follow(self, method: str, url: str, body: str | None, step: str) -> Page:
        for _ in range(MOST_REDIRECTS):
            page = self._timed_request(method, url, body, step)
            if page.status not in REDIRECTS:
                return page
            method, body, step = "GET", None, "texts"
            url = urljoin(url, page.headers["location"])
        raise UnreachableError(f"{url} redirects for ever")

    def _timed_request(self, method: str, url: str, body: str | None, step: str) -> Page:
        begin = time.perf_counter()
        try:
            page = self._request(method, url, body)
        except LOST:
            # The server has closed the idle connection. Sending a choice twice does no harm.
            self.close()
            begin = time.perf_counter()
            try:
                page = self._request(method, url, body)
            except LOST as error:
                raise UnreachableError(f"{self._base.geturl()} does not answer: {error}") from error
        self._timed(step, time.perf_counter() - begin)
        return page

    def _request(self, method: str, url: str, body: str | None) -> Page:
        parts = urlsplit(url)
        if parts.netloc not in ("", self._base.netloc):
            raise UnreachableError(f"{parts.netloc} is not the server under rehearsal")
        target = parts.path + (f"?{parts.query}" if parts.query else "")
        headers = {"Accept": "text/html"}
        if body is not None:
            headers["Content-Type"] = "application/x-www-form-urlencoded"
        connection = self._connected()
        connection.request(method, target, body=body, headers=headers)
        response = connection.getresponse()
        html = response.read().decode("utf-8", "replace")
        found = {name.lower(): value for name, value in response.getheaders()}
        return Page(url=url, status=response.status, headers=found, html=html)

    def _connected(self) -> http.client.HTTPConnection:
        if self._connection is None:
            secure = self._base.scheme == "https"
            kind = http.client.HTTPSConnection if secure else http.client.HTTPConnection
            self._connection = kind(self._base.netloc, timeout=TIMEOUT)
        return self._connection
