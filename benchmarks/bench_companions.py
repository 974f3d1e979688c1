"""How long do the companions of 2,000 texts and 20,000 triads take?

    .venv/bin/python -m benchmarks.bench_companions

Prints the processor time of each part, and of all beside the limit, for random texts of 30 words.
"""

from collections.abc import Callable
from time import process_time
from typing import Any

import triadsurvey  # noqa: F401 - one thread for matrices, as the product has

# isort: split

import numpy as np

from analysis.companions.content import match
from analysis.companions.frames import frame_of, frames, slots_of
from analysis.companions.rules import SURFACE, Looks, Triads, one_rule_judges, openings_of
from analysis.stats.surface.grams import features_of
from studies.stimuli.cues.surface_cues import CUES, CueText, values_of

TEXTS, TRIADS, LIMIT = 2000, 20_000, 5.0
WORDS = [f"word{number}" for number in range(400)]


def main() -> None:
    rng = np.random.default_rng(3)
    texts, items, contexts = some_texts(rng)
    half = TEXTS // 2
    spent = {}

    def timed(part: str, work: Callable[[], Any]) -> Any:
        begun = process_time()
        found = work()
        spent[part] = process_time() - begun
        return found

    slots = timed("slots", lambda: [slots_of(context) for context in contexts])
    made = timed("frames", lambda: [frame_of(t, s) for t, s in zip(texts, slots, strict=True)])
    timed("mentions", lambda: frames(texts, ["A"] * half + ["B"] * half, slots))
    a, b = (texts[:half], items[:half]), (texts[half:], items[half:])
    to_contexts = timed(
        "content", lambda: [match(*side, contexts[:half], items[:half]) for side in (a, b)]
    )
    timed("content of the other", lambda: (match(*a, *b), match(*b, *a)))
    cue_texts = [CueText(n, "A", text, "") for n, text in enumerate(texts)]
    values = timed("surface cues", lambda: values_of(cue_texts, subject_names=("One", "Two")))
    features, _ = timed("letters", lambda: features_of(texts))
    looks = Looks(
        {cue: [row[n] for row in values] for n, cue in enumerate(CUES) if cue in SURFACE},
        openings_of(made),
        made,
        features,
        np.concatenate([found.rank for found in to_contexts]),
    )
    triads = Triads(rng.integers(TEXTS, size=(TRIADS, 3)), rng.integers(3, size=TRIADS))
    timed("rules", lambda: one_rule_judges(looks, triads))
    for part, seconds in [*spent.items(), ("all", sum(spent.values()))]:
        print(f"{part:22}{seconds:6.2f} s")
    print(f"limit {LIMIT} s: {'kept' if sum(spent.values()) < LIMIT else 'BROKEN'}")


def some_texts(rng: np.random.Generator) -> tuple[list[str], list[str], list[str]]:
    """Texts of 30 words about 1,000 items, each item once for each subject, with contexts."""
    texts = [" ".join(rng.choice(WORDS, 30)) for _ in range(TEXTS)]
    items = [f"item {number % (TEXTS // 2)}" for number in range(TEXTS)]
    keys = rng.choice(WORDS, size=(TEXTS // 2, 4))
    contexts = [", ".join(f"key{n}[{word}]" for n, word in enumerate(row)) for row in keys]
    return texts, items, contexts * 2


if __name__ == "__main__":
    main()
