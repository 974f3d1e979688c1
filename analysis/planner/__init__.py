"""The planning page: a question with one gap, and everything that follows from it.

- `question`: what was typed, read and checked.
- `answers`: the missing one of alpha, beta, pd and n, and the plan it makes.
- `rules`: which counts decide a plan, how large a plan is enough, what a number can afford.
- `wald`: what a sequential plan of the same risks costs.
- `more`: the fields below the question; `repeats`, `number_of_texts`, `protocols`: a section each.
- `chart`: the power curve.
- `summary`: the sentences.
- `cache`: numbers that take long are kept in Redis, if there is one.
- `views`: the page. `ratings`: the page beside it, for studies of ratings.

Nothing here reads the database. All numbers come from the exact tests of `analysis.stats`.
"""
