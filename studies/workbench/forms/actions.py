"""The forms of actions: what their pages ask."""

from typing import Any

from django import forms

from studies.models import Study
from studies.models.study import MAX_EVALUATIONS
from studies.services.lifecycle import amendments, opening
from studies.services.lifecycle.opening_warnings import ACCEPTING, warnings_of


class ActionForm(forms.Form):
    """A click alone."""

    def __init__(self, *args: Any, study: Study, **kwargs: Any) -> None:
        self.study = study
        super().__init__(*args, **kwargs)


class NoteForm(ActionForm):
    """A reason, which may be left out."""

    why = forms.CharField(
        label="Reason (kept with the event)",
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
        error_messages={"required": "Write a sentence: it is kept with the event."},
    )


class OpenForm(ActionForm):
    """A box to tick for each warning of the plan; most studies have none."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for warning in warnings_of(self.study) if self.study.is_draft else []:
            self.fields[warning.code] = forms.BooleanField(
                label=ACCEPTING[warning.code],
                initial=warning.code in self.study.accepted_warnings,
                help_text=str(warning),
                error_messages={"required": "Tick this box to open the study all the same."},
            )

    def clean(self) -> dict[str, Any]:
        """Return the codes of the accepted warnings."""
        return {"accepted": [code for code in self.fields if self.cleaned_data.get(code)]}


class AmendForm(ReasonForm):
    """The new number, its reason, and a tick that accepts what it costs."""

    evaluations = forms.IntegerField(label="New number of evaluations")
    accept_cost = forms.BooleanField(
        label="I know that this ends the fixed-number verdict", required=False
    )
    field_order = ("evaluations", "why", "accept_cost")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        least = self.study.evaluations + 1
        most = min(self.study.evaluations + opening.OPEN_AT_ONCE, MAX_EVALUATIONS)
        self.fields["evaluations"].widget.attrs.update({"min": least, "max": most})
        self.least, self.most = least, most
        if not amendments.amending_costs(self.study):
            del self.fields["accept_cost"]

    def clean_evaluations(self) -> int:
        number: int = self.cleaned_data["evaluations"]
        if not self.least <= number <= self.most:
            raise forms.ValidationError(f"Write a whole number from {self.least} to {self.most}.")
        return number

    def clean(self) -> dict[str, Any]:
        found: dict[str, Any] = super().clean() or self.cleaned_data
        found.setdefault("accept_cost", False)
        if "accept_cost" in self.fields and not found["accept_cost"]:
            self.add_error("accept_cost", "Tick this box, or leave the number as it is.")
        return found


class EraseForm(ActionForm):
    """The study's title, typed to confirm."""

    title = forms.CharField(label="Type the title of the study to confirm")

    def clean_title(self) -> str:
        typed: str = self.cleaned_data["title"]
        if " ".join(typed.split()) != " ".join(self.study.title.split()):
            raise forms.ValidationError("This is not the title. Nothing was erased.")
        return typed
