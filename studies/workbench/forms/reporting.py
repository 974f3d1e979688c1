"""The one form about what the platform cannot know and a report should say."""

from typing import Any

from django import forms

from studies.services.lifecycle.reporting import GROUPS, LONGEST


class ReportingForm(forms.Form):
    """All of it may be left empty, and filled in later."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for group in GROUPS:
            for asked in group.asked:
                self.fields[asked.name] = forms.CharField(
                    label=str(asked.label),
                    help_text=str(asked.help),
                    required=False,
                    max_length=LONGEST,
                    widget=forms.Textarea(attrs={"rows": 2}),
                )

    def groups(self) -> list[tuple[Any, list[forms.BoundField]]]:
        """The fields under their headings."""
        return [(group.title, [self[asked.name] for asked in group.asked]) for group in GROUPS]
