"""Charts as geometry: places in the view box of an SVG, for templates to write. No Django here.

All are drawn on `scale`. `path`, `bars`, `interval`, `forest`, `scatter` and `dots` hold one kind
each; `table` is the table that says the same as a chart.
"""
