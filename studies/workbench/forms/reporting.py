"""The form of what a report should say and the platform cannot know."""

from typing import Any

from django import forms

from studies.services.lifecycle.reporting import LONGEST, SECTIONS


class ReportingForm(forms.Form):
    """Every field may be left empty, and filled in later."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for section in SECTIONS:
            for question in section.questions:
                self.fields[question.name] = forms.CharField(
                    label=question.label,
                    help_text=question.help,
                    required=False,
                    max_length=LONGEST,
                    widget=forms.Textarea(attrs={"rows": 2}),
                )

    def sections(self) -> list[tuple[str, list[forms.BoundField]]]:
        """Return the fields under their headings."""
        return [
            (section.title, [self[question.name] for question in section.questions])
            for section in SECTIONS
        ]
