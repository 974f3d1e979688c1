"""One's own account: name and time zone, and the tokens of one's programs."""

from typing import Any

from django.contrib import admin, messages
from django.contrib.admin.views.decorators import staff_member_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from studies.models import ApiToken, User
from studies.services.accounts import tokens
from studies.workbench.forms.people import ProfileForm
from studies.workbench.forms.tokens import TokenForm
from studies.workbench.frame import user_of


@staff_member_required
@never_cache
@require_http_methods(["GET", "POST"])
def profile(request: HttpRequest) -> HttpResponse:
    """Show and change one's own name and time zone; make a token."""
    # A fresh row: what is typed must not show in the page's header before it is stored.
    own = User.objects.get(pk=user_of(request).pk)
    if request.POST.get("action") == "make_token":
        return _make_token(request, own)
    form = ProfileForm(request.POST or None, instance=own)
    if request.method == "POST" and form.is_valid():
        form.save()
        messages.success(request, "Your account was changed.")
        return redirect("profile")
    return _page(request, own, form=form)


def _make_token(request: HttpRequest, user: User) -> HttpResponse:
    """The one page that shows the token: it is kept nowhere, so there is no way back to it."""
    form = TokenForm(request.POST)
    if not form.is_valid():
        return _page(request, user, token_form=form)
    try:
        _token, secret = tokens.make(user=user, name=form.cleaned_data["name"])
    except tokens.TooManyTokensError as error:
        form.add_error(None, str(error))
        return _page(request, user, token_form=form)
    return _page(request, user, secret=secret)


@staff_member_required
@require_POST
def revoke_token(request: HttpRequest, pk: int) -> HttpResponse:
    """End a token of one's own."""
    tokens.revoke(user=user_of(request), token_id=pk)
    messages.success(request, "The token is revoked.")
    return redirect("profile")


def _page(request: HttpRequest, user: User, **more: Any) -> HttpResponse:
    context = {
        **admin.site.each_context(request),
        "title": "Your account",
        "form": ProfileForm(instance=user),
        "token_form": TokenForm(),
        "tokens": ApiToken.objects.filter(user=user, revoked_at__isnull=True),
        **more,
    }
    return render(request, "studies/profile.html", context)
