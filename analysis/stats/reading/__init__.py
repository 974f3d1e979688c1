"""How do people read, and does reading tell the odd text from the other two?

The measures need NumPy alone. Of the two models only `replicate_reading_study` imports
statsmodels, when it is called.
"""

from .conditional import OddByReading, ReadingAccuracy, ReadingCoefficient, reading_tells_odd
from .measures import (
    MEASURES,
    PASSED_OVER_MS,
    Measures,
    Reading,
    Scores,
    TextReading,
    TrialReading,
    raw_measures,
)
from .norms import ReadingNorms, reading_measures, reading_norms
from .predictors import (
    ConditionsTold,
    Predicted,
    Predictors,
    TextRead,
    WhyNone,
    predict_conditions,
)
from .replica import ReadingReplica, replicate_reading_study
from .trials import ReadPage, ReadText, ReadTrial, Stay

__all__ = [
    "MEASURES",
    "PASSED_OVER_MS",
    "ConditionsTold",
    "Measures",
    "OddByReading",
    "Predicted",
    "Predictors",
    "ReadPage",
    "ReadText",
    "ReadTrial",
    "Reading",
    "ReadingAccuracy",
    "ReadingCoefficient",
    "ReadingNorms",
    "ReadingReplica",
    "Scores",
    "Stay",
    "TextRead",
    "TextReading",
    "TrialReading",
    "WhyNone",
    "predict_conditions",
    "raw_measures",
    "reading_measures",
    "reading_norms",
    "reading_tells_odd",
    "replicate_reading_study",
]
