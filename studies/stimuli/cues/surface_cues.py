"""Surface cues: what gives the subject of a text away without its being read.

Each cue is a number for every text: a measure (its length) or a flag (1 if it holds an emoji). The
report compares the means of both subjects by their standardised difference.
"""

import math
import re
import unicodedata
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypedDict

from analysis.stats import pc_from_d_prime
from studies.design import Subject
from studies.stimuli.checking import names_pattern
from studies.stimuli.cues.cue_order import GUESSING, NOTICED, Strength, strongest_first

# Measures, then flags; the order of the report.
MEASURES = ("length", "words", "punctuation", "capitals")
FLAGS = (
    *("names", "identical", "small_start", "open_end", "markup", "typography", "emoji"),
    *("spaces", "invisible", "blanks", "context", "image", "contradicts"),
)
CUES = MEASURES + FLAGS
# Cohen's "small", "medium" and "large" difference.
SMALL, MEDIUM, LARGE = 0.2, 0.5, 0.8
# What a judge would look at, in the singular: "markup tells them apart".
BY = {
    "length": "length",
    "words": "the number of words",
    "punctuation": "punctuation",
    "capitals": "the share of capitals",
    "small_start": "how texts begin",
    "open_end": "how texts end",
    "markup": "markup",
    "typography": "the kind of quotes and dashes",
    "emoji": "emoji",
    "spaces": "the kind of spaces",
    "invisible": "the number of invisible characters",
    "blanks": "spacing",
    "context": "the context",
    "image": "the image",
    "contradicts": "what they say against their context",
}
# These matter as soon as there is one text of them.
ALONE = ("names", "identical")
# How easily a cue gives the texts away.
NONE, SLIGHT, CLEAR, STRONG = range(4)
MAX_BINS = 20
# So many texts of each cue are listed; all are counted.
MAX_LISTED = 5000

_PUNCTUATION = re.compile(
    "[!-/:-@\\[-`{-~\u00a1\u00a7\u00ab\u00b6\u00b7\u00bb\u00bf\u2010-\u2027\u2030-\u205e"
    "\u3001-\u3003\u3008-\u3011\uff01-\uff0f]"
)
_MARKUP = re.compile(
    r"</?[a-zA-Z][^<>\n]*>|&(?:[a-zA-Z]{2,8}|#\d{1,6});"  # HTML
    r"|\*\*\S|__\S|^#{1,6}\s|^\s*[-*+]\s+\S|`[^`\n]+`|\[[^\]\n]+\]\([^)\n]+\)|^>\s",  # Markdown
    re.MULTILINE,
)
_TYPOGRAPHY = re.compile("[\u2018-\u201f\u00ab\u00bb\u2039\u203a\u2013\u2014\u2026]")
_EMOJI = re.compile("[\u2600-\u27bf\u2b50\u2b55\ufe0f\U0001f000-\U0001faff]")
_SPACES = re.compile("[\u00a0\u2000-\u200a\u202f\u205f\u3000\t]")
_INVISIBLE = re.compile("[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]")
_BLANKS = re.compile(r"\A\s|\s\Z|[^\S\n]{2}|[^\S\n]\n")
_END = re.compile("[.!?\u2026\u3002\uff01\uff1f\u061f\u0964\"'\u201d\u2019\u00bb)\\]]\\s*\\Z")


@dataclass(frozen=True, slots=True)
class CueText:
    """A text, what else a judge sees with it, and whether it is left out of the study."""

    key: int
    subject: Subject
    text: str
    content_hash: str
    context: bool = False
    image: bool = False
    alt_text: str = ""
    left_out: bool = False
    # It says the value of a slot that other contexts have, and its own does not.
    contradicts: bool = False


class Spread(TypedDict):
    """The values of one subject; `sd` is None for fewer than two texts."""

    n: int
    mean: float | None
    sd: float | None
    low: float | None
    high: float | None


class Cue(TypedDict):
    """One cue: both subjects, their standardised difference, and the texts concerned.

    `d` is (mean A − mean B) / pooled standard deviation, None where that is undefined. `apart`:
    each subject has one value in all its texts, and the two values differ.
    """

    code: str
    a: Spread
    b: Spread
    d: float | None
    apart: bool
    count: int
    keys: list[int]


class Histogram(TypedDict):
    """Texts by length: bin k holds lengths from `edges[k]` to below `edges[k + 1]`."""

    edges: list[int]
    a: list[int]
    b: list[int]


class Report(TypedDict):
    """All cues of a study's texts; texts left out are listed but not counted in the numbers."""

    cues: list[Cue]
    histogram: Histogram


