"""The gallery forgets no page: each address has a picture, or a reason why it is none."""

from scripts.pictures.gallery import judges, pages, researchers
from scripts.pictures.gallery.no_pages import why_not
from scripts.pictures.gallery.visits import WALKS
from tests.access.table import TABLE

PICTURED = {one.address for one in pages.shown()} | {of for walk in WALKS for of in walk.addresses}
NAMES = [one.name for one in pages.shown()] + [name for walk in WALKS for name in walk.names]


def test_each_page_is_in_the_gallery_or_has_a_reason():
    pages_by_get = {address for address, entry in TABLE.items() if entry.method == "get"}
    forgotten = [name for name in pages_by_get - PICTURED if not why_not(name)]
    assert forgotten == []
    assert [name for name in PICTURED if why_not(name)] == []


def test_the_gallery_names_no_address_that_is_gone():
    assert sorted(PICTURED - {*TABLE}) == []


def test_no_two_pictures_have_the_same_name():
    assert {judges.__name__, researchers.__name__} <= {walk.work.__module__ for walk in WALKS}
    assert len(NAMES) == len(set(NAMES))
