"""In which language the judge's pages speak."""

import struct

import pytest
from django.urls import reverse

from studies.models import Judge, Trial
from studies.views.languages import offered_languages, translated_languages
from tests.factories import make_link, open_study
from tests.studies.views.visits import begin, text_of, welcome_of

# A catalogue without a single message: magic number, version, no strings, offsets, no hash table.
EMPTY_CATALOGUE = struct.pack("<7I", 0x950412DE, 0, 0, 28, 28, 0, 28)


@pytest.fixture
def locale(tmp_path, settings):
    """Nothing is translated but what a test adds."""
    settings.LOCALE_PATHS = [tmp_path]
    translated_languages.cache_clear()

    def add(code):
        folder = tmp_path / code / "LC_MESSAGES"
        folder.mkdir(parents=True)
        (folder / "django.mo").write_bytes(EMPTY_CATALOGUE)
        translated_languages.cache_clear()

    yield add
    translated_languages.cache_clear()


def test_only_languages_with_a_translation_are_offered(locale):
    assert offered_languages() == ()
    locale("gl")
    assert offered_languages() == (("en", "English"), ("gl", "Galego"))


@pytest.mark.django_db
def test_the_language_that_is_asked_for_is_kept(client, locale):
    locale("gl")
    link = make_link(open_study())
    page = client.get(welcome_of(link), {"lang": "gl"})
    assert '<html lang="gl">' in text_of(page)
    assert '<a href="?lang=en" lang="en" hreflang="en">English</a>' in text_of(page)
    texts = begin(client, link, lang="gl")
    assert Judge.objects.get().language == "gl"
    page = client.get(reverse("judge:trial", args=[Trial.objects.get().code]))
    assert '<html lang="gl">' in text_of(page)
    assert page["Content-Language"] == "gl"
    assert client.get(texts["Location"], {"lang": "klingon"}).status_code == 200


@pytest.mark.django_db
def test_the_browsers_language_is_spoken_where_there_is_a_translation(client, locale):
    link = make_link(open_study())
    header = {"accept-language": "gl-ES,gl;q=0.9"}
    assert '<html lang="en">' in text_of(client.get(welcome_of(link), headers=header))
    locale("gl")
    assert '<html lang="gl">' in text_of(client.get(welcome_of(link), headers=header))
