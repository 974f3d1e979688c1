"""Extract, merge and compile the catalogues of the judges' pages, without gettext's programs.

Run it after changing a sentence that judges read; then translate what it names in
locale/<language>/LC_MESSAGES/django.po, and run it again. The researchers' pages are in English
only and not in the catalogues.
"""

import sys
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path

from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract
from babel.messages.mofile import write_mo
from babel.messages.pofile import PoFileParser, write_po
from django.utils.translation import to_locale
from django.utils.translation.template import templatize

CHECKOUT = Path(__file__).resolve().parent.parent
LANGUAGES = ("es", "gl", "fr", "de", "pt", "it", "nl", "pl", "ar", "zh-hans")
# Who has read a whole catalogue as a native speaker, and when: {"gl": "NAME, 2027-01"}.
CHECKED_BY: dict[str, str] = {}
# Everything that judges read.
SOURCES = (
    "templates/judge/**/*.html",
    "studies/wording/*.py",
    "studies/ratings/criteria.py",
    "studies/judge/**/*.py",
)
# The functions of gettext in Django's code and in what `templatize` writes. The numbers name the
# arguments ("c": a context).
KEYWORDS = {
    "_": None,
    # Words that stand in plans too: `studies.ratings.criteria`.
    "to_translate": None,
    "gettext": None,
    "gettext_lazy": None,
    "ngettext": (1, 2),
    "ngettext_lazy": (1, 2),
    "pgettext": ((1, "c"), 2),
    "npgettext": ((1, "c"), 2, 3),
}


class Undated(Catalog):
    """A catalogue without dates and versions: it changes only with its words."""

    def __iter__(self) -> Iterator[Message]:
        messages = super().__iter__()
        next(messages)
        yield Message("", "".join(f"{name}: {value}\n" for name, value in self.headers()))
        yield from messages

    def headers(self) -> list[tuple[str, str]]:
        return [
            ("Language", str(self.locale_identifier)),
            ("Content-Type", "text/plain; charset=utf-8"),
            ("Content-Transfer-Encoding", "8bit"),
            ("Plural-Forms", self.plural_forms),
        ]


def extracted() -> Catalog:
    """Return the messages of the sources, without translations."""
    catalog = Catalog(charset="utf-8")
    for path in sources():
        place = path.relative_to(CHECKOUT).as_posix()
        for _line, message, comments, context in extract("python", source_of(path), KEYWORDS):
            # No line numbers: they would change the catalogues with every edit nearby.
            catalog.add(message, context=context, locations=[(place, 0)], auto_comments=comments)
    return catalog


def sources() -> Iterator[Path]:
    for pattern in SOURCES:
        yield from sorted(CHECKOUT.glob(pattern))


def source_of(path: Path) -> BytesIO:
    """Return Python source: a template becomes calls of gettext with its texts."""
    text = path.read_text(encoding="utf-8")
    return BytesIO((templatize(text) if path.suffix == ".html" else text).encode())


def po_path(language: str) -> Path:
    return CHECKOUT / "locale" / to_locale(language) / "LC_MESSAGES" / "django.po"


def read(language: str) -> Undated:
    """Return the catalogue of the repository; an empty one if there is none."""
    catalog = Undated(locale=to_locale(language), charset="utf-8")
    path = po_path(language)
    if path.exists():
        with path.open("rb") as file:
            PoFileParser(catalog).parse(file)
    return catalog


def merged(language: str) -> Undated:
    """Return the catalogue with today's messages: none is guessed, no obsolete one is kept."""
    catalog = read(language)
    catalog.update(extracted(), no_fuzzy_matching=True)
    catalog.obsolete.clear()
    return catalog


def po_of(catalog: Undated) -> bytes:
    """Return the catalogue as text for translators."""
    file = BytesIO()
    write_po(file, catalog, omit_header=True, include_lineno=False, width=100)
    lines = (f'"{name}: {value}\\n"\n' for name, value in catalog.headers())
    header = f'{checking_of(catalog)}msgid ""\nmsgstr ""\n{"".join(lines)}\n'
    return header.encode() + file.getvalue()


def checking_of(catalog: Undated) -> str:
    """Return the comment that says who has checked the catalogue, or who should."""
    if by := CHECKED_BY.get(str(catalog.locale)):
        return f"# Checked by {by}.\n"
    language = catalog.locale.english_name if catalog.locale else ""
    return (
        f"# Not checked by a native speaker yet. Wanted: a native speaker of {language} who\n"
        "# reads every sentence where it stands (Preview shows all pages) and corrects it here.\n"
        "# How, and which languages wait for it: docs/translating.md.\n"
    )


def mo_of(catalog: Undated) -> bytes:
    """Return the compiled catalogue, which Django reads."""
    file = BytesIO()
    write_mo(file, catalog)
    return file.getvalue()


def untranslated(catalog: Catalog) -> list[Message]:
    """Return the messages without a translation, or with one that is not confirmed."""
    return [message for message in catalog if message.id and not is_translated(message)]


def is_translated(message: Message) -> bool:
    forms = message.string if isinstance(message.string, (tuple, list)) else [message.string]
    return bool(forms) and all(forms) and not message.fuzzy


def main() -> int:
    missing = 0
    for language in LANGUAGES:
        catalog = merged(language)
        path = po_path(language)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(po_of(catalog))
        path.with_suffix(".mo").write_bytes(mo_of(read(language)))
        for message in untranslated(catalog):
            missing += 1
            sys.stdout.write(f"{language}: not translated: {message.id}\n")
    return 1 if missing else 0


if __name__ == "__main__":
    sys.exit(main())
