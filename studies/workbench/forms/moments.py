"""A day or a moment in one field, as browsers offer it; moments in the person's time zone."""

from django import forms


class MomentInput(forms.DateTimeInput):
    """Date and time."""

    input_type = "datetime-local"

    def __init__(self) -> None:
        super().__init__(format="%Y-%m-%dT%H:%M")


class DayInput(forms.DateInput):
    """A day."""

    input_type = "date"

    def __init__(self) -> None:
        super().__init__(format="%Y-%m-%d")
