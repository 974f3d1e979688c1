"""The statistics of the triangle test: exact, on SciPy and NumPy alone, one file per question.

- `triangle`: can people tell the texts apart, and are they similar?
- `estimation`: how large is the difference?
- `planning`: how many judges are needed, and what can this many show?
- `sequential`: may I look, and may I stop?
"""

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
    "METHODS",
    "RULES",
    "ConfidenceSequence",
    "DifferenceTest",
    "EValue",
    "Estimate",
    "Estimation",
    "Option",
    "PowerPoint",
    "SimilarityTest",
    "Sprt",
    "SprtCharacteristics",
    "SprtLines",
    "State",
    "below_chance",
    "confidence_sequence",
    "d_prime_from_pc",
    "difference_test",
    "e_value_difference",
    "e_value_similarity",
    "estimate",
    "evidence",
    "judges_needed",
    "max_correct",
    "min_correct",
    "options",
    "pc_from_d_prime",
    "pc_from_pd",
    "pc_slope",
    "pd_from_pc",
    "power",
    "power_curve",
    "sensitivity",
    "similarity_test",
    "sprt",
    "sprt_characteristics",
    "sprt_lines",
]
