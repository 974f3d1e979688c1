"""The two addresses of a sign-in by OpenID Connect: to the provider, and back."""

from allauth.socialaccount.providers.oauth2.client import OAuth2Error
from allauth.socialaccount.providers.oauth2.views import OAuth2CallbackView
from django.http import HttpRequest, HttpResponse
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET
from requests import RequestException

from studies.services.accounts import tries
from studies.workbench.sign_in import adapter
from studies.workbench.sign_in.exchange import Exchange

# Each begins a session and asks the provider: enough for a class behind one address, no more.
BEGUN_OF_ADDRESS, BEGUN_SECONDS = 200, 15 * 60


@require_GET
@never_cache
def begin(request: HttpRequest) -> HttpResponse:
    """Send the visitor to the provider."""
    begun = tries.count("begun sign-in", request.META["REMOTE_ADDR"], seconds=BEGUN_SECONDS)
    if begun > BEGUN_OF_ADDRESS:
        return adapter.refusal(
            request, "Too many sign-ins were begun from here. Try again in a quarter of an hour."
        )
    target = request.GET.get("next", "")
    is_ours = url_has_allowed_host_and_scheme(target, allowed_hosts=None)
    university = Exchange(request).get_provider()
    try:
        sent: HttpResponse = university.redirect(
            request, process="login", next_url=target if is_ours else None
        )
    except (OAuth2Error, RequestException, KeyError, TypeError, ValueError) as error:
        return adapter.failure(request, None, error, {"state": None})
    return sent


@require_GET
@never_cache
def callback(request: HttpRequest) -> HttpResponse:
    """Take the visitor back, with the provider's answer."""
    view = OAuth2CallbackView.adapter_view(Exchange(request))
    try:
        answer: HttpResponse = view(request)
    except (OAuth2Error, RequestException, KeyError, TypeError, ValueError) as error:
        return adapter.failure(request, None, error, {"state": None})
    return answer
