"""Where django-allauth hands over to us: after an answer of the provider, and after an error."""

import logging
from http import HTTPStatus
from typing import Any

from allauth.core.exceptions import ImmediateHttpResponse
from allauth.socialaccount.adapter import DefaultSocialAccountAdapter
from allauth.socialaccount.providers.base.constants import AuthError
from django.conf import settings
from django.contrib.auth import login
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render, resolve_url
from requests import RequestException

from studies.services.accounts import provider

PASSWORDS = "django.contrib.auth.backends.ModelBackend"

logger = logging.getLogger(__name__)


class AccountRules(DefaultSocialAccountAdapter):  # type: ignore[misc]  # django-allauth has no types
    """Sign in by our own rules; no page and no account of django-allauth's own making."""

    def pre_social_login(self, request: HttpRequest, sociallogin: Any) -> None:
        """Sign the person in, or say why not."""
        try:
            user = provider.account_of(provider.Person.of(sociallogin.claims))
        except provider.NotAdmittedError as error:
            raise ImmediateHttpResponse(refusal(request, str(error))) from error
        login(request, user, backend=PASSWORDS)
        target = sociallogin.state.get("next") or resolve_url(settings.LOGIN_REDIRECT_URL)
        raise ImmediateHttpResponse(HttpResponseRedirect(target))

    def on_authentication_error(
        self,
        request: HttpRequest,
        provider: Any,
        error: Any = None,
        exception: BaseException | None = None,
        extra_context: Any = None,
    ) -> None:
        raise ImmediateHttpResponse(failure(request, error, exception, extra_context or {}))


def failure(
    request: HttpRequest, error: Any, exception: BaseException | None, context: dict[str, Any]
) -> HttpResponse:
    """Say in words what did not work at the provider."""
    if exception is not None:
        logger.warning("sign-in by OpenID Connect failed: %s", describe(exception))
    if isinstance(exception, RequestException):
        return unavailable(request)
    if error == AuthError.CANCELLED:
        return refusal(request, "You did not sign in there.")
    if "state" not in context:
        return refusal(
            request,
            "This sign-in was begun in another browser or too long ago, or is done already. "
            "Begin it again here.",
            status=HTTPStatus.BAD_REQUEST,
        )
    return refusal(
        request,
        f"What {settings.OIDC_NAME} answered could not be checked. Try again; if it happens "
        "again, tell an administrator of this site.",
        status=HTTPStatus.BAD_GATEWAY,
    )


def describe(exception: BaseException) -> str:
    """Return what may stand in a log: no answer of the provider, which may hold a token."""
    cause = exception.__cause__ or exception
    return f"{type(cause).__name__}"


def unavailable(request: HttpRequest) -> HttpResponse:
    words = f"{settings.OIDC_NAME[:1].upper()}{settings.OIDC_NAME[1:]} cannot be reached just now."
    page = refusal(request, f"{words} Try again later.", status=HTTPStatus.SERVICE_UNAVAILABLE)
    page["Retry-After"] = "60"
    return page


def refusal(
    request: HttpRequest, words: str, *, status: HTTPStatus = HTTPStatus.FORBIDDEN
) -> HttpResponse:
    """Show why the visitor was not signed in, with the way back to the sign-in page."""
    return render(request, "studies/not_signed_in.html", {"words": words}, status=status)
