"""Which triads were hard: right answers by how like the odd text is to the other two.

- `answered`: triads with their counted answers, so many at most.
- `job`: likeness, test and order, computed by a worker and stored.
- `summary`: the same in words, as a chart and as rows.
"""
