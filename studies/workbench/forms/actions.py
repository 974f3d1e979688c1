"""The forms of actions: what their pages ask."""

from datetime import date
from typing import Any

from django import forms
from django.utils import timezone

from studies.models import Study
from studies.models.study import MAX_EVALUATIONS
from studies.models.years import check_year
from studies.services.lifecycle import amendments, opening
from studies.services.lifecycle.opening_warnings import ACCEPTING, warnings_of
from studies.values.visible_text import visible
from studies.workbench.forms.fields import DayInput
from studies.workbench.forms.numbers import WholeField


class ActionForm(forms.Form):
    """A click alone."""

    def __init__(self, *args: Any, study: Study, **kwargs: Any) -> None:
        self.study = study
        super().__init__(*args, **kwargs)


class NoteForm(ActionForm):
    """A reason, which may be left out."""

    why = forms.CharField(
        label="Reason (it stands in the study's history)",
        required=False,
        max_length=1000,
        widget=forms.Textarea(attrs={"rows": 2}),
    )


class ReasonForm(ActionForm):
    """A reason, which must be given."""

    why = forms.CharField(
        label="Reason",
        max_length=1000,
        widget=forms.Textarea(attrs={"rows": 2}),
        error_messages={"required": "Write a sentence: it stands in the study's history."},
    )


class OpenForm(ActionForm):
    """A box to tick for each warning of the plan; most studies have none."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.warnings = warnings_of(self.study) if self.study.is_draft else []
        for warning in self.warnings:
            self.fields[warning.code] = forms.BooleanField(
                label=ACCEPTING[warning.code],
                initial=warning.code in self.study.accepted_warnings,
                error_messages={"required": "Tick this box to open the study all the same."},
            )

    def clean(self) -> dict[str, Any]:
        """Return the codes of the accepted warnings."""
        return {"accepted": [code for code in self.fields if self.cleaned_data.get(code)]}


class AmendForm(ReasonForm):
    """The new number, its reason, and a tick that accepts what it costs."""

    evaluations = WholeField(label="New number of evaluations")
    accept_cost = forms.BooleanField(
        label="I know that this ends the fixed-number verdict", required=False
    )
    field_order = ("evaluations", "why", "accept_cost")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        least = self.study.evaluations + 1
        most = min(self.study.evaluations + opening.OPEN_AT_ONCE, MAX_EVALUATIONS)
        self.least, self.most = least, most
        if not amendments.amending_costs(self.study):
            del self.fields["accept_cost"]

    def clean_evaluations(self) -> int:
        number: int = self.cleaned_data["evaluations"]
        if not self.least <= number <= self.most:
            raise forms.ValidationError(
                f"Write a whole number from {self.least} to {self.most}: more than the "
                f"{self.study.evaluations} there are, and {opening.OPEN_AT_ONCE} more at a time."
            )
        return number

    def clean(self) -> dict[str, Any]:
        found: dict[str, Any] = super().clean() or self.cleaned_data
        found.setdefault("accept_cost", False)
        if "accept_cost" in self.fields and not found["accept_cost"]:
            self.add_error("accept_cost", "Tick this box, or leave the number as it is.")
        return found


class KeepForm(ReasonForm):
    """The day until which the data are kept, and whether the study is erased on it."""

    until = forms.DateField(label="Data are kept until", widget=DayInput)
    erases_itself = forms.BooleanField(label="Erase the study on this day", required=False)
    field_order = ("until", "erases_itself", "why")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.initial.update(
            until=self.study.retention_until, erases_itself=self.study.erases_itself
        )

    def clean_until(self) -> date:
        day: date = self.cleaned_data["until"]
        if day <= timezone.localdate():
            raise forms.ValidationError("Write a day to come. To erase it now: “Erase study”.")
        check_year(day)
        return day


class EraseForm(ActionForm):
    """The study's title, typed to confirm."""

    title = forms.CharField(label="Type the title of the study to confirm")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["title"].help_text = self.study.title

    def clean_title(self) -> str:
        typed: str = self.cleaned_data["title"]
        if visible(typed) != visible(self.study.title):
            raise forms.ValidationError("This is not the title. Nothing was erased.")
        return typed
