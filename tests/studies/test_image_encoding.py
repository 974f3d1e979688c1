"""Uploaded images: what they are re-encoded to, and what is refused."""

import io
import random
import struct
import zlib

import pytest
from PIL import Image, PngImagePlugin

from studies.image_encoding import MAX_BYTES, MAX_ENCODED_BYTES, ImageError, encode


def png(width=4, height=3, colour="red", **how):
    target = io.BytesIO()
    Image.new("RGB", (width, height), colour).save(target, "PNG", **how)
    return target.getvalue()


def as_format(image, name, **how):
    target = io.BytesIO()
    image.save(target, name, **how)
    return target.getvalue()


def png_of_size(width, height):
    """A PNG of a few bytes with a header that claims any size, and its pixels missing."""

    def chunk(name, content):
        crc = zlib.crc32(name + content)
        return struct.pack(">I", len(content)) + name + content + struct.pack(">I", crc)

    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    pixels = zlib.compress(b"")
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", pixels)


def opened(encoded):
    return Image.open(io.BytesIO(encoded.content))


@pytest.mark.parametrize("name", ["PNG", "JPEG", "WEBP"])
@pytest.mark.parametrize("mode", ["RGB", "L"])
def test_every_format_comes_out_as_webp_of_the_same_size(name, mode):
    encoded = encode(as_format(Image.new(mode, (40, 30), "white"), name))
    image = opened(encoded)
    assert image.format == "WEBP"
    assert image.size == (encoded.width, encoded.height) == (40, 30)
    assert image.convert("RGB").getpixel((5, 5)) == (255, 255, 255)


@pytest.mark.parametrize("mode", ["1", "P", "LA", "RGBA", "I;16", "CMYK"])
def test_every_kind_of_pixels_can_be_read(mode):
    image = Image.new("L", (8, 8), 200).convert(mode.partition(";")[0])
    if mode == "I;16":
        image = Image.new("I;16", (8, 8), 200 * 256)
    raw = as_format(image, "JPEG" if mode == "CMYK" else "PNG")
    value = opened(encode(raw)).convert("L").getpixel((4, 4))
    assert value == 255 if mode == "1" else abs(value - 200) <= 2


def test_metadata_further_frames_and_rotation_are_gone():
    info = PngImagePlugin.PngInfo()
    info.add_text("Author", "subject A")
    assert b"subject A" in png(pnginfo=info)
    assert b"subject A" not in encode(png(pnginfo=info)).content
    exif = Image.Exif()
    exif[0x0112] = 6  # to be turned by a quarter
    exif[0x010F] = "Camera of A"
    turned = encode(as_format(Image.new("RGB", (40, 20)), "JPEG", exif=exif))
    assert (turned.width, turned.height) == (20, 40)
    assert b"Camera" not in turned.content
    assert not opened(turned).getexif()
    frames = [Image.new("RGB", (9, 9), colour) for colour in ("red", "blue")]
    moving = as_format(frames[0], "WEBP", save_all=True, append_images=frames[1:], lossless=True)
    still = opened(encode(moving))
    assert getattr(still, "n_frames", 1) == 1
    assert still.convert("RGB").getpixel((1, 1)) == (255, 0, 0)


def test_the_same_image_gives_the_same_bytes():
    assert encode(png()).sha256 == encode(png()).sha256


def test_noise_is_made_smaller_until_it_fits():
    noise = Image.frombytes("RGB", (1300, 1000), random.Random(7).randbytes(1300 * 1000 * 3))
    encoded = encode(as_format(noise, "JPEG", quality=95))
    assert len(encoded.content) <= MAX_ENCODED_BYTES
    assert encoded.width * 1000 == pytest.approx(encoded.height * 1300, rel=0.01)


@pytest.mark.parametrize(
    ("raw", "code"),
    [
        (b"", "image_format"),
        (b"GIF89a" + bytes(50), "image_format"),
        (b"<svg xmlns='http://www.w3.org/2000/svg' onload='alert(1)'/>", "image_format"),
        (b"%!PS-Adobe-3.0 EPSF-3.0", "image_format"),
        (png()[:20], "image_broken"),
        (png(200, 200)[:-40], "image_broken"),
        (png_of_size(4, 3), "image_broken"),
        (png_of_size(5001, 5000), "image_too_many_pixels"),
        # Beyond what makes Pillow warn, and beyond what makes it give up.
        (png_of_size(10_000, 10_000), "image_too_many_pixels"),
        (png_of_size(100_000, 100_000), "image_too_many_pixels"),
        (bytes(MAX_BYTES + 1), "image_too_big"),
    ],
)
def test_what_is_no_image_for_judges_is_refused(raw, code):
    with pytest.raises(ImageError) as caught:
        encode(raw)
    assert caught.value.code == code


def test_the_bounds_themselves_are_allowed():
    assert encode(png(5000, 5000)).width == 1600
    assert encode(png(2, 2) + bytes(MAX_BYTES - len(png(2, 2)))).width == 2
