"""Texts as rows of character n-grams."""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt
from scipy.sparse import csr_array

Array = npt.NDArray[np.float64]
Ids = npt.NDArray[np.uint64]

LONGEST_GRAM = 4
# What is read of each text, and how many different n-grams are kept: those in most texts.
MOST_CHARACTERS = 2000
MOST_GRAMS = 20_000


def as_read(text: str) -> str:
    """What the program reads of a text: blanks alike, and not beyond 2,000 characters."""
    return " ".join(text[: 4 * MOST_CHARACTERS].split())[:MOST_CHARACTERS]


def features_of(texts: Sequence[str]) -> tuple[csr_array, list[str]]:
    """Rows of length 1 for the texts, and the n-grams that the columns stand for."""
    coded, alphabet = _coded(texts)
    found = [np.unique(_ids(codes), return_counts=True) for codes in coded]
    everywhere, in_texts = np.unique(
        np.concatenate([ids for ids, _ in found] or [np.zeros(0, np.uint64)]), return_counts=True
    )
    # What one text alone holds says nothing about another. Those in most texts, ties by number.
    kept = np.flatnonzero(in_texts > 1)
    kept = np.sort(kept[np.argsort(-in_texts[kept], kind="stable")[:MOST_GRAMS]])
    grams = everywhere[kept]
    rarity = 1 + np.log((1 + len(texts)) / (1 + in_texts[kept]))
    rows = [_row(ids, counts, grams, rarity) for ids, counts in found]
    starts = np.cumsum([0, *(len(columns) for columns, _ in rows)])
    columns = np.concatenate([columns for columns, _ in rows])
    values = np.concatenate([values for _, values in rows])
    shape = (len(texts), max(len(grams), 1))
    return csr_array((values, columns, starts), shape=shape), [_gram(g, alphabet) for g in grams]


def _coded(texts: Sequence[str]) -> tuple[list[Ids], str]:
    """Each character as its place in the alphabet of these texts, from 1; 16 bits hold it."""
    read = [as_read(text) for text in texts]
    alphabet = "".join(sorted(set("".join(read))))[: 2**16 - 1]
    place = {character: number for number, character in enumerate(alphabet, 1)}
    coded = [np.array([place.get(c, 0) for c in text], dtype=np.uint64) for text in read]
    return coded, alphabet


def _ids(codes: Ids) -> Ids:
    """All n-grams, each as one number: 16 bits a character."""
    found = [codes]
    for longer in range(1, min(LONGEST_GRAM, len(codes))):
        found.append((found[-1][:-1] << np.uint64(16)) | codes[longer:])
    return np.concatenate(found)


def _gram(number: np.uint64, alphabet: str) -> str:
    rest, characters = int(number), ""
    while rest:
        rest, place = divmod(rest, 2**16)
        characters = (alphabet[place - 1] if place else "") + characters
    return characters


def _row(
    ids: Ids, counts: npt.NDArray[np.intp], grams: Ids, rarity: Array
) -> tuple[npt.NDArray[np.intp], Array]:
    kept = np.isin(ids, grams, assume_unique=True)
    columns = np.searchsorted(grams, ids[kept])
    values = (1 + np.log(counts[kept])) * rarity[columns]
    return columns, values / (np.linalg.norm(values) or 1.0)
