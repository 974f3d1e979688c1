"""One's own account: name and time zone."""

from django.contrib import admin, messages
from django.contrib.admin.views.decorators import staff_member_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from studies.forms.people import ProfileForm
from studies.models import User


@staff_member_required
@require_http_methods(["GET", "POST"])
def profile(request: HttpRequest) -> HttpResponse:
    """Show and change one's own name and time zone."""
    assert isinstance(request.user, User)  # noqa: S101 - staff_member_required saw to it
    # A fresh row: what is typed must not show in the page's header before it is stored.
    own = User.objects.get(pk=request.user.pk)
    form = ProfileForm(request.POST or None, instance=own)
    if request.method == "POST" and form.is_valid():
        form.save()
        messages.success(request, _("Your account was changed."))
        return redirect("profile")
    context = {**admin.site.each_context(request), "title": _("Your account"), "form": form}
    return render(request, "studies/profile.html", context)
