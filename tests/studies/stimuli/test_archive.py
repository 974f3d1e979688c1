"""ZIPs from strangers: what is read of them, and what is refused before anything is unpacked."""

import io
import stat
import struct
import warnings
import zipfile

import pytest

from studies.stimuli import UploadError, open_archive

TABLE = b"subject,item,text\nA,1,x\n"
MEGABYTE = 1024 * 1024


def packed(*members, method=zipfile.ZIP_DEFLATED):
    """A ZIP of (name or ZipInfo, content)."""
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w", method) as archive, warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)  # names that stand in it twice
        for name, content in members:
            archive.writestr(name, content)
    return target.getvalue()


def link(name):
    info = zipfile.ZipInfo(name)
    info.external_attr = (stat.S_IFLNK | 0o777) << 16
    return info


def with_flag(raw, flag):
    """The same ZIP, with a flag set in every entry of its directory."""
    changed = bytearray(raw)
    place = changed.find(b"PK\x01\x02")
    while place >= 0:
        (flags,) = struct.unpack_from("<H", changed, place + 8)
        struct.pack_into("<H", changed, place + 8, flags | flag)
        place = changed.find(b"PK\x01\x02", place + 1)
    return bytes(changed)


def claiming(raw, name, size):
    """The same ZIP, with a directory that says that a member has `size` bytes."""
    changed = bytearray(raw)
    place = changed.rfind(name.encode()) - 46
    assert changed[place : place + 4] == b"PK\x01\x02"
    struct.pack_into("<I", changed, place + 24, size)
    return bytes(changed)


def test_table_and_images_are_found_beside_one_another_or_from_the_top():
    archive = open_archive(
        packed(
            ("study/", b""),
            ("study/texts.CSV", TABLE),
            ("study/images/a.png", b"a"),
            ("b.png", b"b"),
            ("study/Día.png", b"c"),
            ("__MACOSX/study/._texts.csv", b"litter"),
            ("study/.DS_Store", b"litter"),
        )
    )
    assert archive.table() == TABLE
    found = [
        archive.image(n) for n in ("images/a.png", ".\\IMAGES\\A.PNG", "b.png", "di\u0301a.png")
    ]
    assert found == [b"a", b"a", b"b", b"c"]
    assert archive.image("a.png") is None
    assert archive.image("../b.png") is None


BOMB = packed(("t.csv", bytes(60 * MEGABYTE)))
FLAT = packed(("t.csv", TABLE), *((f"{n}.png", bytes(5 * MEGABYTE)) for n in range(51)))


@pytest.mark.parametrize(
    ("raw", "code", "named"),
    [
        (b"PK\x03\x04", "zip_damaged", ""),
        (packed(("t.csv", TABLE))[:-30], "zip_damaged", ""),
        (packed(("t.csv", TABLE), ("../a.png", b"")), "zip_path", "../a.png"),
        (packed(("t.csv", TABLE), ("/etc/passwd", b"")), "zip_path", "/etc/passwd"),
        (packed(("t.csv", TABLE), ("C:/a.png", b"")), "zip_path", "C:/a.png"),
        (packed(("t.csv", TABLE), ("im\\a.png", b"")), "zip_path", "im\\a.png"),
        (packed(("t.csv", TABLE), ("a\u202egnp.exe", b"")), "zip_path", "gnp.exe"),
        (packed(("t.csv", TABLE), (link("a.png"), b"/etc/passwd")), "zip_link", "a.png"),
        (packed(("t.csv", TABLE), ("a.zip", packed(("b", b"")))), "zip_nested", "a.zip"),
        (packed(("t.csv", TABLE), ("a.png", b"1"), ("a.png", b"2")), "zip_twice", "a.png"),
        (packed(("t.csv", TABLE), ("a.png", b"1"), ("A.png", b"2")), "zip_twice", "a.png"),
        (with_flag(packed(("t.csv", TABLE)), 1), "zip_locked", "t.csv"),
        (packed(("t.csv", TABLE), method=zipfile.ZIP_LZMA), "zip_method", "t.csv"),
        (packed(*((f"{n}.png", b"") for n in range(5001))), "zip_many", "5001"),
        (packed(("a.png", b"")), "zip_no_table", ""),
        (packed(("a.csv", TABLE), ("b.txt", TABLE)), "zip_tables", "a.csv, b.txt"),
        (BOMB, "zip_unpacked", ""),
        (FLAT, "zip_unpacked", "250"),
    ],
)
def test_what_is_no_plain_zip_is_refused_in_words(raw, code, named):
    with pytest.raises(UploadError) as caught:
        open_archive(raw)
    assert caught.value.code == code
    assert named in str(caught.value)


def test_members_are_bounded_each_whatever_the_zip_says_of_them():
    raw = packed(("t.csv", TABLE), ("a.png", b"x" * (5 * MEGABYTE + 1)), method=zipfile.ZIP_STORED)
    with pytest.raises(UploadError, match=r"a\.png.*more than 5 MB"):
        open_archive(raw).image("a.png")
    # A smaller size than the true one is read no further, and found out by the checksum.
    with pytest.raises(UploadError, match="damaged"):
        open_archive(claiming(raw, "a.png", 10)).image("a.png")
    with pytest.raises(UploadError, match="damaged"):
        open_archive(claiming(raw, "t.csv", 5)).table()
