"""Which sentences the methods paragraph has; `english` and `spanish` have them.

They hold no sign that is special in LaTeX: those come with the values (`paragraph`). They are not
in the catalogues of the pages: every report holds both languages.
"""

from typing import NamedTuple

from analysis.report_zip.methods.conduct_text import ConductText
from analysis.report_zip.methods.numbers_text import NumbersText


class MethodsText(NamedTuple):
    """The sentences in one language, by what they say."""

    design: str
    design_directed: str
    different: str
    same: str
    question: str
    planned_difference: str
    planned_similarity: str
    planned_sequential: str
    frozen: str
    draft: str
    blind: str
    practice: str
    attention: str
    masked: str
    excluded: str
    too_fast: str
    inattentive: str
    either: str
    decides_all: str
    decides_kept: str
    amended: str
    reopened: str
    test: str
    progress: str
    closed: str
    raised: str
    counts: str
    difference: str
    similarity: str
    shown: str
    not_shown: str
    lower: str
    upper: str
    below_chance: str
    unreachable: str
    d_prime: str
    d_prime_directed: str
    repeats: str
    repeats_fit: str
    sequential: str
    sequential_none: str
    sequential_order: str
    sequential_completed: str
    sequential_estimate: str
    after_verdict: str
    to_difference: str
    to_similarity: str
    named: str
    other_set: str
    sureness: str
    set_all: str
    set_kept: str
    other_set_tested: str
    taken_back: str
    withdrawn: str
    over_texts: str
    over_texts_shown: str
    over_texts_lost: str
    over_texts_none: str
    without_one_item: str
    without_one_item_same: str
    no_limits: str
    no_limits_sequential: str
    no_limits_few_items: str
    no_limits_not_estimable: str
    no_limits_too_many: str
    no_limits_earlier: str
    confounded: str
    conduct: ConductText
    numbers: NumbersText
    caveat: str
    before_looking: str
    after_looking: str
    one_judge: str
    judges: str
