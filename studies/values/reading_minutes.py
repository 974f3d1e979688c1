"""How long a judge takes for pages of texts, on average: what plans and judges are told."""

import math

# Reading at 200 words of six letters a minute, and some time to choose.
CHARACTERS_PER_MINUTE = 1200
MINUTES_TO_CHOOSE = 0.25
SECONDS_A_NUMBER = 20
MINUTES_A_NUMBER = SECONDS_A_NUMBER / 60


def minutes_of_page(*, texts: int, numbers: int, characters: float) -> float:
    """Return about how long a page takes, with texts of so many characters each."""
    answering = numbers * MINUTES_A_NUMBER or MINUTES_TO_CHOOSE
    return texts * characters / CHARACTERS_PER_MINUTE + answering


def whole_minutes(minutes: float) -> int:
    """Return the minutes that are told: rounded up, and one at least."""
    # Rounded before, so that three thirds are no more than one.
    return max(1, math.ceil(round(minutes, 6)))
