"""The chart of how a trial was read: which sentence, when. No Django here."""

from collections.abc import Sequence
from dataclasses import dataclass

from analysis.charts.scale import Scale, Tick, round_values
from analysis.stats.reading import ReadTrial

LEFT, RIGHT, TOP, FOOT = 64, 628, 8, 26
# The height of a sentence's lane, and the gap between texts.
LANE, GAP = 9, 14
# A stay shorter than this would not be seen.
LEAST_WIDTH = 0.8


@dataclass(frozen=True, slots=True)
class StayBar:
    """A stay at a sentence, as a bar in its lane."""

    x: str
    y: int
    width: str
    kind: str


@dataclass(frozen=True, slots=True)
class TextBand:
    """The lanes of one text, and its label."""

    y: int
    height: int
    label_y: str
    label: str
    odd: bool


@dataclass(frozen=True, slots=True)
class ReadingChart:
    """Time to the right, the sentences of the three texts downwards."""

    height: int
    lane: int
    bottom: int
    labels_y: int
    right: int
    bars: tuple[StayBar, ...]
    bands: tuple[TextBand, ...]
    ticks: tuple[Tick, ...]


def reading_chart(trial: ReadTrial, *, seconds: float, labels: Sequence[str]) -> ReadingChart:
    """Return the stays of a trial on a line of so many seconds."""
    tops = _tops(trial)
    bottom = tops[-1] - GAP
    scale = Scale((0, max(seconds, 0.001)), (LEFT, RIGHT))
    return ReadingChart(
        height=bottom + FOOT,
        lane=LANE - 1,
        bottom=bottom,
        labels_y=bottom + 18,
        right=RIGHT,
        bars=tuple(
            StayBar(
                x=scale.at(stay.start_ms / 1000),
                y=tops[stay.text - 1] + (stay.sentence - 1) * LANE,
                width=scale.length(stay.length_ms / 1000, least=LEAST_WIDTH),
                kind="odd" if stay.text == trial.odd else "other",
            )
            for stay in trial.stays
        ),
        bands=tuple(_band(trial, number, tops, labels[number]) for number in range(3)),
        ticks=scale.ticks(round_values(seconds, steps=6), lambda second: f"{second} s"),
    )


def _band(trial: ReadTrial, number: int, tops: list[int], label: str) -> TextBand:
    height = len(trial.texts[number].words) * LANE
    return TextBand(
        y=tops[number],
        height=height,
        label_y=f"{tops[number] + height / 2 + 4:.1f}",
        label=label,
        odd=number + 1 == trial.odd,
    )


def _tops(trial: ReadTrial) -> list[int]:
    """Return where the lanes of each text begin, and where those of a fourth would."""
    tops = [TOP]
    for text in trial.texts:
        tops.append(tops[-1] + len(text.words) * LANE + GAP)
    return tops
