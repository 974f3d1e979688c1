"""Everything that judges read exists in each language, and the compiled catalogues are today's."""

import re
from gettext import c2py
from html.parser import HTMLParser
from pathlib import Path

import pytest
from babel.messages.catalog import Message
from django.conf import settings
from django.template.base import Lexer, TokenType
from django.utils.translation import gettext, override

from scripts import messages
from studies.judge.refusal_pages import PAGES
from studies.services.judging.refusals import Refusal

CHECKOUT = Path(__file__).resolve().parents[2]
TEMPLATES = sorted((CHECKOUT / "templates/judge").rglob("*.html"))
PLACEHOLDER = re.compile(r"%\(\w+\)s|%|\{\w+\}")
# The same marks in other scripts.
MARKS = str.maketrans({"。": ".", "？": "?", "؟": "?", "：": ":", "！": "!", "）": ")"})
SPOKEN_ATTRIBUTES = re.compile(r"title|alt|placeholder|aria-(label|description)|data-.*")

each_language = pytest.mark.parametrize("language", messages.LANGUAGES)


def words_of(catalog):
    return {(message.id, message.context) for message in catalog if message.id}


def forms_of(message):
    return message.string if message.pluralizable else (message.string,)


def numbers_of_forms(catalog):
    """Some numbers for which each plural form of the language is used."""
    plural = c2py(catalog.plural_expr)
    return [
        [number for number in range(200) if plural(number) == form]
        for form in range(catalog.num_plurals)
    ]


def says_a_number(language, form):
    """Arabic has forms for none and for two, which say so without a digit."""
    return language != "ar" or PLACEHOLDER.search(form) is not None


def translations(language):
    """Pairs of English and translated sentences, the forms of a plural each with its own."""
    catalog = messages.read(language)
    for message in catalog:
        if message.pluralizable:
            for form, numbers in zip(message.string, numbers_of_forms(catalog), strict=True):
                yield message.id[0 if numbers in ([1], [0, 1]) else 1], form
        elif message.id:
            yield message.id, message.string


def test_the_languages_of_the_settings_are_those_of_the_catalogues():
    assert [code for code, _name in settings.LANGUAGES] == ["en", *messages.LANGUAGES]


@each_language
def test_the_catalogue_holds_what_stands_in_the_sources(language):
    assert words_of(messages.read(language)) == words_of(messages.extracted())


@each_language
def test_nothing_is_untranslated_or_unconfirmed(language):
    assert messages.untranslated(messages.read(language)) == []


@pytest.mark.parametrize(
    ("string", "flags", "translated"),
    [
        (("eins", "zwei"), (), True),
        (("eins", ""), (), False),
        (("eins", "zwei"), ("fuzzy",), False),
        ("", (), False),
    ],
)
def test_half_a_translation_is_none(string, flags, translated):
    message = Message(("one", "two"), string, flags=flags)
    assert messages.is_translated(message) is translated


@each_language
def test_make_messages_would_change_nothing(language):
    path = messages.po_path(language)
    assert path.read_bytes() == messages.po_of(messages.merged(language))
    assert path.with_suffix(".mo").read_bytes() == messages.mo_of(messages.read(language))


@each_language
def test_translations_fill_in_what_the_english_fills_in(language):
    for english, translated in translations(language):
        if says_a_number(language, translated):
            assert sorted(PLACEHOLDER.findall(translated)) == sorted(PLACEHOLDER.findall(english))


def test_only_forms_for_one_number_leave_it_out():
    catalog = messages.read("ar")
    for message in catalog:
        if message.pluralizable and PLACEHOLDER.search(message.id[1]):
            for form, numbers in zip(message.string, numbers_of_forms(catalog), strict=True):
                assert bool(PLACEHOLDER.search(form)) == (len(numbers) > 1)


@each_language
def test_the_plural_forms_are_those_of_the_language(language):
    counts = {"zh-hans": 1, "pl": 3, "ar": 6}
    catalog = messages.read(language)
    assert catalog.num_plurals == counts.get(language, 2)
    for message in catalog:
        if message.pluralizable:
            assert len(message.string) == catalog.num_plurals


@each_language
def test_the_catalogue_says_who_should_check_it(language):
    text = messages.po_path(language).read_text()
    assert text.startswith(("# Not checked by a native speaker yet.", "# Checked by "))
    page = (CHECKOUT / "docs/translating.md").read_text()
    folder = messages.po_path(language).parents[1].name
    assert f"`locale/{folder}/" in page


def mark_at_end(sentence):
    last = sentence[-1].translate(MARKS)
    return "" if last.isalpha() else last


