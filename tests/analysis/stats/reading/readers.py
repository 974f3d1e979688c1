"""Simulated readers of masked texts, for the tests of the models."""

import numpy as np

from analysis.stats import ReadText, ReadTrial, Stay


def study(seed, *, judges=16, per_judge=4, drawn=0.0, subjects=0.0):
    """Trials of judges who read the odd text slower by `drawn`, and subject A by `subjects`.

    Both are differences of log reading time. Which subject is the odd one is drawn evenly.
    """
    rng = np.random.default_rng(seed)
    return [
        _trial(rng, f"judge {judge}", pace, drawn, subjects)
        for judge, pace in enumerate(rng.lognormal(3.5, 0.4, judges))
        for _ in range(per_judge)
    ]


def _trial(rng, judge, pace, drawn, subjects):
    odd, odd_is_a = int(rng.integers(3)), bool(rng.integers(2))
    texts, stays = [], []
    for place in range(3):
        characters = tuple(int(n) for n in rng.integers(40, 120, int(rng.integers(3, 6))))
        texts.append(
            ReadText(f"item {rng.integers(5)}", tuple(n // 6 for n in characters), characters)
        )
        slower = drawn * (place == odd) + subjects * ((place == odd) == odd_is_a)
        own = pace * np.exp(slower + 0.3 * rng.normal())
        for sentence, length in enumerate(characters, 1):
            _stay(stays, place + 1, sentence, own * length * np.exp(0.2 * rng.normal()))
            if sentence > 1 and rng.random() < 0.2:
                _stay(stays, place + 1, sentence - 1, own * length / 2)
    return ReadTrial(judge, tuple(texts), odd + 1, tuple(stays))


def _stay(stays, text, sentence, ms):
    start = stays[-1].start_ms + stays[-1].length_ms if stays else 0
    stays.append(Stay(text, sentence, start, 100 + int(ms)))
