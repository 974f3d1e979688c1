"""The catalogues of the judge's pages: extracted, merged and compiled without gettext's programs.

Run it after changing a sentence that judges see; then translate what it names in
locale/<language>/LC_MESSAGES/django.po, and run it again. The pages of researchers and the admin
are in English only, so nothing of theirs goes in.
"""

import sys
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path

from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract
from babel.messages.mofile import write_mo
from babel.messages.pofile import PoFileParser, write_po
from django.utils.translation.template import templatize

CHECKOUT = Path(__file__).resolve().parent.parent
LANGUAGES = ("es", "gl", "fr", "de")
# Everything that judges read.
SOURCES = (
    "templates/judge/**/*.html",
    "studies/wording.py",
    "studies/judge/*.py",
)
# gettext and its kin as Django's code and `templatize` write them; the numbers say which argument
# is what ("c" is a context).
KEYWORDS = {
    "_": None,
    "gettext": None,
    "gettext_lazy": None,
    "ngettext": (1, 2),
    "ngettext_lazy": (1, 2),
    "pgettext": ((1, "c"), 2),
    "npgettext": ((1, "c"), 2, 3),
}


class Undated(Catalog):
    """A catalogue without dates and version numbers: only a change of words is a change."""

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
    """What stands in the sources now, without translations."""
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
    """Python source; a template becomes one in which its texts are calls of gettext."""
    text = path.read_text(encoding="utf-8")
    return BytesIO((templatize(text) if path.suffix == ".html" else text).encode())


def po_path(language: str) -> Path:
    return CHECKOUT / "locale" / language / "LC_MESSAGES" / "django.po"


def read(language: str) -> Undated:
    """A catalogue as it lies in the repository; an empty one where there is none."""
    catalog = Undated(locale=language, charset="utf-8")
    path = po_path(language)
    if path.exists():
        with path.open("rb") as file:
            PoFileParser(catalog).parse(file)
    return catalog


def merged(language: str) -> Undated:
    """The catalogue with the messages of today. Nothing is guessed, nothing obsolete is kept."""
    catalog = read(language)
    catalog.update(extracted(), no_fuzzy_matching=True)
    catalog.obsolete.clear()
    return catalog


def po_of(catalog: Undated) -> bytes:
    """Text for translators."""
    file = BytesIO()
    write_po(file, catalog, omit_header=True, include_lineno=False, width=100)
    lines = (f'"{name}: {value}\\n"\n' for name, value in catalog.headers())
    return f'msgid ""\nmsgstr ""\n{"".join(lines)}\n'.encode() + file.getvalue()


def mo_of(catalog: Undated) -> bytes:
    """What Django reads."""
    file = BytesIO()
    write_mo(file, catalog)
    return file.getvalue()


def untranslated(catalog: Catalog) -> list[Message]:
    """Messages that would be shown in English, or whose translation nobody confirmed."""
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
