"""The report as one page: its style within, its charts as data, nothing from elsewhere."""

import base64
import hashlib
from pathlib import Path

from csp.constants import NONE
from django.template.loader import render_to_string
from django.utils.safestring import mark_safe

from analysis.report_zip.paper.content import ReportContent

STYLE = (Path(__file__).parent / "page.css").read_text()
_DIGEST = base64.b64encode(hashlib.sha256(STYLE.encode()).digest()).decode()
# Less than other pages may: the style by its hash, charts as data, no script at all.
POLICY = {
    "default-src": [NONE],
    "style-src": [f"'sha256-{_DIGEST}'"],
    "img-src": ["data:"],
    "base-uri": [NONE],
    "form-action": [NONE],
}
# For a page that was saved. (`frame-ancestors` may stand in the header alone.)
POLICY_TEXT = "; ".join(f"{name} {' '.join(values)}" for name, values in POLICY.items())


def page_of(content: ReportContent, *, linked: bool = False) -> str:
    """Return the page; where `linked`, with the ways to the study's other pages on the site."""
    context = {
        "report": content,
        "style": mark_safe(STYLE),  # noqa: S308 - ours
        "charts": [(figure, _as_data(figure.svg)) for figure in content.figures],
        "code": content.study.code if linked else None,
        "policy": POLICY_TEXT,
    }
    return render_to_string("analysis/report/page.html", context)


def _as_data(svg: str) -> str:
    return "data:image/svg+xml;base64," + base64.b64encode(svg.encode()).decode()
