"""The statistics of the triangle test: exact, on SciPy and NumPy, one file per question.

- `triangle`: can people tell the texts apart, and are they similar?
- `estimation`: how large is the difference?
- `planning`: how many judges are needed, and what can this many show?
- `sequential`: may I look, and may I stop?
- `replication`: what do repeated answers of the same judges say, and do judges differ?
- `comparison`: do several studies differ?
- `bayes`: what is to be believed about pd, from a stated prior?
- `reading`: how do people read, and does reading tell the odd text from the other two?
- `surface`: does a plain program tell the texts apart by their letters alone?
- `checks`: is something wrong with orders, positions, judges, streaks or speed?

Counts come first, everything else by keyword. Results are frozen dataclasses of plain Python
numbers; what is undefined is None, and bad input is a ValueError that names the argument. Only
`replicate_reading_study` needs statsmodels too, and imports it when called.
"""

from .bayes import Posterior, posterior
from .checks import (
    ODD_POSITION,
    CountsTest,
    JudgeSummary,
    RealisedChance,
    Streak,
    TooFast,
    chosen_positions,
    judge_summary,
    longest_streak,
    order_counts,
    realised_chance,
    right_by_order,
    too_fast,
)
from .comparison import ChiSquareTest, Comparison, PairComparison, compare_studies
from .estimation import (
    METHODS,
    Estimate,
    Estimation,
    d_prime_from_pc,
    estimate,
    pc_from_d_prime,
    pc_from_pd,
    pc_slope,
    pd_from_pc,
)
from .planning import (
    RULES,
    Option,
    PowerPoint,
    judges_needed,
    options,
    power,
    power_curve,
    sensitivity,
)
from .reading import (
    MEASURES,
    PASSED_OVER_MS,
    Measures,
    OddByReading,
    Reading,
    ReadingAccuracy,
    ReadingCoefficient,
    ReadingReplica,
    ReadText,
    ReadTrial,
    Scores,
    Stay,
    TextReading,
    TrialReading,
    reading_measures,
    reading_tells_odd,
    replicate_reading_study,
)
from .replication import BetaBinomialFit, ProfileEstimate, fit_beta_binomial
from .sequential import (
    ConfidenceSequence,
    EValue,
    Sprt,
    SprtCharacteristics,
    SprtLines,
    State,
    confidence_sequence,
    e_value_difference,
    e_value_similarity,
    sprt,
    sprt_characteristics,
    sprt_lines,
)
from .surface import MachineJudge, Telling, Why, machine_judge
from .triangle import (
    DifferenceTest,
    SimilarityTest,
    below_chance,
    difference_test,
    evidence,
    max_correct,
    min_correct,
    similarity_test,
)

__all__ = [
    "MEASURES",
    "METHODS",
    "ODD_POSITION",
    "PASSED_OVER_MS",
    "RULES",
    "BetaBinomialFit",
    "ChiSquareTest",
    "Comparison",
    "ConfidenceSequence",
    "CountsTest",
    "DifferenceTest",
    "EValue",
    "Estimate",
    "Estimation",
    "JudgeSummary",
    "MachineJudge",
    "Measures",
    "OddByReading",
    "Option",
    "PairComparison",
    "Posterior",
    "PowerPoint",
    "ProfileEstimate",
    "ReadText",
    "ReadTrial",
    "Reading",
    "ReadingAccuracy",
    "ReadingCoefficient",
    "ReadingReplica",
    "RealisedChance",
    "Scores",
    "SimilarityTest",
    "Sprt",
    "SprtCharacteristics",
    "SprtLines",
    "State",
    "Stay",
    "Streak",
    "Telling",
    "TextReading",
    "TooFast",
    "TrialReading",
    "Why",
    "below_chance",
    "chosen_positions",
    "compare_studies",
    "confidence_sequence",
    "d_prime_from_pc",
    "difference_test",
    "e_value_difference",
    "e_value_similarity",
    "estimate",
    "evidence",
    "fit_beta_binomial",
    "judge_summary",
    "judges_needed",
    "longest_streak",
    "machine_judge",
    "max_correct",
    "min_correct",
    "options",
    "order_counts",
    "pc_from_d_prime",
    "pc_from_pd",
    "pc_slope",
    "pd_from_pc",
    "posterior",
    "power",
    "power_curve",
    "reading_measures",
    "reading_tells_odd",
    "realised_chance",
    "replicate_reading_study",
    "right_by_order",
    "sensitivity",
    "similarity_test",
    "sprt",
    "sprt_characteristics",
    "sprt_lines",
    "too_fast",
]
