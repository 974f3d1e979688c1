"""Setting up a second factor, and turning it off."""

from typing import Any

import segno
from django.contrib import admin, messages
from django.contrib.admin.views.decorators import staff_member_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods
from django_otp.plugins.otp_totp.models import TOTPDevice

from studies.models import User
from studies.services.accounts import second_factor as factor
from studies.workbench.forms.sign_in import CodeForm


@staff_member_required
@never_cache
@require_http_methods(["GET", "POST"])
def second_factor(request: HttpRequest) -> HttpResponse:
    """One's own second factor: off, being set up, or on."""
    user = request.user
    assert isinstance(user, User)  # noqa: S101 - staff_member_required saw to it
    if request.method == "POST":
        return ACTIONS.get(request.POST.get("action", ""), _show)(request, user)
    return _show(request, user)


def _show(request: HttpRequest, user: User, **more: Any) -> HttpResponse:
    waiting = factor.beginning(user)
    context = {
        **admin.site.each_context(request),
        "title": "Second factor",
        "is_on": factor.is_on(user),
        "waiting": waiting,
        "key": _key_of(waiting) if waiting else "",
        "qr": segno.make(waiting.config_url, error="m").svg_data_uri(scale=5, light="#fff")
        if waiting
        else "",
        "form": CodeForm(),
        **more,
    }
    status = 422 if context["form"].errors else 200
    return render(request, "studies/second_factor.html", context, status=status)


def _key_of(device: TOTPDevice) -> str:
    """The key to type where no camera is at hand: base 32, in groups of four."""
    key = dict(part.split("=") for part in device.config_url.split("?")[1].split("&"))["secret"]
    return " ".join(key[at : at + 4] for at in range(0, len(key), 4))


def _begin(request: HttpRequest, user: User) -> HttpResponse:
    factor.begin(user=user)
    return redirect("second_factor")


def _confirm(request: HttpRequest, user: User) -> HttpResponse:
    """The one page that shows the spare codes."""
    form = CodeForm(request.POST)
    if not form.is_valid():
        return _show(request, user, form=form)
    spare_codes = factor.confirm(user=user, code=form.cleaned_data["code"])
    if spare_codes is None:
        form.add_error("code", "This code is not right. Wait for the next one and type that.")
        return _show(request, user, form=form)
    return _show(request, user, spare_codes=spare_codes)


def _turn_off(request: HttpRequest, user: User) -> HttpResponse:
    form = CodeForm(request.POST)
    if form.is_valid() and not factor.accepts(user=user, code=form.cleaned_data["code"]):
        form.add_error("code", "This code is not right, or was used already.")
    if not form.is_valid():
        return _show(request, user, form=form)
    factor.turn_off(user=user)
    messages.success(request, "The second factor is off: your password alone is enough.")
    return redirect("second_factor")


ACTIONS = {"begin": _begin, "confirm": _confirm, "turn_off": _turn_off}
