"""What is asked of an OpenID provider, and what is believed of its answers.

django-allauth keeps the state, makes the addresses and exchanges the code. It trusts the connection
for the rest; here the identity token is checked as OpenID Connect Core 1.0 says (3.1.3.7, 5.3.2).
"""

import base64
import hashlib
import re
from typing import Any

import jwt
from allauth.socialaccount.adapter import get_adapter
from allauth.socialaccount.providers.oauth2.client import OAuth2Error
from allauth.socialaccount.providers.openid_connect.provider import OpenIDConnectProvider
from allauth.socialaccount.providers.openid_connect.views import OpenIDConnectOAuth2Adapter
from django.conf import settings
from django.http import HttpRequest
from django.urls import reverse

PROVIDER = "openid_connect"
# Signatures by the provider's public keys. Not HS256: both sides know its key.
ALGORITHMS = ["RS256", "RS384", "RS512", "PS256", "PS384", "PS512", "ES256", "ES384", "EdDSA"]
# OpenID Connect allows 255 characters; django-allauth's column holds 191.
SUBJECT = re.compile(r"[\x20-\x7e]{1,191}")
# Two clocks are never the same.
LEEWAY_SECONDS = 60


def challenge_of(verifier: str) -> str:
    """Return the challenge of a PKCE verifier (RFC 7636), which serves as the nonce too."""
    digest = hashlib.sha256(verifier.encode()).digest()
    return base64.urlsafe_b64encode(digest).rstrip(b"=").decode()


class University(OpenIDConnectProvider):  # type: ignore[misc]  # django-allauth has no types
    """The one provider of this site."""

    def get_pkce_params(self) -> dict[str, Any]:
        """Send a nonce as well: an identity token that was made for another visit is refused."""
        params: dict[str, Any] = super().get_pkce_params()
        return params | {"nonce": challenge_of(params["code_verifier"])}

    def extract_extra_data(self, data: Any) -> dict[str, Any]:
        """Keep nothing of what the provider says of a person but the `sub`."""
        return {}

    def get_oauth2_adapter(self, request: HttpRequest) -> "Exchange":
        return Exchange(request)


class Exchange(OpenIDConnectOAuth2Adapter):  # type: ignore[misc]  # django-allauth has no types
    """One sign-in: where the visitor is sent, and what comes back."""

    def __init__(self, request: HttpRequest) -> None:
        super().__init__(request, settings.OIDC_ISSUER)
        self.nonce = ""

    def get_provider(self) -> University:
        return University(self.request, app=get_adapter().get_app(self.request, PROVIDER))

    def get_callback_url(self, request: HttpRequest, app: Any) -> str:
        """Return an address of BASE_URL, never of the request's Host header."""
        return f"{settings.BASE_URL}{reverse('oidc_callback')}"

    @property
    def openid_config(self) -> dict[str, Any]:
        """Return what the provider says of itself, if it is the one that was meant."""
        found: dict[str, Any] = super().openid_config
        if str(found["issuer"]).rstrip("/") != settings.OIDC_ISSUER.rstrip("/"):
            raise OAuth2Error(f"OIDC_ISSUER names a provider that calls itself {found['issuer']}")
        return found

    def get_access_token_data(
        self, request: HttpRequest, app: Any, client: Any, pkce_code_verifier: str | None = None
    ) -> Any:
        self.nonce = challenge_of(pkce_code_verifier or "")
        return super().get_access_token_data(request, app, client, pkce_code_verifier)

    def complete_login(self, request: HttpRequest, app: Any, token: Any, **kwargs: Any) -> Any:
        """Return the sign-in with its checked claims."""
        try:
            claims = self._claims_of(kwargs["response"]["id_token"])
            told = self._fetch_user_info(token.token)
            if told["sub"] != claims["sub"]:
                raise OAuth2Error("userinfo is of another person")
        except (jwt.PyJWTError, KeyError, TypeError, ValueError) as error:
            raise OAuth2Error(f"the provider's answer is not valid: {error}") from error
        provider = self.get_provider()
        login = provider.sociallogin_from_response(request, {"userinfo": claims | told})
        login.claims = claims | told
        return login

    def _claims_of(self, id_token: str) -> dict[str, Any]:
        """Return the claims of a token that the provider signed for this site and this visit."""
        claims: dict[str, Any] = jwt.decode(
            id_token,
            self._key_of(id_token),
            algorithms=ALGORITHMS,
            audience=settings.OIDC_CLIENT_ID,
            issuer=self.openid_config["issuer"],
            leeway=LEEWAY_SECONDS,
            options={"require": ["iss", "sub", "aud", "exp", "iat"]},
        )
        if claims.get("azp", settings.OIDC_CLIENT_ID) != settings.OIDC_CLIENT_ID:
            raise OAuth2Error("the identity token was made for another site")
        if claims.get("nonce") != self.nonce:
            raise OAuth2Error("the identity token was made for another visit")
        if not SUBJECT.fullmatch(claims["sub"]):
            raise OAuth2Error("a sub has 1 to 191 characters of ASCII")
        return claims

    def _key_of(self, id_token: str) -> jwt.PyJWK:
        """Return the provider's key that a token names; without a name, its only key."""
        with get_adapter().get_requests_session() as session:
            answer = session.get(self.openid_config["jwks_uri"])
            answer.raise_for_status()
        keys = jwt.PyJWKSet.from_dict(answer.json()).keys
        name = jwt.get_unverified_header(id_token).get("kid")
        found = [key for key in keys if name in (None, key.key_id)]
        if len(found) != 1:
            raise OAuth2Error("the provider does not publish the key of its identity token")
        return found[0]
