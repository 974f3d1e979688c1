"""Forms of accounts: adding a person, signing in, one's own profile, tokens, a new password."""

from typing import TYPE_CHECKING, Any

from django import forms
from django.conf import settings
from django.contrib.admin.forms import AdminAuthenticationForm
from django.contrib.auth.forms import PasswordResetForm, SetPasswordForm
from django.contrib.auth.signals import user_login_failed
from django.http import HttpRequest
from kombu.exceptions import OperationalError

from studies import tasks
from studies.models import ApiToken, User
from studies.services.accounts import people, second_factor, tries
from studies.values.visible_text import visible
from studies.workbench.forms.fields import AddressField

if TYPE_CHECKING:
    UserModelForm = forms.ModelForm[User]
    TokenModelForm = forms.ModelForm[ApiToken]
    NewPasswordForm = SetPasswordForm[User]
else:
    UserModelForm = TokenModelForm = forms.ModelForm
    NewPasswordForm = SetPasswordForm


# What a row of django-axes holds.
LONGEST_NAME = 255


class PersonForm(UserModelForm):
    """An account as an administrator edits it: an address and a role, no password."""

    role = forms.ChoiceField(
        label="Role",
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
        """Keep addresses in one spelling: accounts are found by them."""
        email: str = self.cleaned_data["email"]
        return visible(email).lower()

    def clean(self) -> dict[str, Any]:
        """Leave an administrator."""
        found: dict[str, Any] = super().clean() or self.cleaned_data
        stays = found.get("role") == people.AccountRole.ADMINISTRATOR and found.get("is_active")
        if self.instance.pk and not stays and people.is_last_administrator(self.instance):
            self.add_error("role", "This is the only administrator: make another one first.")
        return found


class ProfileForm(UserModelForm):
    """What people change in their own account."""

    class Meta:
        model = User
        fields = ("first_name", "last_name", "time_zone", "csv_separator")


# Against flooding a mailbox, and against one address that asks for many.
RESETS_OF_ACCOUNT, RESETS_OF_ADDRESS, RESET_SECONDS = 3, 20, 3600
# One address may fail so often, at whichever accounts; django-axes counts by account as well.
FAILURES_OF_ADDRESS, FAILURE_SECONDS = 30, 15 * 60


class MailedPasswordForm(PasswordResetForm):
    """A new password by mail.

    Of too many requests nothing is said, as of an address without an account: a worker sends the
    mail, so that not even the time tells whether there is one.
    """

    email = AddressField(
        label="E-mail address",
        max_length=254,
        widget=forms.EmailInput(attrs={"autocomplete": "email"}),
    )

    def clean_email(self) -> str:
        """Leave out what cannot be seen: the account's address has nothing of it."""
        return visible(self.cleaned_data["email"])

    def save(self, *args: Any, **kwargs: Any) -> None:
        """Send the mail, if not too many were asked for."""
        account = self.cleaned_data["email"].strip().lower()
        asked = tries.count("reset of account", account, seconds=RESET_SECONDS)
        if asked > RESETS_OF_ACCOUNT:
            return
        address = kwargs["request"].META["REMOTE_ADDR"]
        if tries.count("reset from", address, seconds=RESET_SECONDS) > RESETS_OF_ADDRESS:
            return
        for user in self.get_users(account):
            try:
                tasks.mail_new_password.delay(user.pk)
            except OperationalError:  # the broker is away
                people.mail_new_password(user=user)


class JoinForm(NewPasswordForm):
    """Name and password of an account that a colleague makes by an invitation."""

    first_name = forms.CharField(label="First name", max_length=150, required=False)
    last_name = forms.CharField(label="Last name", max_length=150, required=False)

    field_order = ("first_name", "last_name", "new_password1", "new_password2")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["new_password1"].label = "Password"
        self.fields["new_password2"].label = "Password again"


class TokenForm(TokenModelForm):
    """The name of a new token of the API."""

    class Meta:
        model = ApiToken
        fields = ("name",)


class CodeField(forms.CharField):
    """Six digits from the phone, which apps show in two groups, or one of the spare codes."""

    def __init__(self, **kwargs: Any) -> None:
        widget = forms.TextInput(attrs={"autocomplete": "one-time-code"})
        super().__init__(label="Code", max_length=16, widget=widget, **kwargs)

    def clean(self, value: Any) -> str:
        code: str = super().clean(value)
        return code.replace(" ", "")


class CodeForm(forms.Form):
    """A code of the account's second factor."""

    code = CodeField()


class SignInForm(AdminAuthenticationForm):
    """Password, and the code of a second factor where the account has one."""

    error_messages = {
        **AdminAuthenticationForm.error_messages,
        "invalid_login": "The e-mail address or the password is not right.",
    }
    code = CodeField(help_text="Only if you have set up a second factor.", required=False)

    def clean_username(self) -> str:
        """Leave out what cannot be seen, and comes along where an address is copied."""
        return visible(self.cleaned_data["username"])

    def clean(self) -> dict[str, Any]:
        """Check all, unless this address has failed too often at one account or another."""
        address = self.request.META["REMOTE_ADDR"] if self.request else ""
        if tries.counted("failed sign-in", address) >= FAILURES_OF_ADDRESS:
            raise forms.ValidationError(
                "Too many sign-ins from here have failed. Try again in a quarter of an hour."
            )
        try:
            return super().clean()
        except forms.ValidationError:
            tries.count("failed sign-in", address, seconds=FAILURE_SECONDS)
            raise

    @property
    def provider_name(self) -> str:
        """The name of the other way to sign in; nothing where there is none."""
        return settings.OIDC_NAME if settings.OIDC_ISSUER else ""

    def confirm_login_allowed(self, user: Any) -> None:
        """Check the code, once the password is right."""
        super().confirm_login_allowed(user)
        if not second_factor.is_on(user):
            return
        code = self.cleaned_data.get("code", "")
        if not code:
            raise forms.ValidationError("This account has a second factor: type its code as well.")
        if not second_factor.accepts(user=user, code=code):
            # For django-axes, which counts wrong passwords by this signal.
            user_login_failed.send(
                __name__, credentials={"username": user.email}, request=self.request
            )
            raise forms.ValidationError(
                "The code is not right, or was used already. Wait a few seconds before the next."
            )


def account_in(request: HttpRequest | None, credentials: dict[str, Any] | None) -> str:
    """Return the account that a sign-in is for, in one spelling: django-axes counts tries by it."""
    typed = (credentials or {}).get("username") or (request and request.POST.get("username")) or ""
    return visible(str(typed)).lower()[:LONGEST_NAME]
