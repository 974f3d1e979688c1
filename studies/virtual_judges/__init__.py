"""Virtual judges, who take part over HTTP through the same pages as people. No Django.

`play.play` lets them come; `figures.RehearsalFigures` says how it went. What a judge does follows
from the seed and the judge's number alone, so the same rehearsal can be played again.
"""
