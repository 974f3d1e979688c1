"""Tells in words: what differs, by how much, and what that means for the study."""

from dataclasses import dataclass

from django.utils.formats import number_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from studies.stimuli.surface_cues import LARGE, MEASURES, MEDIUM, SMALL, Spread, Tell

# What is measured, or what share of the texts does so.
TITLES = {
    "length": gettext_lazy("Length, in characters"),
    "words": gettext_lazy("Length, in words"),
    "punctuation": gettext_lazy("Punctuation marks in 100 characters"),
    "capitals": gettext_lazy("Capitals in 100 letters"),
    "names": gettext_lazy("Name a subject"),
    "identical": gettext_lazy("Identical to a text of the other subject"),
    "small_start": gettext_lazy("Begin with a small letter"),
    "open_end": gettext_lazy("End without a full stop or the like"),
    "markup": gettext_lazy("Hold markup (HTML or Markdown)"),
    "typography": gettext_lazy("Hold typographic quotes, dashes or ellipses"),
    "emoji": gettext_lazy("Hold emoji or pictograms"),
    "spaces": gettext_lazy("Hold special spaces or tabs"),
    "invisible": gettext_lazy("Hold invisible characters"),
    "blanks": gettext_lazy("Have blanks at an end, or two in a row"),
    "context": gettext_lazy("Have a context"),
    "image": gettext_lazy("Have an image"),
}
# By what a judge could tell the texts.
BY = {
    "length": gettext_lazy("length"),
    "words": gettext_lazy("the number of words"),
    "punctuation": gettext_lazy("punctuation"),
    "capitals": gettext_lazy("capitals"),
    "small_start": gettext_lazy("how texts begin"),
    "open_end": gettext_lazy("how texts end"),
    "markup": gettext_lazy("markup"),
    "typography": gettext_lazy("typographic quotes and dashes"),
    "emoji": gettext_lazy("emoji"),
    "spaces": gettext_lazy("special spaces"),
    "invisible": gettext_lazy("invisible characters"),
    "blanks": gettext_lazy("blanks"),
    "context": gettext_lazy("the context"),
    "image": gettext_lazy("the image"),
}
# Of no consequence unless it is there at all.
ALONE = ("names", "identical")
NONE, SLIGHT, CLEAR, STRONG = range(4)


@dataclass(frozen=True, slots=True)
class TellRow:
    """A tell as the page shows it; `level` from 0 (nothing) to 3 (tells by itself)."""

    code: str
    title: str
    a: str
    b: str
    d: str
    level: int
    sentence: str
    count: int

    @property
    def by(self) -> str:
        """By what a judge could tell the texts."""
        return str(BY.get(self.code, ""))


def rows_of(tells: list[Tell]) -> list[TellRow]:
    """All tells, the strongest first; such as are nowhere to be found are left out."""
    there = (tell for tell in tells if tell["code"] in MEASURES or _is_there(tell))
    rows = [_row(tell) for tell in there]
    return sorted(rows, key=lambda row: -row.level)


def _is_there(tell: Tell) -> bool:
    return bool(tell["a"]["mean"] or tell["b"]["mean"] or tell["count"])


def _row(tell: Tell) -> TellRow:
    level = level_of(tell)
    return TellRow(
        code=tell["code"],
        title=str(TITLES[tell["code"]]),
        a=_mean(tell, tell["a"]),
        b=_mean(tell, tell["b"]),
        d="–" if tell["d"] is None else _number(tell["d"], 2),
        level=level,
        sentence=_sentence(tell, level),
        count=tell["count"],
    )


def level_of(tell: Tell) -> int:
    """How easily the tell gives the texts away: by Cohen's names of standardised differences."""
    if tell["apart"]:
        return STRONG
    size = abs(tell["d"] or 0)
    level = sum(size >= bound for bound in (SMALL, MEDIUM, LARGE))
    return max(level, CLEAR) if tell["code"] in ALONE and tell["count"] else level


def _sentence(tell: Tell, level: int) -> str:
    code, count = tell["code"], tell["count"]
    if code == "identical":
        return _("Nobody can tell these apart, and no triad will hold both.")
    if code == "names":
        return ngettext(
            "%(count)d text names a subject: whoever reads it may know whose it is.",
            "%(count)d texts name a subject: whoever reads them may know whose they are.",
            count,
        ) % {"count": count}
    if tell["d"] is None and not tell["apart"]:
        return _("Too few texts to say.")
    words = {
        STRONG: _("A judge could tell them by %(by)s alone."),
        CLEAR: _("A judge who looks for %(by)s may tell many of them."),
        SLIGHT: _("A small difference."),
        NONE: _("No difference to speak of."),
    }
    if code not in MEASURES:
        words[STRONG] = _("A judge could tell many of them by %(by)s alone.")
    if tell["apart"]:
        words[STRONG] = _("The two never overlap: %(by)s tells them apart at once.")
    return words[level] % {"by": BY[code]}


def _mean(tell: Tell, side: Spread) -> str:
    if side["mean"] is None:
        return "–"
    if tell["code"] not in MEASURES:
        return _("%(share)s %%") % {"share": _number(100 * side["mean"], 0)}
    mean = _number(side["mean"], 1)
    if side["sd"] is None:
        return mean
    return _("%(mean)s (SD %(sd)s)") % {"mean": mean, "sd": _number(side["sd"], 1)}


def _number(value: float, places: int) -> str:
    text = number_format(round(value, places) + 0.0, places, use_l10n=True)
    return text.replace("-", "−")
