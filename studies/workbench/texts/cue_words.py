"""Tells in words: what differs, by how much, and what that means for the study."""

from dataclasses import dataclass

from django.utils.formats import number_format

from studies.stimuli.surface_cues import LARGE, MEASURES, MEDIUM, SMALL, Spread, Tell

# What is measured, or what share of the texts does so.
TITLES = {
    "length": "Length, in characters",
    "words": "Length, in words",
    "punctuation": "Punctuation marks in 100 characters",
    "capitals": "Capitals in 100 letters",
    "names": "Name a subject",
    "identical": "Identical to a text of the other subject",
    "small_start": "Begin with a small letter",
    "open_end": "End without a full stop or the like",
    "markup": "Hold markup (HTML or Markdown)",
    "typography": "Hold typographic quotes, dashes or ellipses",
    "emoji": "Hold emoji or pictograms",
    "spaces": "Hold special spaces or tabs",
    "invisible": "Hold invisible characters",
    "blanks": "Have blanks at an end, or two in a row",
    "context": "Have a context",
    "image": "Have an image",
}
# By what a judge could tell the texts.
BY = {
    "length": "length",
    "words": "the number of words",
    "punctuation": "punctuation",
    "capitals": "capitals",
    "small_start": "how texts begin",
    "open_end": "how texts end",
    "markup": "markup",
    "typography": "typographic quotes and dashes",
    "emoji": "emoji",
    "spaces": "special spaces",
    "invisible": "invisible characters",
    "blanks": "blanks",
    "context": "the context",
    "image": "the image",
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
        return "Nobody can tell these apart, and no triad will hold both."
    if code == "names":
        return (
            "%(count)d text names a subject: whoever reads it may know whose it is."
            if count == 1
            else "%(count)d texts name a subject: whoever reads them may know whose they are."
        ) % {"count": count}
    if tell["d"] is None and not tell["apart"]:
        return "Too few texts to say."
    words = {
        STRONG: "A judge could tell them by %(by)s alone.",
        CLEAR: "A judge who looks for %(by)s may tell many of them.",
        SLIGHT: "A small difference.",
        NONE: "No difference to speak of.",
    }
    if code not in MEASURES:
        words[STRONG] = "A judge could tell many of them by %(by)s alone."
    if tell["apart"]:
        words[STRONG] = "The two never overlap: %(by)s tells them apart at once."
    return words[level] % {"by": BY[code]}


def _mean(tell: Tell, side: Spread) -> str:
    if side["mean"] is None:
        return "–"
    if tell["code"] not in MEASURES:
        return "{share} %".format(share=_number(100 * side["mean"], 0))
    mean = _number(side["mean"], 1)
    if side["sd"] is None:
        return mean
    return "{mean} (SD {sd})".format(mean=mean, sd=_number(side["sd"], 1))


def _number(value: float, places: int) -> str:
    text = number_format(round(value, places) + 0.0, places, use_l10n=True)
    return text.replace("-", "−")