@each_language
def test_translations_begin_and_end_like_the_english(language):
    """A full stop that is lost, or a space too many, shows where sentences follow each other."""
    for english, translated in translations(language):
        assert translated == translated.strip()
        assert mark_at_end(translated) == mark_at_end(english)
        assert ("\n" in translated) == ("\n" in english)


def test_the_marks_of_each_language():
    french = " ".join(translated for _english, translated in translations("fr"))
    assert re.findall(r"\w [?!:;]", french) == []  # such a mark must not begin a line
    assert "'" not in french
    spanish = " ".join(translated for _english, translated in translations("es"))
    assert spanish.count("¿") == spanish.count("?") > 0


@each_language
def test_each_refusal_is_told_in_the_language(language):
    assert set(PAGES) == set(Refusal) - {Refusal.FINISHED}
    for page in PAGES.values():
        with override("en"):
            english = {str(page.title), str(page.text)}
        with override(language):
            assert not {str(page.title), str(page.text)} & english


def test_only_what_is_in_the_catalogues_asks_for_a_translation():
    """The researchers' pages are in English: a call of gettext there would find no translation."""
    code = [*(CHECKOUT / "studies").rglob("*.py"), *(CHECKOUT / "analysis").rglob("*.py")]
    templates = (CHECKOUT / "templates").rglob("*.*")
    asking = {path for path in code if re.search(r"import .*gettext", path.read_text())}
    asking |= {path for path in templates if re.search("{% *(block)?trans", path.read_text())}
    assert asking <= set(messages.sources())
    assert CHECKOUT / "studies/judge/refusal_pages.py" in asking


class Bare(HTMLParser):
    """Collects the words that people read or hear."""

    def __init__(self):
        super().__init__()
        self.found = []

    def handle_data(self, data):
        self.keep(data)

    def handle_starttag(self, tag, attrs):
        for name, value in attrs:
            if SPOKEN_ATTRIBUTES.fullmatch(name):
                self.keep(value or "")

    def keep(self, text):
        if re.search(r"[^\W\d_]", text):
            self.found.append(text.strip())


def bare_words(template):
    """What a template says without asking for a translation."""
    kept, inside = [], False
    # The block `kind` is a class of the page, not a word on it.
    for token in Lexer(template.replace("{% block kind %}", "{% blocktrans %}")).tokenize():
        if token.token_type == TokenType.BLOCK:
            tag = token.contents.split()[0]
            inside = tag.startswith("blocktrans") or (inside and not tag.startswith("endblock"))
        elif token.token_type == TokenType.TEXT and not inside:
            kept.append(token.contents)
    parser = Bare()
    parser.feed("".join(kept))
    parser.close()
    return parser.found


@pytest.mark.parametrize("template", TEMPLATES, ids=lambda path: path.name)
def test_no_template_says_anything_untranslated(template):
    assert bare_words(template.read_text()) == []


def test_bare_words_are_found():
    said = '<p class="x">Hello {{ you }}</p>{% translate "a" %}<b title="Bye">2 · {% if x %}!</b>'
    assert bare_words(said) == ["Hello", "Bye"]
    assert bare_words("{% blocktranslate %}One{% plural %}two{% endblocktranslate %}") == []


def test_the_script_says_nothing_of_its_own():
    script = (CHECKOUT / "static/judge/trial.js").read_text()
    assert re.findall(r"""["'`][A-Z][a-z]+ [^"'`]*["'`]""", script) == []


@pytest.mark.parametrize(
    ("language", "english", "translated"),
    [
        # “I guessed” would read as “I guessed right”.
        ("es", "A guess", "Ha sido al azar"),
        ("gl", "A guess", "Foi ao chou"),
        ("de", "Leave or withdraw", "Beenden oder Antworten zurückziehen"),
    ],
)
def test_words_that_were_misunderstood(language, english, translated):
    with override(language):
        assert gettext(english) == translated


def test_words_that_are_not_said():
    said = {
        language: " ".join(text for _, text in translations(language))
        for language in messages.LANGUAGES
    }
    assert "Adiviñ" not in said["gl"]
    assert "he adivinado" not in said["es"]
    assert "diráselle" in said["gl"]
    assert "buscan outras" in said["gl"]
    assert "et le troisième par un autre" in said["fr"]
    # The judge is of no gender.
    assert re.findall(r"\b(sûr|passé par ici|arrêté|venu|certain) ?[.?]", said["fr"]) == []
    for language, address in {
        "es": "dirección IP",
        "gl": "enderezo IP",
        "fr": "adresse IP",
        "de": "IP-Adresse",
    }.items():
        assert address in said[language]
