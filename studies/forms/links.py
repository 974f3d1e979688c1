"""Forms of recruitment links."""

import re
from typing import TYPE_CHECKING, Any

from django import forms
from django.core.validators import URLValidator
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from studies.forms.moments import MomentInput
from studies.models import RecruitmentLink, Study
from studies.models.triad import Mode
from studies.services import recruitment

if TYPE_CHECKING:
    LinkModelForm = forms.ModelForm[RecruitmentLink]
else:
    LinkModelForm = forms.ModelForm

KNOWN_PLACEHOLDERS = {"{code}", "{judge}", "{external_id}"}
PLACEHOLDERS = gettext_lazy(
    "Begins with https://. {code}, {judge} and {external_id} are filled in."
)


def check_return_address(address: str) -> None:
    """Refuse what is no https address, and a placeholder that nobody would fill in."""
    try:
        URLValidator(schemes=["https"])(address)
    except forms.ValidationError:
        raise forms.ValidationError(
            _("Write an address that begins with https://, for example https://example.org/done.")
        ) from None
    unknown = sorted(set(re.findall(r"{[^{}]*}?|}", address)) - KNOWN_PLACEHOLDERS)
    if unknown:
        raise forms.ValidationError(
            _("%(unknown)s cannot be filled in; {code}, {judge} and {external_id} can."),
            params={"unknown": ", ".join(unknown)},
        )


def return_address(label: Any) -> forms.CharField:
    """Where a judge is sent back to: https only."""
    return forms.CharField(
        label=label,
        required=False,
        max_length=500,
        validators=[check_return_address],
        help_text=PLACEHOLDERS,
        widget=forms.URLInput(attrs={"class": "vURLField"}),
    )


class LinkForm(LinkModelForm):
    """A recruitment link."""

    done_url = return_address(gettext_lazy("return address when done"))
    screened_out_url = return_address(gettext_lazy("return address when not needed"))
    no_consent_url = return_address(gettext_lazy("return address without consent"))

    class Meta:
        model = RecruitmentLink
        fields = (
            *("study", "panel", "language", "mode", "quota", "expires_at", "classroom"),
            *("done_code", "done_url", "screened_out_code", "screened_out_url"),
            *("no_consent_code", "no_consent_url"),
        )
        help_texts = {
            "panel": gettext_lazy("A name for those who come this way: “experts”, “students”."),
            "mode": gettext_lazy(
                "Live answers count. Pilot answers are for trying out, and never do."
            ),
            "expires_at": gettext_lazy("Nobody can begin after this moment. Empty: no limit."),
            "done_code": gettext_lazy("Shown to judges at the end, for a panel that asks for one."),
        }
        error_messages = {
            "quota": dict.fromkeys(
                ("invalid", "min_value", "max_value"),
                gettext_lazy("Write a whole number from 1 on, or leave the field empty."),
            ),
        }

    def clean_expires_at(self) -> Any:
        end = self.cleaned_data["expires_at"]
        if end and "expires_at" in self.changed_data and end <= timezone.now():
            raise forms.ValidationError(_("This moment has passed. Choose a later one."))
        return end

    def save(self, commit: bool = True) -> RecruitmentLink:  # noqa: FBT001, FBT002 - Django's
        """A link that is given more time or places is told of anew when it runs out."""
        if {"expires_at", "quota"} & set(self.changed_data):
            self.instance.expiry_told_at = None
        return super().save(commit=commit)


class PeopleForm(forms.Form):
    """A pasted list of people, each of whom gets a link of their own."""

    panel = forms.CharField(
        label=gettext_lazy("Panel"),
        max_length=100,
        help_text=gettext_lazy("A name for these people together: “experts”, “students 2026”."),
    )
    lines = forms.CharField(
        label=gettext_lazy("People"),
        max_length=2_000_000,
        help_text=gettext_lazy(
            "A name or an e-mail address on each line. Nothing is sent to them."
        ),
        widget=forms.Textarea(attrs={"rows": 10}),
    )
    mode = forms.ChoiceField(label=gettext_lazy("Answers"), choices=Mode, initial=Mode.LIVE)
    expires_at = forms.DateTimeField(
        label=gettext_lazy("Links expire"),
        required=False,
        widget=MomentInput,
        help_text=gettext_lazy("Empty: no limit."),
    )

    def __init__(self, *args: Any, study: Study, **kwargs: Any) -> None:
        self.study = study
        self.people = recruitment.People(())
        super().__init__(*args, **kwargs)

    def clean_lines(self) -> str:
        lines: str = self.cleaned_data["lines"]
        try:
            self.people = recruitment.read_people(self.study, lines)
        except ValueError as error:
            raise forms.ValidationError(str(error)) from error
        if not self.people.new and not self.people.known:
            raise forms.ValidationError(_("There is no name in this list."))
        return lines

    def clean_expires_at(self) -> Any:
        end = self.cleaned_data["expires_at"]
        if end and end <= timezone.now():
            raise forms.ValidationError(_("This moment has passed. Choose a later one."))
        return end
