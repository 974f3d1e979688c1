"""The pictures of the results page as files of their own: colours within, legend below."""

from collections.abc import Sequence
from typing import Any

from django.template.loader import render_to_string
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe

from analysis.charts.scales import BARS_HEIGHT, INTERVAL_HEIGHT, PATH_HEIGHT
from analysis.results.detail_tables import tables
from analysis.results.figures import drawing_of_interval, drawing_of_path
from analysis.verdict_text import ResultSnapshot

# Those of static/analysis/results.css, on white paper.
STYLE = """
.chart text { font: 13px sans-serif; fill: #555; }
.chart text.loud { fill: #111; font-weight: 600; }
.chart .axis { stroke: #999; stroke-width: 1; }
.chart .bar { fill: #2a6f97; opacity: 0.45; }
.chart .point { fill: #2a6f97; stroke: #fff; stroke-width: 2; }
.chart line.limit { stroke: #111; stroke-width: 1.5; stroke-dasharray: 5 3; }
.chart polyline { fill: none; stroke-width: 1.5; stroke: #999; }
.chart polyline.chance { stroke-dasharray: 2 4; }
.chart polyline.limit, .chart polyline.lower { stroke: #111; stroke-dasharray: 6 4; }
.chart polyline.upper { stroke: #111; }
.chart polyline.walked { stroke: #2a6f97; stroke-width: 2.5; stroke-linejoin: round; }
.chart rect.whole { fill: #2a6f97; opacity: 0.45; }
.chart rect.part, .chart .value { fill: #2a6f97; }
.chart text.name { fill: #111; }
.chart line.common { stroke: #999; stroke-width: 1; stroke-dasharray: 2 4; }
.chart polyline.whole { stroke: #2a6f97; opacity: 0.45; stroke-width: 10; }
.chart polyline.part { stroke: #2a6f97; stroke-width: 10; }
.chart .spread { stroke: #2a6f97; stroke-width: 2; }
.chart .here { fill: #2a6f97; }
.chart .target { fill: #fff; stroke: #111; stroke-width: 2; }
"""
LINE = 20
TITLE = 28
MARGIN = 8


def pictures_of(snapshot: ResultSnapshot) -> dict[str, str]:
    """File names and SVG; empty where there is nothing to draw."""
    interval, path = drawing_of_interval(snapshot), drawing_of_path(snapshot)
    found = {}
    if interval is not None:
        found["interval.svg"] = alone("interval", interval, height=INTERVAL_HEIGHT)
    if path is not None:
        rows = [row for row in path.legend if row[0] != "target"]
        legend = [("walked", "answers in the order of storing"), *rows]
        found["path.svg"] = alone("path", path, height=PATH_HEIGHT, legend=legend)
    for table in tables(snapshot):
        if table.picture is not None:
            found[f"{table.name}.svg"] = alone(
                "bars", table, height=BARS_HEIGHT, legend=table.legend
            )
    return found


def alone(
    name: str,
    drawing: Any,
    *,
    height: int,
    legend: Sequence[tuple[str, str]] = (),
) -> str:
    """The page's own drawing with what a file needs besides."""
    inside = render_to_string(
        f"analysis/_{name}.svg", {"drawing": drawing, "picture": drawing.picture}
    )
    body = mark_safe(inside.partition(">")[2].rpartition("</svg>")[0])  # noqa: S308 - a template's
    lines = list(enumerate(legend))
    below = TITLE + height
    whole = below + LINE * len(lines) + MARGIN
    return format_html(
        '<svg xmlns="http://www.w3.org/2000/svg" class="chart" viewBox="0 0 480 {}" width="960" '
        'height="{}" role="img"><title>{}</title><style>{}</style>'
        '<rect width="480" height="{}" fill="#fff"></rect>'
        '<text class="loud" x="20" y="18">{}</text><g transform="translate(0 {})">{}</g>{}</svg>',
        *(whole, 2 * whole, drawing.title, STYLE, whole),
        *(drawing.title, TITLE, body, _legend(lines, below)),
    )


def _legend(lines: list[tuple[int, tuple[str, str]]], top: int) -> SafeString:
    return format_html_join(
        "\n",
        '<polyline class="{}" points="36,{} 64,{}"></polyline><text x="72" y="{}" dy="4">{}</text>',
        ((kind, *3 * (top + LINE // 2 + LINE * place,), label) for place, (kind, label) in lines),
    )
