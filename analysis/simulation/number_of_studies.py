"""How many studies are simulated: at least so many that limits are narrow, and a minute's work."""

from django.core.exceptions import ValidationError

from studies.workbench.forms.numbers import WholeField

FEWEST = 100


def studies_field(*, most: int, initial: int) -> WholeField:
    """Return the field for the number of studies."""
    return WholeField(
        label="simulated studies",
        min_value=FEWEST,
        max_value=most,
        initial=initial,
        help_text="The more, the narrower the limits of what is found.",
    )


def check_work(studies: int, *, most: int, noun: str) -> int:
    """Return the number of studies; refuse more than a minute's work."""
    if most < FEWEST:
        raise ValidationError(f"A plan of this many {noun} is too large to be rehearsed.")
    if studies > most:
        raise ValidationError(f"With this many {noun} at most {most:,} studies can be simulated.")
    return studies
