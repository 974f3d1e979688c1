"""The pages of one's own account: name, time zone, tokens, and the second factor."""

from typing import Any

import segno
from django.conf import settings
from django.contrib import messages
from django.contrib.admin.views.decorators import staff_member_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST
from django_otp.plugins.otp_totp.models import TOTPDevice

from studies.models import ApiToken, User
from studies.services.accounts import second_factor as factor
from studies.services.accounts import tokens
from studies.workbench.forms.accounts import CodeForm, ProfileForm, TokenForm
from studies.workbench.frame import user_of


@staff_member_required
@never_cache
@require_http_methods(["GET", "POST"])
def profile(request: HttpRequest) -> HttpResponse:
    """Show and change the account's name and time zone; make a token."""
    # A fresh row: what is typed must not show in the page's header before it is stored.
    own = User.objects.get(pk=user_of(request).pk)
    if request.POST.get("action") == "make_token":
        return _make_token(request, own)
    form = ProfileForm(request.POST or None, instance=own)
    if form.is_valid():
        form.save()
        messages.success(request, "Your account was changed.")
        return redirect("profile")
    return _profile_page(request, own, form=form)


def _make_token(request: HttpRequest, user: User) -> HttpResponse:
    """Make a token and show its secret, which is kept nowhere, on this page alone."""
    form = TokenForm(request.POST)
    if not form.is_valid():
        return _profile_page(request, user, token_form=form)
    try:
        _token, secret = tokens.make(user=user, name=form.cleaned_data["name"])
    except tokens.TooManyTokensError as error:
        form.add_error(None, str(error))
        return _profile_page(request, user, token_form=form)
    return _profile_page(request, user, secret=secret)


@staff_member_required
@require_POST
def revoke_token(request: HttpRequest, pk: int) -> HttpResponse:
    """End one of the account's tokens."""
    tokens.revoke(user=user_of(request), token_id=pk)
    messages.success(request, "The token is revoked.")
    return redirect("profile")


def _profile_page(request: HttpRequest, user: User, **more: Any) -> HttpResponse:
    context = {
        "title": "Your account",
        "form": ProfileForm(instance=user),
        "token_form": TokenForm(),
        "tokens": ApiToken.objects.filter(user=user, revoked_at__isnull=True),
        **more,
    }
    return render(request, "studies/profile.html", context)


@staff_member_required
@never_cache
@require_http_methods(["GET", "POST"])
def second_factor(request: HttpRequest) -> HttpResponse:
    """Show the account's second factor: off, being set up, or on; change it.

    It stands beside a password. An account without one is signed in by the university alone, and
    would be shut out by it.
    """
    if not user_of(request).has_usable_password():
        messages.info(
            request, "Your second factor is your university's: you have no password here."
        )
        return redirect("profile")
    act = FACTOR_ACTIONS.get(request.POST.get("action", ""), _factor_page)
    return act(request, user_of(request))


def _begin(request: HttpRequest, user: User) -> HttpResponse:
    """Show the key of a phone; another phone than before needs a code of the old one."""
    if factor.is_on(user) and (refusal := _refuse_without_code(request, user)):
        return refusal
    factor.begin(user=user)
    return redirect("second_factor")


def _refuse_without_code(request: HttpRequest, user: User) -> HttpResponse | None:
    """Return the page with the error where the code that is on is not given; else None."""
    form = CodeForm(request.POST)
    if form.is_valid() and not factor.accepts(user=user, code=form.cleaned_data["code"]):
        form.add_error("code", "This code is not right, or was used already.")
    return None if form.is_valid() else _factor_page(request, user, form=form)


def _confirm(request: HttpRequest, user: User) -> HttpResponse:
    """Turn the factor on and show the spare codes, on this page alone."""
    form = CodeForm(request.POST)
    if not form.is_valid():
        return _factor_page(request, user, form=form)
    spare_codes = factor.confirm(user=user, code=form.cleaned_data["code"])
    if spare_codes is None:
        form.add_error("code", "This code is not right. Wait for the next one and type that.")
        return _factor_page(request, user, form=form)
    return _factor_page(request, user, spare_codes=spare_codes)


def _turn_off(request: HttpRequest, user: User) -> HttpResponse:
    if refusal := _refuse_without_code(request, user):
        return refusal
    factor.turn_off(user=user)
    messages.success(request, "The second factor is off: your password alone is enough.")
    return redirect("second_factor")


FACTOR_ACTIONS = {"begin": _begin, "confirm": _confirm, "turn_off": _turn_off}


def _factor_page(request: HttpRequest, user: User, **more: Any) -> HttpResponse:
    waiting = factor.beginning(user)
    context = {
        "title": "Second factor",
        "is_on": factor.is_on(user),
        "waiting": waiting,
        "key": _key_of(waiting) if waiting else "",
        "qr": _qr_of(waiting) if waiting else "",
        "form": CodeForm(),
        "provider": settings.OIDC_NAME if settings.OIDC_ISSUER else "",
        **more,
    }
    status = 422 if context["form"].errors else 200
    return render(request, "studies/second_factor.html", context, status=status)


def _key_of(device: TOTPDevice) -> str:
    """Return the key to type where no camera is at hand: base 32, in groups of four."""
    key = dict(part.split("=") for part in device.config_url.split("?")[1].split("&"))["secret"]
    return " ".join(key[at : at + 4] for at in range(0, len(key), 4))


def _qr_of(device: TOTPDevice) -> str:
    code = segno.make(device.config_url, error="m")
    return code.svg_data_uri(scale=5, light="#fff")
