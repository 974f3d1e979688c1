"""The file of an upload in the database: packed, written and read piece by piece.

On its way as one value the database's driver holds it several times over.
"""

import io
import zlib
from collections.abc import Iterator

from django.db import connection

from studies.models import Upload

PIECE = 1_000_000
PIECES = "CREATE TEMPORARY TABLE upload_piece (number integer, content bytea)"
ADD = "INSERT INTO upload_piece VALUES (%s, %s)"
JOIN = """
    UPDATE studies_upload SET content = content || (
        SELECT string_agg(content, ''::bytea ORDER BY number) FROM upload_piece
    ) WHERE id = %s
"""
READ = "SELECT substring(content FROM %s FOR %s) FROM studies_upload WHERE id = %s"


def create_upload(*, content: bytes, **fields: object) -> Upload:
    """Store an upload with its file. To be called within a transaction."""
    pieces = _packed(content)
    upload = Upload.objects.create(content=next(pieces), **fields)
    del upload.content  # it is not to be written back
    second = next(pieces, None)
    if second is not None:
        _append(upload, second, pieces)
    return upload


def _append(upload: Upload, second: bytes, others: Iterator[bytes]) -> None:
    """Put the other pieces behind the first in one go: each change writes the whole file anew."""
    with connection.cursor() as cursor:
        cursor.execute(PIECES)
        cursor.execute(ADD, (2, second))
        for number, piece in enumerate(others, 3):
            cursor.execute(ADD, (number, piece))
        cursor.execute(JOIN, (upload.pk,))
        cursor.execute("DROP TABLE upload_piece")


def file_of(upload: Upload) -> bytes:
    """Return the file of an upload."""
    file, unpacker = io.BytesIO(), zlib.decompressobj()
    with connection.cursor() as cursor:
        start, length = 1, PIECE
        while length == PIECE:
            cursor.execute(READ, (start, PIECE, upload.pk))
            row = cursor.fetchone()
            if row is None:
                raise Upload.DoesNotExist
            file.write(unpacker.decompress(row[0]))
            length = len(row[0])
            start += length
    return file.getvalue()


def _packed(content: bytes) -> Iterator[bytes]:
    """Yield a packed file in pieces, one at least."""
    packer, waiting = zlib.compressobj(1), bytearray()
    for start in range(0, len(content), PIECE):
        waiting += packer.compress(content[start : start + PIECE])
        if len(waiting) >= PIECE:
            yield bytes(waiting)
            waiting.clear()
    yield bytes(waiting + packer.flush())
