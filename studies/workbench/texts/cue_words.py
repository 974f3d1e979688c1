"""Surface cues in words: what differs, by how much, and what that means for the study."""

from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.formats import number_format

from studies.stimuli.cues.cue_order import strongest_first
from studies.stimuli.cues.surface_cues import (
    BY,
    CLEAR,
    MEASURES,
    SLIGHT,
    STRONG,
    Cue,
    Spread,
    estimated_right,
    level_of,
    strength_of,
)

# What is measured, or what a share of the texts does.
TITLES = {
    "length": "Length, in characters",
    "words": "Length, in words",
    "punctuation": "Punctuation marks in 100 characters",
    "capitals": "Capitals in 100 letters",
    "names": "Name an author",
    "identical": "Identical to a text of the other",
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
    "contradicts": "Say a value that other contexts have, not theirs",
}


@dataclass(frozen=True, slots=True)
class CueRow:
    """A cue as the page shows it; `level` is one of NONE, SLIGHT, CLEAR and STRONG.

    `right` is the share of triads in which a look at it alone is right, with "about" where it is
    estimated; empty where nothing is known of it.
    """

    code: str
    title: str
    a: str
    b: str
    d: str
    level: int
    right: str
    sentence: str
    count: int

    @property
    def by(self) -> str:
        """What a judge would look at, and how often that alone is right in triads."""
        by = BY.get(self.code, "")
        return f"{by} (right in {self.right} of triads)" if by and self.right else by


def rows_of(cues: list[Cue], right: Mapping[str, float] | None = None) -> list[CueRow]:
    """Return the cues, the strongest first, without flags that no text has.

    `right` has the share of triads in which a look at this alone would be right, where counted:
    it is empty where no look was taken, None where there are no triads, of which no word is said
    then.
    """
    shares = right or {}
    present = [cue for cue in cues if cue["code"] in MEASURES or _is_present(cue)]
    in_order = strongest_first(present, lambda cue: strength_of(cue, shares.get(cue["code"], 0.0)))
    return [_row(cue, _right(cue, right), triads=right is not None) for cue in in_order]


def _is_present(cue: Cue) -> bool:
    return bool(cue["a"]["mean"] or cue["b"]["mean"] or cue["count"])


def _right(cue: Cue, shares: Mapping[str, float] | None) -> str:
    """Return the share that was counted; where no look was taken, the estimate."""
    if shares is None:
        return ""
    estimate = None if shares else estimated_right(cue)
    if estimate is not None:
        return f"about {percent(estimate)}"
    return percent(shares[cue["code"]]) if cue["code"] in shares else ""


def _row(cue: Cue, right: str, *, triads: bool) -> CueRow:
    level = level_of(cue)
    return CueRow(
        code=cue["code"],
        title=TITLES[cue["code"]],
        a=_mean(cue, cue["a"]),
        b=_mean(cue, cue["b"]),
        d="–" if cue["d"] is None else _number(cue["d"], 2),
        level=level,
        right=right,
        sentence=_sentence(cue, level, triads=triads),
        count=cue["count"],
    )


def _sentence(cue: Cue, level: int, *, triads: bool) -> str:
    code, count = cue["code"], cue["count"]
    if code == "identical":
        return f"No judge can tell these apart{', and no triad will hold both' if triads else ''}."
    if code == "names":
        return _naming(count, "subject" if triads else "system")
    if code == "contradicts":
        return "Read them: by words alone, they say what is true of another item."
    if cue["d"] is None and not cue["apart"]:
        return "Too few texts to say."
    if cue["apart"]:
        return f"The two never overlap: {BY[code]} tells them apart at once."
    if level >= CLEAR:
        return "Single texts lie far apart." if level == STRONG else "They differ on average."
    return "A small difference." if level == SLIGHT else "No difference to speak of."


def _naming(count: int, author: str) -> str:
    if count == 1:
        return f"1 text names a {author}: a judge who reads it may recognise the author."
    return f"{count} texts name a {author}: a judge who reads them may recognise the author."


def percent(share: float) -> str:
    """Return `49 %`: finer would promise too much."""
    return f"{100 * share:.0f}\u00a0%"


def _mean(cue: Cue, side: Spread) -> str:
    if side["mean"] is None:
        return "–"
    if cue["code"] not in MEASURES:
        return f"{_number(100 * side['mean'], 0)} %"
    mean = _number(side["mean"], 1)
    if side["sd"] is None:
        return mean
    return f"{mean} (SD {_number(side['sd'], 1)})"


def _number(value: float, places: int) -> str:
    text = number_format(round(value, places) + 0.0, places, use_l10n=True)
    return text.replace("-", "−")
