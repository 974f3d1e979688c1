"""The planning page for ratings: can so many judges decide, and what do items and pages come to?

- `form`: what was typed; `answers`: what follows; `summary`: the sentences and tables.
- `variances`: how much differences varied in one data set, the default.
- `views`: the page.
"""
