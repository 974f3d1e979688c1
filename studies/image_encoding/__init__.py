"""Images from strangers into images for judges: guarded, first frame, without metadata.

Pure Python and Pillow. Whatever comes in, WebP goes out: a format that only one subject's images
have would tell whose they are.
"""

from studies.image_encoding.encoding import (
    CONTENT_TYPE,
    MAX_BYTES,
    MAX_KEPT_BYTES,
    MAX_PIXELS,
    MESSAGES,
    Picture,
    PictureError,
    encode,
)

__all__ = [
    "CONTENT_TYPE",
    "MAX_BYTES",
    "MAX_KEPT_BYTES",
    "MAX_PIXELS",
    "MESSAGES",
    "Picture",
    "PictureError",
    "encode",
]
