"""Signing in: password, and the code of a second factor where the account has one."""

from typing import Any

from django import forms
from django.contrib.admin.forms import AdminAuthenticationForm
from django.core.exceptions import ValidationError
from django.http import HttpRequest

from studies.services.accounts import second_factor


def account_in(request: HttpRequest | None, credentials: dict[str, Any] | None) -> str:
    """The account that somebody tries to enter: one, however its address is typed."""
    typed = (credentials or {}).get("username") or (request and request.POST.get("username")) or ""
    return str(typed).strip().lower()


class CodeForm(forms.Form):
    """Six digits from the phone, or one of the codes kept for a lost phone."""

    code = forms.CharField(
        label="Code",
        max_length=16,
        widget=forms.TextInput(attrs={"autocomplete": "one-time-code"}),
    )

    def clean_code(self) -> str:
        """Apps show it in two groups of three."""
        code: str = self.cleaned_data["code"]
        return code.replace(" ", "")


class SignInForm(AdminAuthenticationForm):
    """The form of the sign-in page."""

    code = forms.CharField(
        label="Code",
        help_text="Only if you have set up a second factor.",
        required=False,
        max_length=16,
        widget=forms.TextInput(attrs={"autocomplete": "one-time-code"}),
    )

    def confirm_login_allowed(self, user: Any) -> None:
        """Called when the password is right."""
        super().confirm_login_allowed(user)
        if not second_factor.is_on(user):
            return
        code = self.cleaned_data.get("code", "").replace(" ", "")
        if not code:
            raise ValidationError("This account has a second factor: type its code as well.")
        if not second_factor.accepts(user=user, code=code):
            raise ValidationError(
                "The code is not right, or was used already. Wait a few seconds before the next."
            )
