"""A moment in one field, as browsers offer it; read and shown in the person's time zone."""

from django import forms


class MomentInput(forms.DateTimeInput):
    """Date and time."""

    input_type = "datetime-local"

    def __init__(self) -> None:
        super().__init__(format="%Y-%m-%dT%H:%M")
