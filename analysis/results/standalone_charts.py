"""Charts as files of their own: colours within, legend below."""

from collections.abc import Iterable, Sequence

from django.template.loader import render_to_string
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe

from analysis.charts.table import Chart, DataTable
from analysis.results.by_kind import RESULT_PAGES
from analysis.verdict_text import ResultSnapshot

# As in static/analysis/results.css, on white paper; the accent is that of tokens.css in the light.
STYLE = """
.chart text { font: 13px "Noto Sans", sans-serif; fill: #555; }
.chart text.loud { fill: #111; font-weight: 600; }
.chart .axis { stroke: #999; stroke-width: 1; }
.chart .bar { fill: #1b5566; opacity: 0.45; }
.chart .point { fill: #1b5566; stroke: #fff; stroke-width: 2; }
.chart line.limit { stroke: #111; stroke-width: 1.5; stroke-dasharray: 5 3; }
.chart polyline { fill: none; stroke-width: 1.5; stroke: #999; }
.chart polyline.chance { stroke-dasharray: 2 4; }
.chart polyline.limit, .chart polyline.lower { stroke: #111; stroke-dasharray: 6 4; }
.chart polyline.upper { stroke: #111; }
.chart polyline.walked { stroke: #1b5566; stroke-width: 2.5; stroke-linejoin: round; }
.chart rect.whole { fill: #1b5566; opacity: 0.45; }
.chart rect.part, .chart .value { fill: #1b5566; }
.chart text.name { fill: #111; }
.chart line.common { stroke: #999; stroke-width: 1; stroke-dasharray: 2 4; }
.chart polyline.whole { stroke: #1b5566; opacity: 0.45; stroke-width: 10; }
.chart polyline.part { stroke: #1b5566; stroke-width: 10; }
.chart .spread { stroke: #1b5566; stroke-width: 2; }
.chart polyline.bracket { stroke: #111; stroke-width: 1.5; }
.chart .here { fill: #1b5566; }
.chart .target { fill: #fff; stroke: #111; stroke-width: 2; }
.chart circle.of-a { fill: #1b5566; fill-opacity: 0.75; stroke: #fff; stroke-width: 1.5; }
.chart circle.of-b { fill: #fff; fill-opacity: 0.35; stroke: #111; stroke-width: 1.5; }
.chart polyline.of-a { stroke: #1b5566; stroke-width: 10; }
.chart polyline.of-b { stroke: #111; stroke-width: 3; }
"""
# Heights of a line of the legend, of the title, and of the margin below.
LINE, TITLE, MARGIN = 20, 28, 8
# So many letters of a title fit as they are.
LONGEST_TITLE = 54

Legend = Sequence[tuple[str, str]]


def chart_files(snapshot: ResultSnapshot) -> dict[str, str]:
    """Return the charts of the results page as SVG, by file name."""
    tables = RESULT_PAGES[snapshot.kind].charts(snapshot)
    return charts_of(table for table in tables if table is not None)


def charts_of(tables: Iterable[DataTable]) -> dict[str, str]:
    """Return the charts that these tables have as SVG, by file name."""
    return {
        f"{table.name}.svg": standalone_svg(
            table.title,
            table.chart,
            legend=_legend_of_path(table.legend) if table.name == "path" else table.legend,
        )
        for table in tables
        if table.chart is not None
    }


def _legend_of_path(legend: Legend) -> Legend:
    """Return the legend with the path itself; what decides is labelled in the chart."""
    return [
        ("walked", "answers in the order in which judges began"),
        *(entry for entry in legend if entry[0] != "target"),
    ]


def standalone_svg(title: str, chart: Chart, *, legend: Legend = ()) -> str:
    """Return the chart as its page draws it, with title, style and legend."""
    inside = render_to_string(chart.template, {"title": title, "chart": chart})
    body = mark_safe(inside.partition(">")[2].rpartition("</svg>")[0])  # noqa: S308 - a template's
    below = TITLE + chart.height
    height = below + LINE * len(legend) + MARGIN
    return format_html(
        '<svg xmlns="http://www.w3.org/2000/svg" class="chart" viewBox="0 0 480 {}" width="960" '
        'height="{}" role="img"><title>{}</title><style>{}</style>'
        '<rect width="480" height="{}" fill="#fff"></rect>'
        '<text class="loud" x="20" y="18"{}>{}</text><g transform="translate(0 {})">{}</g>{}</svg>',
        *(height, 2 * height, title, STYLE, height),
        *(_narrowed(title), title, TITLE, body, _drawn(legend, below)),
    )


def _narrowed(title: str) -> SafeString:
    """Return what keeps a long title within the picture."""
    if len(title) <= LONGEST_TITLE:
        return SafeString("")
    return SafeString(' textLength="440" lengthAdjust="spacingAndGlyphs"')


def _drawn(legend: Legend, top: int) -> SafeString:
    return format_html_join(
        "\n",
        '<polyline class="{}" points="36,{} 64,{}"></polyline><text x="72" y="{}" dy="4">{}</text>',
        (
            (kind, *3 * (top + LINE // 2 + LINE * line,), label)
            for line, (kind, label) in enumerate(legend)
        ),
    )
