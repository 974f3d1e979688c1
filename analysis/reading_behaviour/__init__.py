"""How judges read: times and changes of mind, and of covered texts which sentence when.

Only for people who may read the results, since right and wrong stand beside it.
"""
