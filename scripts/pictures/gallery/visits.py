"""Pictures that take more than an address: a name for each, and what is done before it."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from scripts.pictures.gallery.camera import Photographer

Work = Callable[[Photographer, Any], None]


@dataclass(frozen=True, slots=True)
class Walk:
    """A way through pages: the pictures that it takes, and the addresses that these are of."""

    names: tuple[str, ...]
    addresses: tuple[str, ...]
    work: Work


WALKS: list[Walk] = []


def walk(*names: str, of: str = "") -> Callable[[Work], Work]:
    """Register a way through pages by the names of its pictures; `of` lists the addresses."""

    def register(work: Work) -> Work:
        WALKS.append(Walk(names, tuple(of.split()), work))
        return work

    return register
