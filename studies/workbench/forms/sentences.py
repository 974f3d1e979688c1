"""What forms say of a field that has no sentences of its own, in place of Django's words."""

from django import forms
from django.core import validators

CHOOSE = dict.fromkeys(
    ("required", "invalid_choice", "invalid_list", "invalid_pk_value"), "Choose one of the list."
)

# The class of a field, and what it says by the code of the error.
OF_FIELDS: dict[type[forms.Field], dict[str, str]] = {
    forms.Field: {"required": "Write something here: this is needed."},
    forms.IntegerField: {"invalid": "Write a whole number."},
    forms.FloatField: {"invalid": "Write a number."},
    forms.DecimalField: {"invalid": "Write a number."},
    forms.DateField: {"invalid": "Write a day, for example 2027-03-31."},
    forms.DateTimeField: {"invalid": "Write a day and a time, for example 2027-03-31 18:00."},
    forms.URLField: {"invalid": "Write a whole address, for example https://example.org/page."},
    forms.ChoiceField: CHOOSE,
    forms.MultipleChoiceField: CHOOSE,
    forms.ModelChoiceField: CHOOSE,
    forms.ModelMultipleChoiceField: CHOOSE,
    forms.BooleanField: {"required": "Tick this box."},
    forms.FileField: {"required": "Choose a file.", "empty": "This file is empty."},
}
OF_VALIDATORS: dict[type[validators.BaseValidator | validators.RegexValidator], str] = {
    validators.MinValueValidator: "Write %(limit_value)s or more.",
    validators.MaxValueValidator: "Write %(limit_value)s or less.",
    validators.MinLengthValidator: (
        "Write at least %(limit_value)s characters: these are %(show_value)s."
    ),
    validators.MaxLengthValidator: (
        "Write at most %(limit_value)s characters: these are %(show_value)s."
    ),
    validators.URLValidator: "Write a whole address, for example https://example.org/page.",
}
EMAIL = "Write an e-mail address, for example ann@example.org."


def replace_djangos() -> None:
    """Let all forms say these sentences, those of the administration too."""
    for field, sentences in OF_FIELDS.items():
        own = vars(field).get("default_error_messages", {})
        field.default_error_messages = {**own, **sentences}
    for validator, sentence in OF_VALIDATORS.items():
        validator.message = sentence
    validators.EmailValidator.message = EMAIL
    validators.validate_email.message = EMAIL
