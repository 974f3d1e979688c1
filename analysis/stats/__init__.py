"""The statistics of the triangle test: exact, on SciPy and NumPy, one file per question.

- `triangle`: can people tell the texts apart, and are they similar?
- `estimation`: how large is the difference?
- `psychometric`: how does a distance turn into right answers, by what judges are asked?
- `crossed`: would other texts like these say the same?
- `planning`: how many judges are needed, and what can this many show?
- `sequential`: may I stop as soon as the answers allow it, what is estimated then, and how strong
  is the evidence so far, however often one looks?
- `repeats`: what do repeated answers of the same judges say, do judges differ, and how many
  judges are needed?
- `ratings`: how far do ratings agree, which system is rated above which, and how many are needed?
- `sureness`: are judges right where they say that they are sure?
- `comparison`: do several studies differ?
- `bayes`: what is to be believed about pd, from a stated prior?
- `reading`: how do people read, and does reading tell the odd text from the other two?
- `association`: does a number of texts or triads rise with the judges' right answers?
- `surface`: does a plain program tell the texts apart by their letters alone?
- `checks`: is something wrong with orders, positions, judges, streaks or speed?

Counts come first, everything else by keyword. Results are frozen dataclasses of plain Python
numbers; what is undefined is None, and bad input is a ValueError that names the argument. Only
`replicate_reading_study` needs statsmodels too, and imports it when called.
"""

from .bayes import Posterior, posterior
from .checks import (
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
from .comparison import ChiSquareTest, Comparison, PairComparison, compare_studies, holm
from .crossed import OverTexts, answers_over_texts, design_effect, limits_over_texts
from .estimation import (
    METHODS,
    Estimate,
    Estimation,
    estimate,
)
from .groups import GroupsTest, right_by_group
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
from .psychometric import (
    ODD_POSITION,
    PROTOCOLS,
    Protocol,
    d_prime_from_pc,
    orders_of,
    pc_from_d_prime,
    pc_from_pd,
    pc_slope,
    pd_from_pc,
)
from .ratings.correlation import Correlation, correlations
from .ratings.data import Ratings, ratings_of
from .ratings.describe import (
    Alpha,
    Busiest,
    IdenticalTexts,
    SystemMean,
    busiest_judges,
    identical_texts,
    krippendorff_alpha,
    system_means,
)
from .ratings.icc import Agreement, TwoWay, agreement, agreement_of_same_judges
from .ratings.normalise import far_from_others, normalise
from .ratings.pairs import Pair, compare_systems
from .ratings.planning import (
    ItemsNeeded,
    PairVariances,
    difference_variances,
    fewest_judges,
    icc_width,
    items_needed,
    texts_for_icc,
)
from .ratings.ranking.bootstrap import BootstrapRanking, PairShare, paired_bootstrap
from .ratings.ranking.davidson import Davidson, Worth, davidson
from .ratings.ranking.outcomes import Outcomes, page_outcomes
from .ratings.ranking.trueskill import Skill, SkillRanking, trueskill
from .ratings.standing import Standing, system_standings
from .ratings.ticks import TicksTest, ticks_test
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
from .repeats.fit import (
    BetaBinomialFit,
    ProfileEstimate,
    fit_beta_binomial,
)
from .repeats.planning import (
    judges_needed_with_repeats,
    power_with_repeats,
)
from .sequential.checks import e_value_orders, e_value_positions
from .sequential.estimate import (
    SprtEstimate,
    sprt_estimate,
)
from .sequential.wald import (
    Sprt,
    SprtCharacteristics,
    SprtFewest,
    SprtLines,
    State,
    sprt,
    sprt_characteristics,
    sprt_fewest,
    sprt_lines,
)
from .sequential.watching import (
    ConfidenceSequence,
    EValue,
    confidence_sequence,
    e_value_difference,
    e_value_similarity,
)
from .sureness import SurenessTest, sureness_test
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
    "PROTOCOLS",
    "RULES",
    "Agreement",
    "Alpha",
    "BetaBinomialFit",
    "BootstrapRanking",
    "Busiest",
    "ChiSquareTest",
    "Comparison",
    "ConfidenceSequence",
    "Correlation",
    "CountsTest",
    "Davidson",
    "DifferenceTest",
    "EValue",
    "Estimate",
    "Estimation",
    "GroupsTest",
    "IdenticalTexts",
    "ItemsNeeded",
    "JudgeSummary",
    "MachineJudge",
    "Measures",
    "OddByReading",
    "Option",
    "Outcomes",
    "OverTexts",
    "Pair",
    "PairComparison",
    "PairShare",
    "PairVariances",
    "Posterior",
    "PowerPoint",
    "ProfileEstimate",
    "Protocol",
    "Ratings",
    "ReadText",
    "ReadTrial",
    "Reading",
    "ReadingAccuracy",
    "ReadingCoefficient",
    "ReadingReplica",
    "RealisedChance",
    "Scores",
    "SimilarityTest",
    "Skill",
    "SkillRanking",
    "Sprt",
    "SprtCharacteristics",
    "SprtEstimate",
    "SprtFewest",
    "SprtLines",
    "Standing",
    "State",
    "Stay",
    "Streak",
    "SurenessTest",
    "SystemMean",
    "Telling",
    "TextReading",
    "TicksTest",
    "TooFast",
    "TrialReading",
    "TwoWay",
    "Why",
    "Worth",
    "agreement",
    "agreement_of_same_judges",
    "answers_over_texts",
    "below_chance",
    "busiest_judges",
    "chosen_positions",
    "compare_studies",
    "compare_systems",
    "confidence_sequence",
    "correlations",
    "d_prime_from_pc",
    "davidson",
    "design_effect",
    "difference_test",
    "difference_variances",
    "e_value_difference",
    "e_value_orders",
    "e_value_positions",
    "e_value_similarity",
    "estimate",
    "evidence",
    "far_from_others",
    "fewest_judges",
    "fit_beta_binomial",
    "holm",
    "icc_width",
    "identical_texts",
    "items_needed",
    "judge_summary",
    "judges_needed",
    "judges_needed_with_repeats",
    "krippendorff_alpha",
    "limits_over_texts",
    "longest_streak",
    "machine_judge",
    "max_correct",
    "min_correct",
    "normalise",
    "options",
    "order_counts",
    "orders_of",
    "page_outcomes",
    "paired_bootstrap",
    "pc_from_d_prime",
    "pc_from_pd",
    "pc_slope",
    "pd_from_pc",
    "posterior",
    "power",
    "power_curve",
    "power_with_repeats",
    "ratings_of",
    "reading_measures",
    "reading_tells_odd",
    "realised_chance",
    "replicate_reading_study",
    "right_by_group",
    "right_by_order",
    "sensitivity",
    "similarity_test",
    "sprt",
    "sprt_characteristics",
    "sprt_estimate",
    "sprt_fewest",
    "sprt_lines",
    "sureness_test",
    "system_means",
    "system_standings",
    "texts_for_icc",
    "ticks_test",
    "too_fast",
    "trueskill",
]
