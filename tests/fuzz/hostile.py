"""Draw hostile requests from a seed, send each, and take back what it stored."""

import json
import random
import re
from collections.abc import Container, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from html.parser import HTMLParser
from typing import Any
from urllib.parse import quote, urlencode

from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import transaction
from django.test import Client
from django.test.client import BOUNDARY, MULTIPART_CONTENT, encode_multipart
from django.urls import NoReverseMatch, reverse
from drf_spectacular.generators import SchemaGenerator

from tests.access.scene import ROLES, Scene
from tests.access.table import TABLE
from tests.access.walk import ROUTES
from tests.fuzz.values import BODIES, HEADERS, JSON_VALUES, TEXTS

# Those who may do most come most often.
WEIGHTS = (1, 1, 1, 1, 2, 4, 2)
RARE_METHODS = ("head", "put", "patch", "delete", "options", "trace")
QUERY = (
    *("q", "o", "p", "all", "e", "_facets", "_popup", "_to_field", "_changelist_filters", "of"),
    *("status", "archived", "personal", "subject", "kind__exact", "left_out__exact", "state"),
    *("page", "sort", "after", "only", "lang", "as", "studies", "download", "new", "consent"),
    *("known_browser", "study", "next", "id", "PROLIFIC_PID", "workerId", "assignmentId"),
    *("goal", "alpha", "beta", "pd", "n", "correct", "judges", "method", "cursor", "page_size"),
    *("format", "app_label", "model_name", "field_name", "term", "study__pk__in", "pk", "set"),
)
# What people upload, under the name of any field.
FILES = (
    b"",
    b"\0",
    b"\xff\xfe\0\xd8",
    b"PK\x03\x04",
    b"subject,item,text\nA,1,\0\n",
    b"\xef\xbb\xbf",
    b'[{"subject": "A", "item": "1", "text": "\\ud800"}]',
    b'[{"subject": "A", "item": "1", "text": "\\u0000"}]',
    b'[{"\\udfff": [[{"a": NaN}]]}]',
)


@dataclass
class Hostile:
    """One request: it says by itself how to send it again."""

    role: str
    method: str
    path: str
    body: bytes = b""
    content_type: str = "application/octet-stream"
    headers: Mapping[str, str] = field(default_factory=dict)
    # What the address is called in the table of addresses.
    name: str = ""

    @property
    def may_be(self) -> Container[int]:
        """The statuses of what is no error of ours: 503 where something else is away."""
        return {*range(500), TABLE[self.name].ok}


class FormFields(HTMLParser):
    """The names and values of a page's form."""

    def __init__(self) -> None:
        super().__init__()
        self.values: dict[str, str] = {}
        self._open = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = dict(attrs)
        name = found.get("name") or ""
        if tag == "option" and self._open and "selected" in found:
            self.values[self._open] = found.get("value") or ""
        if tag in ("input", "select", "textarea", "button") and name:
            self.values.setdefault(name, found.get("value") or "")
            self._open = name if tag != "input" else ""

    def handle_data(self, data: str) -> None:
        if self._open and not self.values.get(self._open):
            self.values[self._open] = data.strip()

    def handle_endtag(self, tag: str) -> None:
        if tag in ("select", "textarea", "button"):
            self._open = ""


def requests(scene: Scene, number: int, seed: int) -> Iterator[Hostile]:
    """Yield so many requests; the same ones for the same seed."""
    draw = random.Random(seed)
    names = sorted(TABLE)
    for turn in range(number):
        # Each address in turn, so that a small number reaches all of them.
        yield _request(scene, names[turn % len(names)], draw)


def _request(scene: Scene, name: str, draw: random.Random) -> Hostile:
    role = draw.choices(ROLES, WEIGHTS)[0]
    method = draw.choice(RARE_METHODS if draw.random() < 0.05 else methods_of(name))
    path = address(scene, name, draw, hostile=draw.random() < 0.2) + _query(draw)
    found = Hostile(role, method, path, name=name)
    page = path.partition("?")[0]
    if method not in ("get", "head", "options"):
        if name.startswith("api:"):
            found.body, found.content_type = _json(name, method, draw), "application/json"
        else:
            found.body, found.content_type = _form(scene, page, role, draw)
    if draw.random() < 0.2:
        found.headers = draw.choice(HEADERS)
    return found


@cache
def methods_of(name: str) -> tuple[str, ...]:
    """Return the methods that an operation of the API has; a page is read or posted to."""
    known = tuple(_schema()["paths"].get(_route(name), ()))
    return known or ("get", "post", "post")


def address(scene: Scene, name: str, draw: random.Random, *, hostile: bool = False) -> str:
    """Return the address with the rows of this scene, or with one part that is hostile."""
    arguments = [str(part) for part in TABLE[name].arguments(scene)]
    if "study" in name and draw.random() < 0.5:  # a draft has other forms
        draft = {str(scene.study.pk): str(scene.draft.pk), scene.code: str(scene.draft.code)}
        arguments = [draft.get(part, part) for part in arguments]
    if hostile and arguments:
        arguments[draw.randrange(len(arguments))] = draw.choice(TEXTS)
    elif name in reversible():
        return reverse(name, args=arguments)
    parts = iter(arguments)
    filled = re.sub(r"<[^>]*>|\(\?P<.*\)\$", lambda _: quote(next(parts), safe=""), ROUTES[name])
    return "/" + filled.replace("\\Z", "")


