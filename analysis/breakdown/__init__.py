"""The counted answers taken apart: by judge, by text, by item, and by the reasons judges wrote.

The tables are long, so each is a page of its own with so many rows at a time, for people who may
read the results.
"""

# Rows of one page.
ROWS = 50
