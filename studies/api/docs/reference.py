"""Every operation and shape of the API, read from its OpenAPI description, as values for a page."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import groupby
from typing import Any

from drf_spectacular.generators import SchemaGenerator

Schema = dict[str, Any]
# What the description says of an enumeration's values, which stand in `kind` already.
_VALUES = re.compile(r"\n*^\* `.*", re.MULTILINE | re.DOTALL)
KINDS = {
    ("string", ""): "text",
    ("string", "uuid"): "UUID",
    ("string", "date"): "day",
    ("string", "date-time"): "moment",
    ("string", "uri"): "address",
    ("string", "email"): "e-mail address",
    ("integer", ""): "whole number",
    ("number", "double"): "number",
    ("boolean", ""): "true or false",
    ("object", ""): "object",
}


@dataclass(frozen=True, slots=True)
class ApiField:
    """A parameter of an operation, or a part of a shape; `shape` is the shape that it holds."""

    name: str
    kind: str
    required: bool
    meaning: str
    shape: str = ""


@dataclass(frozen=True, slots=True)
class Operation:
    """What can be asked of one address by one method."""

    name: str
    method: str
    path: str
    text: str
    parameters: tuple[ApiField, ...]
    sends: str
    gives: tuple[tuple[str, str], ...]
    refuses: str

    @property
    def first_sentence(self) -> str:
        return re.split(r"(?<=[.;])\s", self.text, maxsplit=1)[0].rstrip(".;")


@dataclass(frozen=True, slots=True)
class Shape:
    """An object that is sent or given."""

    name: str
    text: str
    fields: tuple[ApiField, ...]


@dataclass(frozen=True, slots=True)
class Reference:
    """All operations, by what they are about, and all shapes."""

    operations: tuple[tuple[str, tuple[Operation, ...]], ...]
    shapes: tuple[Shape, ...]


@cache
def reference() -> Reference:
    """Return what the description says; it is the same for as long as the process lives."""
    generator = SchemaGenerator()  # type: ignore[no-untyped-call]  # drf-spectacular has no types
    schema: Schema = generator.get_schema(request=None, public=True)  # type: ignore[no-untyped-call]  # the same
    components = schema["components"]["schemas"]
    found = sorted(_operations(schema, components), key=lambda one: (_about(one), one.path))
    groups = ((about, tuple(group)) for about, group in groupby(found, key=_about))
    shapes = (_shape(name, one, components) for name, one in components.items() if "enum" not in one)
    return Reference(tuple(groups), tuple(sorted(shapes, key=lambda shape: shape.name)))


def _about(operation: Operation) -> str:
    return operation.name.partition("_")[0]


def _operations(schema: Schema, components: Schema) -> Iterator[Operation]:
    for path, methods in schema["paths"].items():
        for method, one in methods.items():
            gives = {status: _sent(answer) for status, answer in one["responses"].items()}
            yield Operation(
                name=one["operationId"],
                method=method.upper(),
                path=path,
                text=one.get("description", ""),
                parameters=tuple(
                    _field(each["name"], each["schema"] | each, components, each.get("required"))
                    for each in one.get("parameters", ())
                ),
                sends=_sent(one.get("requestBody", {})),
                gives=tuple(gives for gives in gives.items() if gives[0] < "400"),
                refuses=", ".join(sorted(status for status in gives if status >= "400")),
            )


def _sent(body: Schema) -> str:
    """Return the name of the shape that is sent, else its media type; empty where it is nothing."""
    for media_type, content in body.get("content", {}).items():
        return _shape_in(content["schema"]) or media_type
    return ""


def _shape_in(schema: Schema) -> str:
    """Return the name of the component to which the schema, its only part or its items point."""
    inner = schema.get("items") or next(iter(schema.get("allOf", ())), schema)
    return str(inner.get("$ref", "")).rpartition("/")[2]


def _shape(name: str, schema: Schema, components: Schema) -> Shape:
    required = schema.get("required", ())
    return Shape(
        name,
        schema.get("description", ""),
        tuple(
            _field(part, one, components, part in required)
            for part, one in schema.get("properties", {}).items()
        ),
    )


def _field(name: str, schema: Schema, components: Schema, required: object) -> ApiField:
    shape = _shape_in(schema)
    values = components.get(shape, {}).get("enum")
    kind = _kind(schema | {"enum": values} if values else schema, shape="" if values else shape)
    meaning = _VALUES.sub("", schema.get("description", ""))
    return ApiField(name, kind, bool(required), meaning, "" if values else shape)


def _kind(schema: Schema, *, shape: str) -> str:
    """Say in words what such a value is."""
    if schema.get("type") == "array":
        items = schema["items"]
        return "list of " + (shape or _kind(items, shape=""))
    if shape:
        words = shape
    elif "enum" in schema:
        words = " | ".join(str(value) for value in schema["enum"] if value not in ("", None))
    elif "oneOf" in schema:
        words = "one of several values"
    else:
        kind = (schema.get("type", ""), schema.get("format", ""))
        words = KINDS.get(kind, "any value") + _limits(schema)
    return f"{words}, or null" if schema.get("nullable") else words


def _limits(schema: Schema) -> str:
    words = {"minimum": "from {:g}", "maximum": "to {:g}", "maxLength": "at most {:g} characters"}
    found = [text.format(schema[name]) for name, text in words.items() if name in schema]
    return f", {' '.join(found)}" if found else ""
