"""Simulating a study before it opens: thousands of studies through its own triads.

- `triad_pool` hands out triads by the rule of the real study.
- `one_study` plays one study, judge by judge; `monte_carlo` plays many, and counts how they ended.
- `job` does it and stores the result.
- `charts`, `summary`, `forms` and `views` are the page.

`triad_pool`, `one_study` and `monte_carlo` know no Django and no database.
"""
