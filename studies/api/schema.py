"""What OpenAPI says beside what the serializers do: how each operation may refuse."""

from http import HTTPStatus
from typing import Any

from studies.api.problems import CONTENT_TYPE

Operation = dict[str, Any]

PROBLEM = {
    "type": "object",
    "description": "Problem details (RFC 9457): what is wrong, in words.",
    "properties": {
        "title": {"type": "string"},
        "status": {"type": "integer"},
        "detail": {"type": "string"},
        "errors": {"description": "What is wrong with each field.", "nullable": True},
        "reasons": {"type": "array", "items": {"type": "object", "additionalProperties": {}}},
    },
    "required": ["title", "status", "detail"],
}


def describe_refusals(result: dict[str, Any], **kwargs: Any) -> dict[str, Any]:
    """Add to each operation the statuses by which it refuses. (A hook of drf-spectacular.)"""
    result["components"]["schemas"]["Problem"] = PROBLEM
    for path, operations in result["paths"].items():
        for method, operation in operations.items():
            for status in _refusals(path, method, operation):
                operation["responses"].setdefault(str(status), _refusal(HTTPStatus(status)))
    return result


def _refusals(path: str, method: str, operation: Operation) -> set[int]:
    found = {404, 406}
    if {} not in operation.get("security", [{}]):
        found |= {401, 403}
    else:
        found |= {429}
    if any(parameter["in"] == "query" for parameter in operation.get("parameters", ())):
        found |= {400}
    if method in ("post", "put", "patch"):
        found |= {400, 413, 415}
        # The state of a study may not allow it.
        found |= {409} if "{" in path else set()
    return found


def _refusal(status: HTTPStatus) -> dict[str, Any]:
    schema = {"$ref": "#/components/schemas/Problem"}
    return {"description": status.phrase, "content": {CONTENT_TYPE: {"schema": schema}}}
