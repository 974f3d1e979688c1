"""Virtual judges, who take part over HTTP through the same pages as people.

`play.play` lets them come; `figures.Figures` says how it went. What a judge does follows from the
seed and the judge's number alone, so the same rehearsal can be played again. Only `play` knows the
database.
"""
