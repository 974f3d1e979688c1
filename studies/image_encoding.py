"""Re-encode uploaded images: checked, first frame only, without metadata, always WebP.

Pure Python and Pillow. One format for all: a format that only one subject's images have would
give the subject away.
"""

import hashlib
import io
import struct
import zlib
from collections.abc import Iterator
from dataclasses import dataclass

from PIL import Image, ImageOps, UnidentifiedImageError

MEGABYTE = 1024 * 1024
MAX_BYTES = 5 * MEGABYTE
MAX_PIXELS = 25_000_000
# An image is stored in a row of the database.
MAX_ENCODED_BYTES = 300_000
CONTENT_TYPE = "image/webp"

FORMATS = ("PNG", "JPEG", "WEBP")
# A judge's page is not wider: larger images would only slow it down.
MAX_SIDE = 1600
SIDES = (MAX_SIDE, 1200, 800, 500, 300)
QUALITIES = (90, 80, 65, 45)
# Up to this size drawings and screenshots are small without loss; beyond, encoding takes too long.
LOSSLESS_PIXELS = 600_000

MESSAGES = {
    "image_too_big": "it has {megabytes} MB; at most {limit} MB are allowed. Make it smaller.",
    "image_too_many_pixels": (
        "it has more than {limit} million pixels (width times height). Make it smaller."
    ),
    "image_format": "it is not a PNG, JPEG or WebP image. Save it as one of these.",
    "image_broken": "it is damaged or cut off. Save it again.",
}

# What Pillow raises for damaged images.
_BROKEN = (
    *(OSError, ValueError, SyntaxError, EOFError, IndexError, KeyError, TypeError),
    *(MemoryError, OverflowError, struct.error, zlib.error),
)
_TOO_LARGE = (Image.DecompressionBombError, Image.DecompressionBombWarning)


class ImageError(ValueError):
    """An upload that cannot be shown as an image: a code of `MESSAGES` and its parameters."""

    def __init__(self, code: str, **params: str | int) -> None:
        super().__init__(MESSAGES[code].format(**params))
        self.code = code
        self.params = params


@dataclass(frozen=True, slots=True)
class EncodedImage:
    """An image as it is stored and served."""

    content: bytes
    width: int
    height: int

    @property
    def sha256(self) -> str:
        """The hash (hex) of the bytes: equal images are stored once."""
        return hashlib.sha256(self.content).hexdigest()


def encode(raw: bytes) -> EncodedImage:
    """Return the first frame of a PNG, JPEG or WebP, upright, as WebP.

    It has at most `MAX_ENCODED_BYTES` bytes.

    Raises `ImageError`: image_too_big, image_too_many_pixels, image_format, image_broken.
    """
    if len(raw) > MAX_BYTES:
        megabytes = -(-len(raw) // MEGABYTE)
        raise ImageError("image_too_big", megabytes=megabytes, limit=MAX_BYTES // MEGABYTE)
    image = _open(raw)
    try:
        frame = _first_frame(image)
        for content, width, height in _attempts(frame):
            if len(content) <= MAX_ENCODED_BYTES:
                return EncodedImage(content, width, height)
    except _BROKEN:
        raise ImageError("image_broken") from None
    raise ImageError("image_broken")  # not reached: an image of 300 pixels always fits


def _open(raw: bytes) -> Image.Image:
    """Read the header only; refuse an image of too many pixels."""
    limit = MAX_PIXELS // 1_000_000
    try:
        image = Image.open(io.BytesIO(raw), formats=FORMATS)
    except _TOO_LARGE:
        raise ImageError("image_too_many_pixels", limit=limit) from None
    except UnidentifiedImageError:
        raise ImageError("image_broken" if _has_known_signature(raw) else "image_format") from None
    except _BROKEN:
        raise ImageError("image_broken") from None
    if image.width * image.height > MAX_PIXELS:
        raise ImageError("image_too_many_pixels", limit=limit)
    return image


def _has_known_signature(raw: bytes) -> bool:
    return raw.startswith((b"\x89PNG\r\n\x1a\n", b"\xff\xd8\xff")) or raw[8:12] == b"WEBP"


def _first_frame(image: Image.Image) -> Image.Image:
    """Return the upright pixels of the first frame, as RGB or RGBA."""
    image.draft("RGB", (MAX_SIDE, MAX_SIDE))  # decodes a large JPEG at a fraction of its size
    image.seek(0)
    image.load()
    upright = ImageOps.exif_transpose(image)
    if upright.mode.startswith("I"):
        upright = upright.convert("I").point(lambda value: value * (1 / 256)).convert("L")
    return upright.convert("RGBA" if upright.has_transparency_data else "RGB")


def _attempts(frame: Image.Image) -> Iterator[tuple[bytes, int, int]]:
    """Yield ever smaller encodings with their sizes: lossless if quick, then lossy, then scaled."""
    for side in SIDES:
        small = frame.copy()
        small.thumbnail((side, side), Image.Resampling.LANCZOS)
        if small.width * small.height <= LOSSLESS_PIXELS and side == MAX_SIDE:
            yield _webp(small, lossless=True), small.width, small.height
        for quality in QUALITIES:
            yield _webp(small, quality=quality), small.width, small.height


def _webp(image: Image.Image, **options: int) -> bytes:
    target = io.BytesIO()
    # No EXIF, colour profile, comment or further frame is passed on.
    image.save(target, "WEBP", method=4, exif=b"", icc_profile=b"", xmp=b"", **options)
    return target.getvalue()
