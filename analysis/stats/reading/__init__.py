"""How do people read, and does reading tell the odd text from the other two?

The measures need NumPy alone. Of the two models only `replicate_reading_study` imports
statsmodels, when it is called.
"""

from .measures import (
    MEASURES,
    PASSED_OVER_MS,
    Measures,
    Reading,
    Scores,
    TextReading,
    TrialReading,
    reading_measures,
)
from .trials import ReadText, ReadTrial, Stay

__all__ = [
    "MEASURES",
    "PASSED_OVER_MS",
    "Measures",
    "ReadText",
    "ReadTrial",
    "Reading",
    "Scores",
    "Stay",
    "TextReading",
    "TrialReading",
    "reading_measures",
]
