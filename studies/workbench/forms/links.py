"""Forms of recruitment links."""

import re
from datetime import datetime
from typing import TYPE_CHECKING, Any

from django import forms
from django.core.validators import URLValidator
from django.utils import timezone

from studies.models import RecruitmentLink, Study
from studies.models.judging.judge import PANEL_PARAMETERS
from studies.models.judging.triad import Mode
from studies.models.recruitment import ENDING_FIELDS, Ending
from studies.models.years import check_year
from studies.services.recruiting import excluded_ids, invitations, links, pasted_lists
from studies.services.recruiting.pasted_lists import PastedList
from studies.values.panel_ids import left_open
from studies.workbench.forms.fields import CodeTextField, MomentField, ShownField
from studies.workbench.forms.numbers import WholeField
from studies.workbench.forms.study.sections import ShownSection, shown_section

if TYPE_CHECKING:
    LinkModelForm = forms.ModelForm[RecruitmentLink]
else:
    LinkModelForm = forms.ModelForm

KNOWN_PLACEHOLDERS = {"{code}", "{judge}", "{external_id}"}
# Parameters of our own addresses, and fields of the forms there.
OUR_PARAMETERS = {
    *("lang", "new", "kept", "waiting", "ticket", "consent", "choice", "form_key"),
    *PANEL_PARAMETERS,
}
PLACEHOLDERS = "Begins with https://. {code}, {judge} and {external_id} are filled in."


def check_return_address(address: str) -> None:
    """Refuse all but https addresses, and placeholders that are not filled in."""
    try:
        URLValidator(schemes=["https"])(address)
    except forms.ValidationError:
        raise forms.ValidationError(
            "Write an address that begins with https://, for example https://example.org/done."
        ) from None
    unknown = sorted(set(re.findall(r"{[^{}]*}?|}", address)) - KNOWN_PLACEHOLDERS)
    if unknown:
        raise forms.ValidationError(
            "%(unknown)s cannot be filled in; {code}, {judge} and {external_id} can.",
            params={"unknown": ", ".join(unknown)},
        )
    for placeholder in KNOWN_PLACEHOLDERS:
        address = address.replace(placeholder, "1")
    if part := left_open(address):
        raise forms.ValidationError(
            "“%(part)s” is still to be filled in: write what the panel gave you, or {external_id} "
            "where each person’s id belongs.",
            params={"part": part},
        )


class ReturnAddressField(CodeTextField):
    """An address to which a judge is sent back: https only."""

    default_validators = [check_return_address]


RETURN_ADDRESSES = tuple(f"{ending}_url" for ending in Ending)
CODES = tuple(f"{ending}_code" for ending in Ending)


def check_ahead(end: datetime) -> None:
    """Refuse a moment that has passed."""
    if end <= timezone.now():
        raise forms.ValidationError("This moment has passed. Choose a later one.")


OF_ALL = ("panel", "language", "mode", "expires_at")
OF_OPEN_LINKS = ("quota", "classroom")
OF_PANELS = ("id_parameter", "mturk")
PANEL_IDS = (
    "For Prolific, Mechanical Turk and other panels, which send people here with an id in the "
    "address: the same person is one judge, in any browser."
)
ENDINGS = (
    "For panels that send people here and want them back: a code to show, or an address to return "
    "to."
)


class LinkForm(LinkModelForm):
    """A recruitment link of the instance's study.

    A stored one keeps its mode, of which judges hold copies; a personal one has no quota and asks
    for no ids.
    """

    class Meta:
        model = RecruitmentLink
        fields = (*OF_ALL, *OF_OPEN_LINKS, *OF_PANELS, *ENDING_FIELDS)
        field_classes = {
            "expires_at": MomentField,
            "quota": WholeField,
            "panel": ShownField,
            **dict.fromkeys(("id_parameter", *CODES), CodeTextField),
            **dict.fromkeys(RETURN_ADDRESSES, ReturnAddressField),
        }
        widgets = dict.fromkeys(RETURN_ADDRESSES, forms.URLInput(attrs={"class": "vURLField"}))
        help_texts = {
            "panel": "A name for the people who come by this link: “experts”, “students”.",
            "mode": "Live answers count. Pilot answers are for trying out, and never do.",
            "expires_at": "No judge can begin after this moment. Empty: no limit.",
            "id_parameter": (
                "PROLIFIC_PID for Prolific; for another panel the name that it uses. No one can "
                "begin without an id then: people who come without one see a sample."
            ),
            "mturk": (
                "For an ExternalQuestion: the pages may stand in the frame of Mechanical Turk, "
                "people are known by workerId, and they hand in the task on the last page."
            ),
            "done_code": "Shown to judges at the end, for a panel that asks for one.",
            "screened_out_code": "For people with excluded ids; and for all who find no place, "
            "where the next fields are empty.",
            "over_quota_code": "For people who come when the quota or the study is full.",
            **dict.fromkeys(RETURN_ADDRESSES, PLACEHOLDERS),
        }
        error_messages = {
            "quota": dict.fromkeys(
                ("invalid", "min_value", "max_value"),
                "Write a whole number from 1 on, or leave the field empty.",
            ),
        }

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if self.instance.pk:
            self.fields.pop("mode")
        if self.instance.personal:
            for name in (*OF_OPEN_LINKS, *OF_PANELS):
                self.fields.pop(name)

    def shown_sections(self) -> list[ShownSection]:
        """Return what each link has, the ids of panels, and how it ends."""
        first, panel, endings = (
            [name for name in names if name in self.fields]
            for names in ((*OF_ALL, *OF_OPEN_LINKS), OF_PANELS, ENDING_FIELDS)
        )
        sections = [shown_section(self, first)]
        if panel:
            sections.append(shown_section(self, panel, "A panel’s ids", PANEL_IDS))
        return [*sections, shown_section(self, endings, "How it ends for judges", ENDINGS)]

    def clean_expires_at(self) -> Any:
        end = self.cleaned_data["expires_at"]
        if end and "expires_at" in self.changed_data:
            check_ahead(end)
        return end

    def clean_id_parameter(self) -> str:
        name: str = self.cleaned_data["id_parameter"]
        if name in OUR_PARAMETERS:
            raise forms.ValidationError("This name is used by the pages themselves.")
        return name

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or self.cleaned_data
        if cleaned.get("mturk") and cleaned.get("id_parameter") not in ("", "workerId", None):
            self.add_error("id_parameter", "Mechanical Turk calls it workerId: leave this empty.")
        return cleaned


