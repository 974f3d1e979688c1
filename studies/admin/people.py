"""Accounts: added by an administrator with address and role; their owners choose a password."""

from typing import Any

from django.contrib import admin, messages
from django.db import transaction
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse

from studies.admin.access import AnyModelAdmin
from studies.admin.columns import moment
from studies.models import User
from studies.services.accounts import people
from studies.workbench.forms.accounts import PersonForm


@admin.register(User)
class PersonAdmin(AnyModelAdmin):
    """Accounts. Only administrators have the permissions for this list."""

    form = PersonForm
    list_display = ("email", "name", "role", "is_active", "signed_in")
    search_fields = ("email", "first_name", "last_name")
    ordering = ("email",)
    actions = ("send_invitation",)
    fieldsets = (
        (None, {"fields": ("email", "role")}),
        ("More", {"fields": ("first_name", "last_name", "time_zone", "is_active")}),
    )

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False  # events name accounts: block them instead

    def lookup_allowed(self, lookup: str, value: str, request: HttpRequest) -> bool:
        return False

    @admin.display(description="name")
    def name(self, user: User) -> str:
        return user.get_full_name()

    @admin.display(description="role")
    def role(self, user: User) -> str:
        return str(people.role_of(user).label).partition(":")[0]

    @admin.display(description="last signed in", ordering="last_login")
    def signed_in(self, user: User) -> str:
        return moment(user.last_login)

    def render_change_form(
        self, request: HttpRequest, context: dict[str, Any], *args: Any, **kwargs: Any
    ) -> HttpResponse:
        context.update(show_save_and_add_another=False, show_save_and_continue=False)
        return super().render_change_form(request, context, *args, **kwargs)

    def save_model(self, request: HttpRequest, obj: Any, form: Any, change: Any) -> None:
        role = form.cleaned_data["role"]
        if change:
            obj.save(update_fields=[name for name in form.changed_data if name != "role"])
            people.give_role(user=obj, role=role)
            return
        people.add_person(user=obj, role=role)
        # After commit: an account that was not stored gets no invitation.
        transaction.on_commit(lambda: self._invite(request, [obj]), robust=True)

    @admin.action(description="Send the invitation again", permissions=["change"])
    def send_invitation(self, request: HttpRequest, queryset: QuerySet[User]) -> None:
        """Send a new link to choose a password."""
        self._invite(request, queryset.filter(is_active=True))

    def _invite(self, request: HttpRequest, users: Any) -> None:
        for user in users:
            if people.invite(user=user):
                words, level = f"An invitation was sent to {user.email}.", messages.SUCCESS
            else:
                words, level = f"The e-mail to {user.email} could not be sent.", messages.ERROR
            self.message_user(request, words, level)
