"""One image: its header first, then its pixels, then a small WebP of its first frame."""

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
# What is kept in a row of the database.
MAX_KEPT_BYTES = 300_000
CONTENT_TYPE = "image/webp"

FORMATS = ("PNG", "JPEG", "WEBP")
# A judge's page is not wider: larger images only make it slower.
MAX_SIDE = 1600
SIDES = (MAX_SIDE, 1200, 800, 500, 300)
QUALITIES = (90, 80, 65, 45)
# Drawings and screenshots of this size are small without any loss; photographs take too long.
LOSSLESS_PIXELS = 600_000

MESSAGES = {
    "image_too_big": "it has {megabytes} MB; at most {limit} MB are allowed. Make it smaller.",
    "image_too_many_pixels": (
        "it has more than {limit} million pixels (width times height). Make it smaller."
    ),
    "image_format": "it is no PNG, JPEG or WebP image. Save it as one of these.",
    "image_broken": "it is damaged or cut off. Save it again.",
}

# What Pillow raises for bytes that are no image after all.
_BROKEN = (
    *(OSError, ValueError, SyntaxError, EOFError, IndexError, KeyError, TypeError),
    *(MemoryError, OverflowError, struct.error, zlib.error),
)
_TOO_LARGE = (Image.DecompressionBombError, Image.DecompressionBombWarning)


class PictureError(ValueError):
    """Bytes that are no image for judges: `code` of `MESSAGES`, `params`."""

    def __init__(self, code: str, **params: str | int) -> None:
        super().__init__(MESSAGES[code].format(**params))
        self.code = code
        self.params = params


@dataclass(frozen=True, slots=True)
class Picture:
    """An image as it is kept and served."""

    content: bytes
    width: int
    height: int

    @property
    def sha256(self) -> str:
        """The hash (hex) of its bytes, by which equal images are one."""
        return hashlib.sha256(self.content).hexdigest()


def encode(raw: bytes) -> Picture:
    """The first frame of a PNG, JPEG or WebP, upright, as a WebP of at most `MAX_KEPT_BYTES`.

    Raises `PictureError`: image_too_big, image_too_many_pixels, image_format, image_broken.
    """
    if len(raw) > MAX_BYTES:
        megabytes = -(-len(raw) // MEGABYTE)
        raise PictureError("image_too_big", megabytes=megabytes, limit=MAX_BYTES // MEGABYTE)
    image = _opened(raw)
    try:
        frame = _first_frame(image)
        for content, width, height in _attempts(frame):
            if len(content) <= MAX_KEPT_BYTES:
                return Picture(content, width, height)
    except _BROKEN:
        raise PictureError("image_broken") from None
    raise PictureError("image_broken")  # not reached: 300 pixels always fit


def _opened(raw: bytes) -> Image.Image:
    """The image with its header read and its pixels not; refused where these are too many."""
    limit = MAX_PIXELS // 1_000_000
    try:
        image = Image.open(io.BytesIO(raw), formats=FORMATS)
    except _TOO_LARGE:
        raise PictureError("image_too_many_pixels", limit=limit) from None
    except UnidentifiedImageError:
        raise PictureError("image_broken" if _seems_known(raw) else "image_format") from None
    except _BROKEN:
        raise PictureError("image_broken") from None
    if image.width * image.height > MAX_PIXELS:
        raise PictureError("image_too_many_pixels", limit=limit)
    return image


def _seems_known(raw: bytes) -> bool:
    return raw.startswith((b"\x89PNG\r\n\x1a\n", b"\xff\xd8\xff")) or raw[8:12] == b"WEBP"


def _first_frame(image: Image.Image) -> Image.Image:
    """The pixels alone, upright, in red, green, blue and, where there is any, transparency."""
    image.draft("RGB", (MAX_SIDE, MAX_SIDE))  # a large JPEG is read at half or a quarter of it
    image.seek(0)
    image.load()
    upright = ImageOps.exif_transpose(image)
    if upright.mode.startswith("I"):
        upright = upright.convert("I").point(lambda value: value * (1 / 256)).convert("L")
    return upright.convert("RGBA" if upright.has_transparency_data else "RGB")


def _attempts(frame: Image.Image) -> Iterator[tuple[bytes, int, int]]:
    """Ever smaller encodings: without loss where that is quick, then with more of it, then less."""
    for side in SIDES:
        small = frame.copy()
        small.thumbnail((side, side), Image.Resampling.LANCZOS)
        if small.width * small.height <= LOSSLESS_PIXELS and side == MAX_SIDE:
            yield _webp(small, lossless=True), small.width, small.height
        for quality in QUALITIES:
            yield _webp(small, quality=quality), small.width, small.height


def _webp(image: Image.Image, **how: int) -> bytes:
    target = io.BytesIO()
    # Nothing else is passed on: no EXIF, no colour profile, no comment, no further frame.
    image.save(target, "WEBP", method=4, exif=b"", icc_profile=b"", xmp=b"", **how)
    return target.getvalue()