def level_of(cue: Cue) -> int:
    """Return how easily the cue gives the texts away, by Cohen's bounds of d."""
    if cue["apart"]:
        return STRONG
    size = abs(cue["d"] or 0)
    level = sum(size >= bound for bound in (SMALL, MEDIUM, LARGE))
    return max(level, CLEAR) if cue["code"] in ALONE and cue["count"] else level


def strength_of(cue: Cue, right: float = 0.0) -> Strength:
    """Return how strong a cue is; `right` is the share of triads in which it alone is right."""
    size = math.inf if cue["apart"] else abs(cue["d"] or 0)
    return Strength(right, level_of(cue), size)


@dataclass(frozen=True, slots=True)
class Look:
    """A cue by which single texts lie far apart: how often a look at it would be right in triads.

    `right` is None where nothing can be said; `counted`: in the study's triads, else estimated.
    """

    code: str
    right: float | None
    counted: bool


def looks_at(found: Report, right: Mapping[str, float] | None = None) -> list[Look]:
    """Return the looks that many texts invite, the strongest first; at names if any text has one.

    `right` has the share of triads in which a look at a cue is right, where that was counted: it
    replaces the estimate, and a look that is right as seldom as guessing is none.
    """
    shares = right or {}
    cues = strongest_first(
        found["cues"], lambda cue: strength_of(cue, shares.get(cue["code"], 0.0))
    )
    strong = [cue for cue in cues if cue["code"] in BY and level_of(cue) == STRONG]
    named = [cue for cue in cues if cue["code"] == "names" and cue["count"]]
    looks = [_look(cue, shares) for cue in (*named, *strong)]
    return [look for look in looks if not look.counted or look.code == "names" or _helps(look)]


def _look(cue: Cue, shares: Mapping[str, float]) -> Look:
    counted = shares.get(cue["code"])
    right = estimated_right(cue) if counted is None else counted
    return Look(cue["code"], right, counted is not None)


def _helps(look: Look) -> bool:
    return look.right is not None and look.right > GUESSING + NOTICED


def estimated_right(cue: Cue) -> float | None:
    """Estimate in which share of triads a judge who looks at the cue alone would be right.

    Flags: by the shares of both subjects. Measures: as if both were normal with one spread; the
    judge takes the text farthest from the others. None where the cue says nothing of that.
    """
    a, b = cue["a"]["mean"], cue["b"]["mean"]
    if cue["apart"]:
        return 1.0
    if a is None or b is None:
        return None
    if cue["code"] in FLAGS:
        return (_right_by_flag(a, b) + _right_by_flag(b, a)) / 2
    return None if cue["d"] is None else pc_from_d_prime(abs(cue["d"]))


def _right_by_flag(two: float, odd: float) -> float:
    """Return it for triads whose odd text has the flag by one share, the others by another."""
    differs = two * two * (1 - odd) + (1 - two) ** 2 * odd
    alike = two * two * odd + (1 - two) ** 2 * (1 - odd)
    return differs + alike * GUESSING


def report(
    texts: Sequence[CueText],
    *,
    subject_names: tuple[str, str],
    progress: Callable[[int, int], None] | None = None,
) -> Report:
    """Measure all cues of the texts; `progress(done, total)` is called every 1,000 texts."""
    values = values_of(texts, subject_names=subject_names, progress=progress)
    cues = [_cue(code, texts, [v[n] for v in values]) for n, code in enumerate(CUES)]
    return Report(cues=cues, histogram=histogram(*_by_subject(texts, [v[0] for v in values])))


def values_of(
    texts: Sequence[CueText],
    *,
    subject_names: tuple[str, str],
    progress: Callable[[int, int], None] | None = None,
) -> list[list[float]]:
    """Return the numbers of each text, in the order of `CUES`."""
    names = names_pattern(subject_names)
    shared = _shared_hashes(texts)
    values: list[list[float]] = []
    for done, text in enumerate(texts, 1):
        values.append(_values(text, names, shared))
        if progress and done % 1000 == 0:
            progress(done, len(texts))
    return values


def _shared_hashes(texts: Iterable[CueText]) -> set[str]:
    """Return the hashes of texts that both subjects have."""
    hashes: dict[Subject, set[str]] = {"A": set(), "B": set()}
    for text in texts:
        hashes[text.subject].add(text.content_hash)
    return hashes["A"] & hashes["B"]


