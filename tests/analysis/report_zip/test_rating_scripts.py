"""The scripts of a rating study, on files made by hand."""

import csv
import io
from pathlib import Path

import analysis.report_zip.scripts as scripts
from tests.analysis.report_zip.archive import printed, printed_by_r


def table(head: str, rows: list[tuple[object, ...]]) -> bytes:
    out = io.StringIO()
    csv.writer(out).writerows([head.split(), *rows])
    return out.getvalue().encode()


def test_where_judges_and_items_lean_opposite_ways_both_scripts_say_p_is_1(tmp_path: Path) -> None:
    """Who rated both texts prefers A by 1; strict judges rated A alone, and mild ones B alone."""
    given = [
        row
        for i in range(6)
        for row in ((i, i, "A", 4), (i, i, "B", 3), (6 + i, i, "A", 1), (12 + i, i, "B", 6))
    ]
    plan = [("rating_method", "likert"), ("alpha", 0.05), ("verdict", "ranked")]
    stored = {
        "judges": 6, "items": 6, "estimate": -2, "lower": -2, "upper": 1, "resampled_lower": -3,
        "p_judges": 2 / 64, "p_items": 2 / 64, "p_value": 1, "adjusted": 1, "separated": 0,
    }  # fmt: skip
    found = {
        "results.csv": table("quantity value", plan),
        "ratings.csv": table(
            "judge item system value sheet criterion counted ticks_added ticks_missing merged_with",
            [(*row, sheet, "q", "yes", "", "", "") for sheet, row in enumerate(given)],
        ),
        "rating_results.csv": table(
            "criterion about first second quantity value",
            [("q", "pair", "A", "B", *each) for each in stored.items()],
        ),
    }
    of_ratings = Path(scripts.__path__[0]) / "ratings"
    found |= {name: (of_ratings / name).read_bytes() for name in ("recompute.py", "recompute.R")}
    for said in (printed(found, tmp_path), printed_by_r(found, tmp_path)):
        assert {name: float(said[f"q pair A B {name}"]) for name in ("p_value", "separated")} == {
            "p_value": 1,
            "separated": 0,
        }
