"""What ratings of one criterion say: the sentences, and the paper's ranking beside them.

- `result`: what is told, frozen; `sentences`: which system is rated above which.
- `over_criteria`: the same over all criteria, in one line; `reference`: how systems stand to 100.
- `paper_ranking`: bootstrap, TrueSkill and Davidson, folded, with what they err.

Statistics in, words out; no database.
"""

from analysis.verdict_text.ratings.paper_ranking import PaperRanking, paper_ranking
from analysis.verdict_text.ratings.result import CriterionResult
from analysis.verdict_text.ratings.sentences import rating_sentences

__all__ = ["CriterionResult", "PaperRanking", "paper_ranking", "rating_sentences"]
