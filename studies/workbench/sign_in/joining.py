"""The page of an invited colleague: make an account, or give the role to the one there is."""

from http import HTTPStatus

from django.contrib import messages
from django.contrib.auth import login
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods

from studies.models import ColleagueInvitation, User
from studies.services.accounts import colleagues
from studies.services.accounts.sharing import CannotShareError
from studies.workbench.forms.accounts import JoinForm
from studies.workbench.frame import study_page

PASSWORDS = "django.contrib.auth.backends.ModelBackend"


@sensitive_post_parameters()
@never_cache
@require_http_methods(["GET", "POST"])
def join(request: HttpRequest, secret: str) -> HttpResponse:
    """Show who invites to what; a GET uses nothing up: mail scanners open links, too."""
    try:
        invitation = colleagues.of_secret(secret)
        account = colleagues.account_of(invitation)
        if account is not None:
            return _take_role(request, secret, invitation, account)
        return _make_account(request, secret, invitation)
    except (colleagues.InvitationGoneError, CannotShareError):
        return render(request, "studies/join_gone.html", status=HTTPStatus.GONE)


def _make_account(
    request: HttpRequest, secret: str, invitation: ColleagueInvitation
) -> HttpResponse:
    """Make the account and sign in: who has the link reads the mail of this address."""
    form = JoinForm(User(email=invitation.email), request.POST or None)
    if not form.is_valid():
        status = HTTPStatus.UNPROCESSABLE_ENTITY if form.errors else HTTPStatus.OK
        context = {"invitation": invitation, "form": form}
        return render(request, "studies/join.html", context, status=status)
    names = {name: form.cleaned_data[name] for name in ("first_name", "last_name")}
    password = form.cleaned_data["new_password1"]
    user = colleagues.accept(secret=secret, password=password, **names)
    login(request, user, backend=PASSWORDS)
    messages.success(request, "You have an account, and this study is shared with you.")
    return redirect(study_page(invitation.study))


def _take_role(
    request: HttpRequest, secret: str, invitation: ColleagueInvitation, account: User
) -> HttpResponse:
    """Share the study with the account that there is. It is signed into by its own ways only."""
    if request.method != "POST":
        return render(request, "studies/join.html", {"invitation": invitation, "form": None})
    colleagues.accept(secret=secret)
    messages.success(request, "The study is shared with you.")
    page = study_page(invitation.study)
    if request.user == account:
        return redirect(page)
    return redirect(reverse("admin:login", query={"next": page}))
