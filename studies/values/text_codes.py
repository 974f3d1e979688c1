"""The codes and letters under which a page shows its texts."""

import hashlib

FIRST_LABEL, LABELS = 100, 900
# None is a grade as A and B are, or the letter of a system in the files; none looks like a digit.
LETTERS = "KLMPRSTWXZ"


def labels_of(code: str, texts: int = 3) -> list[int]:
    """Return different numbers of three digits, the same at every reload of the page."""
    labels: list[int] = []
    counter = 0
    while len(labels) < texts:
        digest = hashlib.sha256(f"label {counter} {code}".encode()).digest()
        label = FIRST_LABEL + int.from_bytes(digest[:8], "big") % LABELS
        if label not in labels:
            labels.append(label)
        counter += 1
    return labels


def letters_of(code: str, texts: int) -> list[str]:
    """Return different letters in a drawn order, the same at every reload of the page."""
    drawn = sorted(LETTERS, key=lambda one: hashlib.sha256(f"{one} {code}".encode()).digest())
    return drawn[:texts]
