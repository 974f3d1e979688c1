"""Forms about accounts: adding a person, one's own profile, a new password by mail, sharing."""

from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from django import forms
from django.conf import settings
from django.contrib.auth.forms import PasswordResetForm

from studies.models import User
from studies.models.visibility import Role
from studies.services.accounts import people

if TYPE_CHECKING:
    UserModelForm = forms.ModelForm[User]
else:
    UserModelForm = forms.ModelForm


class PersonForm(UserModelForm):
    """An account as the administrator sees it: an address and a role, no password."""

    role = forms.ChoiceField(
        label="role",
        choices=people.AccountRole,
        initial=people.AccountRole.RESEARCHER,
    )

    class Meta:
        model = User
        fields = ("email", "first_name", "last_name", "time_zone", "is_active")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if self.instance.pk:
            self.fields["role"].initial = people.role_of(self.instance)

    def clean_email(self) -> str:
        """Addresses are kept in one spelling, since accounts are found by them."""
        email: str = self.cleaned_data["email"]
        return email.strip().lower()

    def clean(self) -> dict[str, Any]:
        """Somebody must be left who can administer."""
        found: dict[str, Any] = super().clean() or self.cleaned_data
        stays = found.get("role") == people.AccountRole.ADMINISTRATOR and found.get("is_active")
        if self.instance.pk and not stays and people.is_last_administrator(self.instance):
            self.add_error("role", "This is the only administrator: make another one first.")
        return found


class ProfileForm(UserModelForm):
    """What everybody may change of their own account."""

    class Meta:
        model = User
        fields = ("first_name", "last_name", "time_zone")


class MailedPasswordForm(PasswordResetForm):
    """A new password by mail, whose link is built from BASE_URL, never from the Host header."""

    def save(self, *args: Any, **kwargs: Any) -> None:
        base = urlsplit(settings.BASE_URL)
        kwargs["domain_override"] = base.netloc
        kwargs["use_https"] = base.scheme == "https"
        super().save(*args, **kwargs)


class ShareForm(forms.Form):
    """A person's exact address, and their part. No form lists the accounts."""

    email = forms.EmailField(
        label="E-mail address",
        help_text="Exactly as in the person's account.",
    )
    role = forms.ChoiceField(label="May", choices=Role)
