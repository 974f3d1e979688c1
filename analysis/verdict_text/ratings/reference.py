"""How systems stand to the reference text, which has the number 100."""

from collections.abc import Sequence

from analysis.verdict_text.ratings.result import listed

REFERENCE = 100


def times_the_reference(geometric: float | None) -> float | None:
    """Return how many times as high as the reference texts were rated on average."""
    return None if geometric is None else geometric / REFERENCE


def reference_sentence(criterion: str, means: Sequence[tuple[str, float | None]]) -> str:
    """Say how each system stands to the reference; `means` are geometric, the highest first.

    Nothing where no system was rated.
    """
    known = [(name, times_the_reference(mean)) for name, mean in means]
    told = [f"{name} {times:.2f}" for name, times in known if times is not None]
    if not told:
        return ""
    return (
        f"For {criterion}, these judges rated {listed(told)} times as high as the reference text "
        f"({REFERENCE}), on average. This only describes: the reference is one text, and no test "
        "compares with it."
    )
