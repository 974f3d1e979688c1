"""Sign in to the API by a token in the header `Authorization: Bearer …`."""

from typing import Any

from drf_spectacular.extensions import OpenApiAuthenticationExtension
from rest_framework.authentication import BaseAuthentication, get_authorization_header
from rest_framework.exceptions import AuthenticationFailed
from rest_framework.request import Request

from studies.models import User
from studies.services.accounts import tokens


class TokenAuthentication(BaseAuthentication):
    """By token only: without cookies no other site can make a browser call the API."""

    def authenticate(self, request: Request) -> tuple[User, None] | None:
        kind, _space, secret = get_authorization_header(request).partition(b" ")
        if kind.lower() != b"bearer":
            return None
        user = tokens.user_of(secret.strip().decode("latin-1"))
        if user is None:
            raise AuthenticationFailed("This token is unknown or was revoked.")
        return user, None

    def authenticate_header(self, request: Request) -> str:
        return "Bearer"


class TokenDescription(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]  # its base is untyped
    """Describe the token for OpenAPI."""

    target_class = "studies.api.authentication.TokenAuthentication"
    name = "token"

    def get_security_definition(self, auto_schema: Any) -> dict[str, str]:
        return {"type": "http", "scheme": "bearer"}
