"""A researcher at the pages, over HTTP: reads forms, fills fields, sends them."""

import csv
import io
from dataclasses import dataclass, field
from html.parser import HTMLParser
from http.client import HTTPConnection
from http.cookies import SimpleCookie
from urllib.parse import urlencode, urljoin, urlsplit

BOUNDARY = "----researcher-7d1f6c"


@dataclass
class Form:
    """A form as it stands on the page, with what its fields hold."""

    action: str
    values: dict[str, str] = field(default_factory=dict)
    options: dict[str, dict[str, str]] = field(default_factory=dict)
    files: set[str] = field(default_factory=set)
    buttons: list[tuple[str, str]] = field(default_factory=list)

    @property
    def names(self) -> set[str]:
        return {*self.values, *self.options, *self.files}


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.forms: list[Form] = []
        self.text: list[str] = []
        self._select = self._textarea = self._option = ""
        self._silent = 0
        self._inside = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        at = {name: value or "" for name, value in attrs}
        if tag in ("script", "style"):
            self._silent += 1
        if tag == "form":
            self.forms.append(Form(at.get("action", "")))
            self._inside = True
        if not self._inside:
            return
        form, name = self.forms[-1], at.get("name", "")
        if tag == "input":
            self._input(form, name, at)
        elif tag == "textarea":
            self._textarea = name
            form.values[name] = ""
        elif tag == "select":
            self._select = name
            form.options[name] = {}
        elif tag == "option" and self._select:
            self._option = at.get("value", "")
            form.options[self._select][self._option] = ""
            if "selected" in at or self._select not in form.values:
                form.values[self._select] = self._option
        elif tag == "button":
            form.buttons.append((name, at.get("value", "")))

    @staticmethod
    def _input(form: Form, name: str, at: dict[str, str]) -> None:
        kind = at.get("type", "text")
        if kind == "file":
            form.files.add(name)
        elif kind in ("checkbox", "radio"):
            form.options.setdefault(name, {})[at.get("value", "on")] = ""
            if "checked" in at:
                form.values[name] = at.get("value", "on")
        elif kind in ("submit", "button"):
            form.buttons.append((name, at.get("value", "")))
        else:
            form.values[name] = at.get("value", "")

    def handle_endtag(self, tag: str) -> None:
        if tag in ("script", "style"):
            self._silent -= 1
        elif tag == "form":
            self._inside = False
        elif tag == "select":
            self._select = self._option = ""
        elif tag == "textarea":
            self._textarea = ""

    def handle_data(self, data: str) -> None:
        if self._silent:
            return
        if self._textarea:
            # A browser drops the first line break of a text area.
            value = self.forms[-1].values[self._textarea] + data
            self.forms[-1].values[self._textarea] = value.removeprefix("\n")
        elif self._select:
            options = self.forms[-1].options[self._select]
            if self._option in options:
                options[self._option] = (options[self._option] + data).strip()
        else:
            self.text.append(data)


@dataclass(frozen=True)
class Page:
    """What came back: its address after redirects, status and body."""

    url: str
    status: int
    body: str

    def _read(self) -> _Reader:
        reader = _Reader()
        reader.feed(self.body)
        return reader

    @property
    def text(self) -> str:
        """What a person reads, in one line."""
        return " ".join(" ".join(self._read().text).split())

    def form_with(self, name: str) -> Form:
        """The form that has a field of this name."""
        found = [form for form in self._read().forms if name in form.names]
        assert found, f"no form with {name} on {self.url}: {self.text[:600]}"
        return found[0]

    def form_to(self, action: str) -> Form:
        """The form that is sent to this address, or to the page's own."""
        forms = self._read().forms
        found = [form for form in forms if urlsplit(urljoin(self.url, form.action)).path == action]
        assert found, f"no form to {action} on {self.url}: {self.text[:600]}"
        return found[0]

    def rows(self) -> list[dict[str, str]]:
        """The page as CSV."""
        return list(csv.DictReader(io.StringIO(self.body)))


class Researcher:
    """A browser with cookies, signed in."""

    def __init__(self, base_url: str, email: str, password: str) -> None:
        self._host = urlsplit(base_url).netloc
        self._base_url = base_url
        self._cookies: dict[str, str] = {}
        page = self.get("/admin/")
        self.submit(page, page.form_with("password"), {"username": email, "password": password})
        assert self.get("/admin/").url.endswith("/admin/")

    def get(self, path: str) -> Page:
        return self._follow("GET", urljoin(self._base_url, path), None, "")

    def submit(
        self,
        page: Page,
        form: Form,
        values: dict[str, str],
        files: dict[str, tuple[str, bytes]] | None = None,
    ) -> Page:
        """Send a form of a page as it stands, but for these values."""
        url = urljoin(page.url, form.action) if form.action else page.url
        filled = {**form.values, **values}
        if form.files:
            kind = f"multipart/form-data; boundary={BOUNDARY}"
            return self._follow("POST", url, _multipart(filled, files or {}), kind)
        body = urlencode(filled).encode()
        return self._follow("POST", url, body, "application/x-www-form-urlencoded")

    def _follow(self, method: str, url: str, body: bytes | None, kind: str) -> Page:
        for _ in range(6):
            status, location, text = self._request(method, url, body, kind)
            if status not in (301, 302, 303):
                return Page(url, status, text)
            method, body, url = "GET", None, urljoin(url, location)
        raise AssertionError(f"{url} redirects for ever")

    def _request(
        self, method: str, url: str, body: bytes | None, kind: str
    ) -> tuple[int, str, str]:
        parts = urlsplit(url)
        assert parts.netloc == self._host
        headers = {"Cookie": "; ".join(f"{name}={value}" for name, value in self._cookies.items())}
        if body is not None:
            headers |= {"Content-Type": kind, "Origin": self._base_url, "Referer": url}
        connection = HTTPConnection(self._host, timeout=60)
        target = parts.path + (f"?{parts.query}" if parts.query else "")
        connection.request(method, target, body=body, headers=headers)
        response = connection.getresponse()
        text = response.read().decode()
        for cookie in response.headers.get_all("Set-Cookie") or []:
            self._cookies.update({m.key: m.value for m in SimpleCookie(cookie).values()})
        connection.close()
        return response.status, response.headers.get("Location", ""), text


def _multipart(values: dict[str, str], files: dict[str, tuple[str, bytes]]) -> bytes:
    parts = []
    for name, value in values.items():
        head = f'Content-Disposition: form-data; name="{name}"'
        parts.append(f"--{BOUNDARY}\r\n{head}\r\n\r\n{value}\r\n".encode())
    for name, (file_name, content) in files.items():
        head = f'Content-Disposition: form-data; name="{name}"; filename="{file_name}"'
        head += "\r\nContent-Type: text/csv"
        parts.append(f"--{BOUNDARY}\r\n{head}\r\n\r\n".encode() + content + b"\r\n")
    return b"".join([*parts, f"--{BOUNDARY}--\r\n".encode()])