def _values(cue_text: CueText, names: re.Pattern[str] | None, shared: set[str]) -> list[float]:
    """Return the text's number for each of `CUES`."""
    text = cue_text.text
    letters = sum(map(str.isalpha, text))
    flags = (
        names is not None
        and names.search(unicodedata.normalize("NFC", f"{text}\n{cue_text.alt_text}")),
        cue_text.content_hash in shared,
        text.lstrip()[:1].islower(),
        text and not _END.search(text),
        *(pattern.search(text) for pattern in (_MARKUP, _TYPOGRAPHY, _EMOJI, _SPACES)),
        *(pattern.search(text) for pattern in (_INVISIBLE, _BLANKS)),
        cue_text.context,
        cue_text.image,
        cue_text.contradicts,
    )
    return [
        len(text),
        len(text.split()),
        100 * len(_PUNCTUATION.findall(text)) / max(len(text), 1),
        100 * sum(map(str.isupper, text)) / max(letters, 1),
        *map(float, map(bool, flags)),
    ]


def _by_subject(
    texts: Iterable[CueText], values: Iterable[float]
) -> tuple[list[float], list[float]]:
    """Return the values of A and of B, without texts that are left out."""
    sides: dict[Subject, list[float]] = {"A": [], "B": []}
    for text, value in zip(texts, values, strict=True):
        if not text.left_out:
            sides[text.subject].append(value)
    return sides["A"], sides["B"]


def _cue(code: str, texts: Sequence[CueText], values: Sequence[float]) -> Cue:
    of_a, of_b = _by_subject(texts, values)
    a, b = spread(of_a), spread(of_b)
    if code in MEASURES:
        beyond = {"A": _beyond(b), "B": _beyond(a)}
        pairs = zip(texts, values, strict=True)
        keys = [text.key for text, value in pairs if beyond[text.subject](value)]
    elif code in ("context", "image") and all(any(side) for side in (of_a, of_b)):
        keys = []  # both subjects have some: leaving texts out would not help
    else:
        keys = [text.key for text, value in zip(texts, values, strict=True) if value]
    d, apart = difference(a, b)
    return Cue(code=code, a=a, b=b, d=d, apart=apart, count=len(keys), keys=keys[:MAX_LISTED])


def _beyond(other: Spread) -> Callable[[float], bool]:
    """Return the test whether a value lies outside the range of the other subject."""
    low, high = other["low"], other["high"]
    return lambda value: low is not None and high is not None and not low <= value <= high


def spread(values: Sequence[float]) -> Spread:
    """Return number, mean, standard deviation (n − 1), smallest and largest of the values."""
    n = len(values)
    if not n:
        return Spread(n=0, mean=None, sd=None, low=None, high=None)
    mean = math.fsum(values) / n
    squares = math.fsum((value - mean) ** 2 for value in values)
    sd = math.sqrt(squares / (n - 1)) if n > 1 else None
    return Spread(n=n, mean=mean, sd=sd, low=min(values), high=max(values))


def difference(a: Spread, b: Spread) -> tuple[float | None, bool]:
    """Return Cohen's d (pooled SD), and whether each subject has one value of its own.

    d is None for fewer than two texts of a subject, and where both SDs are 0 but the means differ.
    """
    if a["mean"] is None or b["mean"] is None or a["sd"] is None or b["sd"] is None:
        return None, False
    squares = (a["n"] - 1) * a["sd"] ** 2 + (b["n"] - 1) * b["sd"] ** 2
    pooled = math.sqrt(squares / (a["n"] + b["n"] - 2))
    gap = a["mean"] - b["mean"]
    if pooled == 0:
        return (None, True) if gap else (0.0, False)
    return gap / pooled, False


def histogram(a: Sequence[float], b: Sequence[float]) -> Histogram:
    """Count the lengths of both subjects in about `MAX_BINS` bins of one round width."""
    everything = [*a, *b]
    if not everything:
        return Histogram(edges=[], a=[], b=[])
    low, high = int(min(everything)), int(max(everything))
    width = _round_width((high - low + 1) / MAX_BINS)
    start = low - low % width
    bins = (high - start) // width + 1

    def count(values: Sequence[float]) -> list[int]:
        counts = [0] * bins
        for value in values:
            counts[(int(value) - start) // width] += 1
        return counts

    return Histogram(edges=[start + k * width for k in range(bins + 1)], a=count(a), b=count(b))


def _round_width(least: float) -> int:
    """Return the first of 1, 2, 5, 10, 20, 50 … that is not below `least`."""
    width = 1
    while True:
        for step in (1, 2, 5):
            if width * step >= least:
                return width * step
        width *= 10
