"""Right answers weighted by how sure judges were: a sensitivity check beside the plain count."""

from analysis import number_format
from analysis.charts.table import DataTable
from analysis.recomputation.counts import Share
from analysis.stats import SurenessTest, sureness_test
from analysis.verdict_text import ResultSnapshot

# As in Answer.Sureness, which this module does not import: no Django.
LEVELS = {
    "guess": "a guess",
    "not_sure": "not sure",
    "fairly_sure": "fairly sure",
    "certain": "certain",
}


def said_of(snapshot: ResultSnapshot) -> int:
    """Return of how many counted answers it was said how sure."""
    return sum(share.counted for share in snapshot.counts.sureness.values())


def sureness_of(snapshot: ResultSnapshot) -> SurenessTest | None:
    """Return the weighted test; None where it was not said how sure, and before the verdict.

    A sequential plan has none: it ends where its answers cross a line, and the exact test holds
    for a number fixed beforehand.
    """
    verdict = snapshot.verdict
    if snapshot.hidden or verdict is None or verdict.tests is None:
        return None
    shares = [snapshot.counts.sureness.get(level, Share()) for level in LEVELS]
    return sureness_test(
        [share.correct for share in shares],
        [share.counted for share in shares],
        weights=snapshot.plan.sureness_weights,
    )


def sureness_table(snapshot: ResultSnapshot) -> DataTable | None:
    """Return the counts by sureness, and below them the weighted sum with its p."""
    found = sureness_of(snapshot)
    if found is None:
        return None
    level = snapshot.plan.alpha
    shares = snapshot.counts.sureness
    rows = [
        (words, str(weight), *_cells(shares.get(name, Share())))
        for (name, words), weight in zip(
            LEVELS.items(), snapshot.plan.sureness_weights, strict=True
        )
    ]
    if unsaid := snapshot.counts.counted - said_of(snapshot):
        rows.append(("not said", "–", str(unsaid), "–"))
    expected = number_format.decimal(found.expected, 1)
    plain = number_format.p_text(found.plain_p_value, level=level)
    weighted = number_format.p_text(found.p_value, level=level)
    return DataTable(
        "sureness",
        f"By how sure judges were: weighted {weighted}, plain {plain}",
        ("sure", "weight", "answers", "right"),
        tuple(rows),
        (
            f"A sensitivity check: the verdict stays with the plain count. The weights of right "
            f"answers add up to T = {found.statistic}, where guessing gives {expected} on average "
            f"({weighted}, exact and one-sided). Without weights the same answers give {plain}."
        ),
    )


def _cells(share: Share) -> tuple[str, str]:
    return str(share.counted), str(share.correct)