@cache
def reversible() -> frozenset[str]:
    """Return the addresses that have a name."""

    def has_name(name: str) -> bool:
        try:
            reverse(name)
        except NoReverseMatch as error:
            return "not a valid view function" not in str(error) and "namespace" not in str(error)
        return True

    return frozenset(filter(has_name, TABLE))


def _query(draw: random.Random) -> str:
    pairs = [
        (draw.choice(QUERY), draw.choice(TEXTS)[:3000]) for _ in range(draw.choice((0, 0, 1, 3)))
    ]
    return f"?{urlencode(pairs)}" if pairs else ""


def _form(scene: Scene, page: str, role: str, draw: random.Random) -> tuple[bytes, str]:
    """Return the page's own form with some fields made hostile."""
    values: dict[str, Any] = dict(fields_of(scene, page, role))
    for field_name in draw.sample(sorted(values), min(len(values), draw.choice((0, 1, 2, 4)))):
        kind = draw.random()
        if kind < 0.1:
            del values[field_name]
        elif kind < 0.2:
            values[field_name] = SimpleUploadedFile("x\0.csv", draw.choice(FILES))
        elif kind < 0.3:
            values[field_name] = [draw.choice(TEXTS), draw.choice(TEXTS)]
        else:
            values[field_name] = draw.choice(TEXTS)
    return encode_multipart(BOUNDARY, values), MULTIPART_CONTENT


_FIELDS: dict[tuple[str, str], dict[str, str]] = {}


def fields_of(scene: Scene, page: str, role: str) -> dict[str, str]:
    """Return the names and values of the form that this page shows to this role."""
    if (page, role) not in _FIELDS:
        with transaction.atomic():
            response = scene.clients[role].get(page)
            transaction.set_rollback(True)
        parser = FormFields()
        if response.headers.get("Content-Type", "").startswith("text/html"):
            parser.feed(response.content.decode())
        _read_to_the_end(response)
        _FIELDS[page, role] = parser.values
    return _FIELDS[page, role]


def _read_to_the_end(response: Any) -> None:
    """Let a file be sent, and closed."""
    if response.streaming:
        b"".join(response.streaming_content)


def _json(name: str, method: str, draw: random.Random) -> bytes:
    """Return a body of this operation with some fields made hostile, or something else."""
    if draw.random() < 0.15:
        return draw.choice(BODIES).encode()
    body = dict(api_fields(name, method))
    for field_name in draw.sample(sorted(body), min(len(body), draw.choice((1, 1, 2, 3)))):
        body[field_name] = draw.choice(JSON_VALUES)
    return json.dumps(body).encode()


@cache
def _schema() -> Any:
    return SchemaGenerator().get_schema(public=True)


def _route(name: str) -> str:
    """Return an address of the API as OpenAPI writes it."""
    names = {"pk": "id"}
    return "/" + re.sub(
        r"<\w+:(\w+)>", lambda part: f"{{{names.get(part[1], part[1])}}}", ROUTES[name]
    )


def documented(found: Hostile) -> Container[int]:
    """Return the statuses that OpenAPI names for this request; all, where it is none of the API."""
    of_api = found.name.startswith("api:")
    operation = _schema()["paths"].get(_route(found.name), {}).get(found.method) if of_api else None
    return range(1000) if operation is None else set(map(int, operation["responses"]))


def api_fields(name: str, method: str) -> dict[str, Any]:
    """Return a body that is right for this operation of the API; empty where it takes none."""
    operation = _schema()["paths"].get(_route(name), {}).get(method)
    if operation is None or "requestBody" not in operation:
        return {}
    shape = operation["requestBody"]["content"]["application/json"]["schema"]
    return _example(shape)  # type: ignore[no-any-return]  # an object


def _example(shape: dict[str, Any]) -> Any:
    if "$ref" in shape:
        shape = _schema()["components"]["schemas"][shape["$ref"].rsplit("/", 1)[1]]
    if "allOf" in shape or "oneOf" in shape:
        return _example((shape.get("allOf") or shape["oneOf"])[0])
    if "enum" in shape:
        return shape["enum"][0]
    if shape.get("type") == "object":
        return {name: _example(part) for name, part in shape.get("properties", {}).items()}
    if shape.get("type") == "array":
        return [_example(shape["items"])]
    formats = {"email": "x@example.org", "date-time": "2030-01-01T00:00:00Z", "date": "2030-01-01"}
    plain = {"integer": 30, "number": 0.3, "boolean": False}
    return plain.get(shape["type"], formats.get(shape.get("format", ""), "x"))


def send(scene: Scene, found: Hostile) -> tuple[int, str]:
    """Send it; return status and error, and take back what was stored."""
    client: Client = scene.clients[found.role]
    client.raise_request_exception = False
    cookies = client.cookies.copy()
    content_type = found.headers.get("CONTENT_TYPE", found.content_type)
    extra: dict[str, Any] = {**found.headers, "CONTENT_TYPE": content_type}
    with transaction.atomic():
        response = client.generic(found.method.upper(), found.path, found.body, **extra)
        _read_to_the_end(response)
        transaction.set_rollback(True)
    client.cookies = cookies
    error = response.exc_info[1] if getattr(response, "exc_info", None) else ""
    return response.status_code, f"{type(error).__name__}: {error}"[:300]
