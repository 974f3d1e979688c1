"""The counted answers taken apart: by judge, by text, by item, and by the reasons given.

Heavy tables on pages of their own, a page of rows at a time; for whoever may read the results.
"""
