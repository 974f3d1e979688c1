"""What the words of a study tell its judges beside what they are asked. No Django.

Three biases of human evaluation (Schoch, Yang and Ji, EvalNLGEval 2020): *demand*, words that
betray what the study is about; *framing*, a question that names one side of a quality only;
*anchoring*, an example that only one subject's texts resemble.
"""

from studies.wording_bias.anchoring import shared_with_one
from studies.wording_bias.demand import demand_words
from studies.wording_bias.framing import one_sided_words

__all__ = ["demand_words", "one_sided_words", "shared_with_one"]
