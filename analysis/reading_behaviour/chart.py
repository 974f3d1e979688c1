"""Geometry of the picture of a reading: which sentence, when. No Django here."""

from collections.abc import Sequence
from dataclasses import dataclass

from analysis.charts.scales import Mark, ticks
from analysis.stats.reading import ReadTrial

WIDTH, LEFT, RIGHT, TOP, BOTTOM = 640, 64, 12, 8, 26
LANE, GAP = 9, 14


@dataclass(frozen=True, slots=True)
class Bar:
    """A stay: where its bar begins, how long it is, and its lane."""

    x: str
    y: str
    width: str
    kind: str


@dataclass(frozen=True, slots=True)
class Band:
    """The lanes of one text, and its label."""

    y: str
    height: str
    label_y: str
    label: str
    odd: bool


@dataclass(frozen=True, slots=True)
class Picture:
    """One row of the picture: time to the right, sentences of the three texts downwards."""

    height: str
    lane: str
    bottom: str
    labels_y: str
    right: str
    bars: tuple[Bar, ...]
    bands: tuple[Band, ...]
    ticks: tuple[Mark, ...]


def picture(trial: ReadTrial, *, seconds: float, labels: Sequence[str]) -> Picture:
    """The stays of a trial on a line of so many seconds."""
    tops = _tops(trial)
    bottom = tops[-1] - GAP
    scale = (WIDTH - LEFT - RIGHT) / max(seconds, 0.001)
    bars = tuple(
        Bar(
            _text(LEFT + stay.start_ms / 1000 * scale),
            _text(tops[stay.text - 1] + (stay.sentence - 1) * LANE),
            # A bar of no width would not be seen.
            _text(max(stay.length_ms / 1000 * scale, 0.8)),
            "odd" if stay.text == trial.odd else "other",
        )
        for stay in trial.stays
    )
    return Picture(
        height=_text(bottom + BOTTOM),
        lane=_text(LANE - 1),
        bottom=_text(bottom),
        labels_y=_text(bottom + 18),
        right=_text(WIDTH - RIGHT),
        bars=bars,
        bands=tuple(_band(trial, place, tops, labels[place]) for place in range(3)),
        ticks=tuple(
            Mark(_text(LEFT + tick * scale), f"{tick} s") for tick in ticks(seconds, steps=6)
        ),
    )


def _band(trial: ReadTrial, place: int, tops: list[int], label: str) -> Band:
    height = len(trial.texts[place].words) * LANE
    return Band(
        y=_text(tops[place]),
        height=_text(height),
        label_y=_text(tops[place] + height / 2 + 4),
        label=label,
        odd=place + 1 == trial.odd,
    )


def _tops(trial: ReadTrial) -> list[int]:
    """Where the lanes of each text begin, and where a fourth one would."""
    tops = [TOP]
    for text in trial.texts:
        tops.append(tops[-1] + len(text.words) * LANE + GAP)
    return tops


def _text(number: float) -> str:
    return f"{number:.1f}"
