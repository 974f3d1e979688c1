"""Forms that share a study: with an account, by a link to its results, with a program."""

from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from django import forms
from django.core.exceptions import ValidationError

from studies import outgoing
from studies.models import ShareLink, Webhook
from studies.models.visibility import Role
from studies.workbench.forms.fields import AddressField

if TYPE_CHECKING:
    ShareLinkModelForm = forms.ModelForm[ShareLink]
    WebhookModelForm = forms.ModelForm[Webhook]
else:
    ShareLinkModelForm = WebhookModelForm = forms.ModelForm


class ShareForm(forms.Form):
    """The exact address and the role of an account. No form lists the accounts."""

    email = AddressField(
        label="E-mail address",
        help_text="Exactly as in the person's account, where there is one.",
    )
    role = forms.ChoiceField(label="May", choices=Role)


class ShareLinkForm(ShareLinkModelForm):
    """A note that says later which link to withdraw."""

    class Meta:
        model = ShareLink
        fields = ("note",)
        labels = {"note": "For whom"}
        help_texts = {"note": "A note for yourself, such as “reviewers”."}


class WebhookForm(WebhookModelForm):
    """The address of a webhook."""

    url = forms.URLField(
        label="Address",
        help_text="Begins with https:// and is on the public internet.",
        max_length=500,
        assume_scheme="https",
    )

    class Meta:
        model = Webhook
        fields = ("url",)

    def clean_url(self) -> str:
        """Accept https only, and no password: addresses are shown on the page."""
        url: str = self.cleaned_data["url"]
        if not url.startswith("https://"):
            raise ValidationError("Write an address that begins with https://.")
        if urlsplit(url).username is not None:
            raise ValidationError("Leave out the user name and password: they would be shown.")
        if not _may_be_public(urlsplit(url).hostname or ""):
            raise ValidationError("This address is not on the public internet.")
        return url


def _may_be_public(host: str) -> bool:
    """Judge bare addresses; names are looked up at each delivery."""
    try:
        return outgoing.is_public(host)
    except ValueError:
        return host != "localhost"
