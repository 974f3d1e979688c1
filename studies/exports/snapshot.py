"""One moment of the database, for as long as a file is written from it."""

from collections.abc import Generator, Iterator
from contextlib import contextmanager

from django.db import connection, transaction


class Snapshot:
    """A transaction in which every query sees the same moment, while answers are stored.

    It outlives the view: the response closes it when it is sent, or broken off. Inside another
    transaction it is that transaction's moment.
    """

    def __init__(self) -> None:
        self._transaction: transaction.Atomic | None = None

    @contextmanager
    def kept_open(self) -> Iterator[None]:
        """Begin the transaction; it stays open after the block, unless the block fails."""
        self._begin()
        try:
            yield
        except BaseException:
            self.close()
            raise

    def _begin(self) -> None:
        if connection.in_atomic_block:
            return
        self._transaction = transaction.atomic()
        self._transaction.__enter__()
        with connection.cursor() as cursor:
            cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ")
            # A file is read to its end: plan for all rows, not for the first ones.
            cursor.execute("SET LOCAL cursor_tuple_fraction = 1")

    def close(self) -> None:
        """End the transaction; may be called again."""
        ours, self._transaction = self._transaction, None
        if ours is not None:
            ours.__exit__(None, None, None)


class Stream:
    """The pieces of a file, and the snapshot they come from, for a streaming response.

    An error on the way is not swallowed: the server then breaks the connection, so that a file
    that was cut off cannot be taken for a whole one.
    """

    def __init__(self, chunks: Generator[bytes, None, None], snapshot: Snapshot) -> None:
        self._chunks = chunks
        self._snapshot = snapshot

    def __iter__(self) -> Iterator[bytes]:
        return self

    def __next__(self) -> bytes:
        try:
            return next(self._chunks)
        except BaseException:
            self.close()
            raise

    def close(self) -> None:
        """Close file and snapshot; Django calls this at the end of the response."""
        self._chunks.close()
        self._snapshot.close()
