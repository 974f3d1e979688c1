"""The results of a rating study: how its systems stand, and which is rated above which.

- `tables` and `picture` say it as tables and as a chart; `cautions` what to be careful about.
- `page` puts them together, in the order in which they are read.
"""
