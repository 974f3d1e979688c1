"""How judges read: times and changes of mind, and of covered texts which sentence when.

For whoever may read the results, since right and wrong stand beside it.
"""
