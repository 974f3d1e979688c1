"""How often the texts of a study are read, and whether there are enough of them.

A verdict is for the texts that judges read. How far it reaches beyond them depends on how many
there are, not on how often each is read.
"""

from collections.abc import Mapping

from studies.design.texts import orders_of, subjects_of_block

LEAST_TEXTS = 10
"""With fewer texts of a subject, what is found hardly reaches beyond them."""

HARDLY_BEYOND = (
    f"With fewer than {LEAST_TEXTS} texts a subject the verdict says little beyond these texts: "
    "other texts by the same authors may give another one."
)
TOPIC_AND_AUTHOR = (
    "No item has texts of both subjects. Judges may then tell the texts apart by what they are "
    "about, and nothing shows whether they perceive the author."
)


def times_read(texts: Mapping[str, int], evaluations: int, protocol: str) -> dict[str, float]:
    """Return how often each text of a subject is read on average, of subjects that have texts."""
    places: tuple[str, ...] = subjects_of_block(protocol)
    triads = len(orders_of(protocol))
    return {
        subject: evaluations * places.count(subject) / triads / number
        for subject, number in texts.items()
        if number
    }


def reading_sentence(texts: Mapping[str, int], evaluations: int, protocol: str) -> str:
    """Say how often each text will be read; empty where a subject has no texts."""
    times = {subject: about(k) for subject, k in times_read(texts, evaluations, protocol).items()}
    if len(times) < 2:
        return ""
    if times["A"] == times["B"]:
        return f"In {evaluations:,} evaluations each text will be read {times['A']}."
    return (
        f"In {evaluations:,} evaluations each text of A will be read {times['A']}, each text of B "
        f"{times['B']}."
    )


def about(times: float) -> str:
    """Return a mean number of readings in words."""
    if times < 1:
        return "less than once on average, some not at all"
    number = round(times)
    return "about once" if number == 1 else f"about {number:,} times"
