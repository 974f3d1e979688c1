"""The two pictures of the results page as files of their own: colours within, legend below."""

from django.template.loader import render_to_string
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from analysis.page import drawing_of_interval, drawing_of_path
from analysis.sentences import Standing

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
.chart .here { fill: #2a6f97; }
.chart .target { fill: #fff; stroke: #111; stroke-width: 2; }
"""
LINE = 20


def pictures_of(standing: Standing) -> dict[str, str]:
    """File names and SVG; empty where there is nothing to draw."""
    interval, path = drawing_of_interval(standing), drawing_of_path(standing)
    found = {}
    if interval is not None:
        found["interval.svg"] = _alone("interval", interval, interval.title, height=96)
    if path is not None:
        rows = [row for row in path.legend if row[0] != "target"]
        legend = [("walked", "answers in the order of storing"), *rows]
        found["path.svg"] = _alone("path", path, path.title, height=260, legend=legend)
    return found


def _alone(
    name: str,
    drawing: object,
    title: str,
    *,
    height: int,
    legend: list[tuple[str, str]] | None = None,
) -> str:
    """The page's own drawing with what a file needs besides."""
    picture = getattr(drawing, "picture", None)
    inside = render_to_string(f"analysis/_{name}.svg", {"drawing": drawing, "picture": picture})
    _, _, body = inside.partition(">")
    lines = list(enumerate(legend or []))
    whole = height + LINE * len(lines)
    head = format_html(
        '<svg xmlns="http://www.w3.org/2000/svg" class="chart" viewBox="0 0 480 {}" width="960" '
        'height="{}" role="img"><title>{}</title><style>{}</style>'
        '<rect width="480" height="{}" fill="#fff"></rect>',
        *(whole, 2 * whole, title, STYLE, whole),
    )
    return head + _legend(lines, height) + body


def _legend(lines: list[tuple[int, tuple[str, str]]], top: int) -> SafeString:
    return format_html_join(
        "\n",
        '<polyline class="{}" points="36,{} 64,{}"></polyline><text x="72" y="{}" dy="4">{}</text>',
        ((kind, *3 * (top + LINE // 2 + LINE * place,), label) for place, (kind, label) in lines),
    )
