"""Read what is sent: JSON of a limited size."""

from typing import IO, Any

from django.conf import settings
from rest_framework import status
from rest_framework.exceptions import APIException
from rest_framework.parsers import JSONParser


class TooLarge(APIException):
    """More was sent than an upload may hold."""

    status_code = status.HTTP_413_REQUEST_ENTITY_TOO_LARGE
    default_detail = "This is more than can be taken at a time: send fewer texts in a call."
    default_code = "too_large"


class LimitedJSON(JSONParser):
    """JSON of at most the size of an upload: DRF does not keep Django's own limit."""

    def parse(
        self, stream: IO[Any], media_type: str | None = None, parser_context: Any = None
    ) -> Any:
        request = (parser_context or {})["request"]
        length = request.META.get("CONTENT_LENGTH") or "0"
        if not length.isdecimal() or int(length) > settings.MAX_UPLOAD_BYTES:
            raise TooLarge
        return super().parse(stream, media_type, parser_context)
