"""Forms of links to results and of webhooks."""

from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from django import forms
from django.core.exceptions import ValidationError

from studies import outgoing
from studies.models import ShareLink, Webhook

if TYPE_CHECKING:
    ShareLinkModelForm = forms.ModelForm[ShareLink]
    WebhookModelForm = forms.ModelForm[Webhook]
else:
    ShareLinkModelForm = WebhookModelForm = forms.ModelForm


class ShareLinkForm(ShareLinkModelForm):
    """A note, so that one knows later which link to withdraw."""

    class Meta:
        model = ShareLink
        fields = ("note",)
        labels = {"note": "For whom"}
        help_texts = {"note": "A note for yourself, such as “reviewers”."}


class WebhookForm(WebhookModelForm):
    """Where to send what happens."""

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
        """https, and no password in the address: addresses are shown on the page."""
        url: str = self.cleaned_data["url"]
        if not url.startswith("https://"):
            raise ValidationError("Write an address that begins with https://.")
        if urlsplit(url).username is not None:
            raise ValidationError("Leave out the user name and password: they would be shown.")
        if not _may_be_public(urlsplit(url).hostname or ""):
            raise ValidationError("This address is not on the public internet.")
        return url


def _may_be_public(host: str) -> bool:
    """Names are looked up at each delivery; of a bare address it can be said now."""
    try:
        return outgoing.is_public(host)
    except ValueError:
        return host != "localhost"
