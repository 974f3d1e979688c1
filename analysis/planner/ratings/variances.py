"""How much differences of systems varied in the RankME data (Novikova, Dušek and Rieser 2018).

Of the pairs of three systems, rated by RankME in setup 2 by 3 judges an item, in logarithms, as
`analysis.stats.difference_variances` finds them. One data set's: another's may be far away.
"""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Variances:
    """Of a pair's difference: between items, within them, and between judges."""

    item: float
    rest: float
    judge: float


RANKME = {
    "naturalness": (
        Variances(0.001369, 0.053269, 0.007008),
        Variances(0.0, 0.094511, 0.00581),
        Variances(0.0, 0.076929, 0.0),
    ),
    "quality": (
        Variances(0.0, 0.018336, 0.0000536),
        Variances(0.0, 0.138703, 0.065359),
        Variances(0.0, 0.128054, 0.060124),
    ),
    "informativeness": (
        Variances(0.007017, 0.07231, 0.002596),
        Variances(0.092374, 0.190801, 0.048908),
        Variances(0.083663, 0.139245, 0.036553),
    ),
}
# ICC(1,1) of the logarithms of the same ratings.
RANKME_ICC = {"naturalness": 0.1921, "quality": 0.0228, "informativeness": 0.4371}
