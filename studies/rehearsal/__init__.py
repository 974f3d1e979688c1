"""Virtual judges, who take part over HTTP through the same pages as people.

`play` lets them come; `Figures` says how it went. What a judge does follows from the seed and the
judge's number alone, so the same rehearsal can be played again.
"""

from studies.rehearsal.figures import Figures
from studies.rehearsal.play import NotPossibleError, Plan, link_for, play

__all__ = ["Figures", "NotPossibleError", "Plan", "link_for", "play"]
