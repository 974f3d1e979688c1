"""Read and write JSON: of a limited size and depth, and only what can be stored."""

from typing import IO, Any

from django.conf import settings
from rest_framework import status
from rest_framework.exceptions import APIException, ParseError, ValidationError
from rest_framework.parsers import JSONParser
from rest_framework.renderers import JSONRenderer
from rest_framework.utils.encoders import JSONEncoder

from studies.values import json_values
from studies.values.whole_numbers import whole_number


class TooLarge(APIException):
    """More was sent than an upload may hold."""

    status_code = status.HTTP_413_REQUEST_ENTITY_TOO_LARGE
    default_detail = "This is too much for one call: send fewer texts at a time."
    default_code = "too_large"


class LimitedJSON(JSONParser):
    """JSON of at most the size of an upload: DRF does not keep Django's own limit."""

    def parse(
        self, stream: IO[Any], media_type: str | None = None, parser_context: Any = None
    ) -> Any:
        request = (parser_context or {})["request"]
        length = whole_number(request.META.get("CONTENT_LENGTH") or "0")
        if length is None or length > settings.MAX_UPLOAD_BYTES:
            raise TooLarge
        try:
            found = super().parse(stream, media_type, parser_context)
        except (RecursionError, LookupError) as error:
            raise ParseError from error
        if problems := _problems(found):
            raise ValidationError(problems)
        return found


def _problems(found: Any) -> dict[str, list[str]]:
    """Return what cannot be stored, by the field in which it was sent."""
    if not isinstance(found, dict):
        found = {"non_field_errors": found}
    problems = {name: json_values.problem_with([name, part]) for name, part in found.items()}
    # A name may itself be what cannot be written.
    return {ascii(name)[1:-1]: [words] for name, words in problems.items() if words}


class FiniteEncoder(json_values.FiniteJSONEncoder, JSONEncoder):
    """What the API writes, with null for what is infinite or no number."""


class FiniteJSON(JSONRenderer):
    """JSON that each program can read."""

    encoder_class = FiniteEncoder