class PersonalLinksForm(forms.Form):
    """What personal links of one list have in common."""

    panel = ShownField(
        label="Panel",
        max_length=100,
        help_text="A name for this group: “experts”, “students 2026”.",
    )
    language = forms.ChoiceField(
        label="Language of the pages",
        required=False,
        choices=RecruitmentLink._meta.get_field("language").choices or (),
    )
    mode = forms.ChoiceField(label="Answers", choices=Mode, initial=Mode.LIVE)
    expires_at = MomentField(
        label="Links expire",
        required=False,
        help_text="Empty: no limit.",
        validators=[check_year, check_ahead],
    )

    def __init__(self, *args: Any, study: Study, **kwargs: Any) -> None:
        self.study = study
        super().__init__(*args, **kwargs)


class PeopleForm(PersonalLinksForm):
    """A pasted list of people, each of whom gets a personal link."""

    lines = forms.CharField(
        label="People",
        max_length=2_000_000,
        help_text="A name or an e-mail address on each line. Nothing is sent to them.",
        widget=forms.Textarea(attrs={"rows": 10}),
    )
    field_order = ("panel", "lines")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        self.people = links.PeopleList()
        super().__init__(*args, **kwargs)

    def clean_lines(self) -> str:
        lines: str = self.cleaned_data["lines"]
        try:
            self.people = links.read_people(self.study, lines)
        except ValueError as error:
            raise forms.ValidationError(str(error)) from error
        if not self.people.new and not self.people.known:
            raise forms.ValidationError("There is no name in this list.")
        return lines


class MailForm(forms.Form):
    """Subject and words of an e-mail."""

    subject = forms.CharField(
        label="Subject", max_length=200, widget=forms.TextInput(attrs={"size": 60})
    )
    body = forms.CharField(
        label="Message",
        max_length=10_000,
        help_text="{link} becomes each person’s own address. Answers to the e-mail come to you.",
        widget=forms.Textarea(attrs={"rows": 8}),
    )

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or self.cleaned_data
        problems = invitations.check_words(
            cleaned.get("subject", ""), cleaned.get("body", invitations.PLACEHOLDER)
        )
        for name, problem in problems.items():
            self.add_error(name, problem)
        return cleaned


class InviteForm(PersonalLinksForm, MailForm):
    """Who gets a personal link by e-mail, and what the e-mail says."""

    lines = forms.CharField(
        label="E-mail addresses",
        required=False,
        max_length=2_000_000,
        help_text="One a line, or as a mail program lists them.",
        widget=forms.Textarea(attrs={"rows": 8}),
    )
    everybody = forms.BooleanField(
        label="Also all people with an e-mail address at their personal link",
        required=False,
        help_text="People who were invited before, or have begun, are left out.",
    )
    field_order = ("lines", "everybody", "panel", "subject", "body", "language", "mode")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        self.recipients = invitations.Recipients()
        super().__init__(*args, **kwargs)

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean()
        if "lines" not in cleaned:
            return cleaned
        try:
            self.recipients = invitations.read_addresses(
                self.study, cleaned["lines"], everybody=cleaned.get("everybody", False)
            )
        except ValueError as error:
            self.add_error("lines", str(error))
            return cleaned
        if not self.recipients.addresses and not self.recipients.invited:
            self.add_error("lines", "There is no address to write to.")
        return cleaned


class ExcludedForm(forms.Form):
    """Ids of people who may not take part."""

    ids = forms.CharField(
        label="Excluded ids",
        required=False,
        max_length=2_000_000,
        strip=False,
        help_text=(
            "One a line, or a table as the panel offers it: the id of each row is taken. Empty: "
            "no one is excluded."
        ),
        widget=forms.Textarea(attrs={"rows": 10}),
    )
    studies = forms.ModelMultipleChoiceField(
        label="Add the judges of earlier studies",
        required=False,
        queryset=Study.objects.none(),
        widget=forms.CheckboxSelectMultiple,
    )

    def __init__(self, *args: Any, others: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field = self.fields["studies"]
        field.queryset = others  # type: ignore[attr-defined]  # a choice of rows
        if not others:
            del self.fields["studies"]

    def clean_ids(self) -> PastedList:
        read = pasted_lists.ids(self.cleaned_data["ids"])
        try:
            excluded_ids.check(read.taken)
        except ValueError as error:
            raise forms.ValidationError(str(error)) from error
        return read
