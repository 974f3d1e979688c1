"""Which texts stand out: by what is known of them, not by what few answers happened to say."""

import math

# The statement orders rows of `counts` (n answers, x right). First come those with enough answers,
# by the lower limit of their share (Wilson 1927, one-sided at 95 %).
STANDING_OUT = """
    SELECT * FROM counts
    ORDER BY n < %(fewest)s, (x + 1.353) / (n + 2.706)
        - 1.645 * sqrt(x * (n - x) / n::float + 0.676) / (n + 2.706) DESC, 1
    LIMIT %(limit)s OFFSET %(offset)s
"""
SAYS_SOMETHING = 0.05
CHANCE, MOST = 1 / 3, 0.9


def fewest_answers(share: float) -> int:
    """Return with how many answers, all of them right, a text would differ from this share.

    With fewer, as many right answers come in more than one of twenty texts that are like the rest.
    """
    usual = min(max(share, CHANCE), MOST)
    return math.ceil(math.log(SAYS_SOMETHING) / math.log(usual))
