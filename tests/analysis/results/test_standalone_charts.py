"""Charts as files of their own."""

import pytest
from django.urls import reverse

from analysis.charts.bars import HEIGHT, bar_chart
from analysis.results.standalone_charts import LINE, MARGIN, TITLE, chart_files, standalone_svg
from tests.analysis.breakdown.answered import answered
from tests.analysis.results.snapshots import decided, waiting
from tests.analysis.verdict_text.statements import PLAN

CHART = bar_chart(["a", "b"], [1, 2])


@pytest.mark.django_db
@pytest.mark.parametrize("name", ["interval", "path", "orders", "positions", "seconds"])
def test_charts_stand_alone_as_files(client, name):
    study, _trials = answered(counted=30)
    client.force_login(study.owner)
    response = client.get(reverse("analysis:chart", args=[study.code, name]))
    assert response["Content-Type"].startswith("image/svg+xml")
    assert response.content.startswith(b'<svg xmlns="http://www.w3.org/2000/svg"')
    assert b"var(--" not in response.content


def test_every_chart_of_the_page_is_a_file():
    assert list(chart_files(decided(PLAN, 45))) == [
        "interval.svg",
        "path.svg",
        "orders.svg",
        "positions.svg",
    ]
    assert chart_files(waiting(PLAN, 37, 15, hidden=True)) == {}


def test_a_file_has_room_for_title_and_legend():
    legend = (("whole", "answers"), ("part", "right"))
    height = TITLE + HEIGHT + 2 * LINE + MARGIN
    assert f'viewBox="0 0 480 {height}"' in standalone_svg("t", CHART, legend=legend)
    assert f'viewBox="0 0 480 {height - 2 * LINE}"' in standalone_svg("t", CHART)


def test_words_are_escaped_and_the_chart_is_not():
    svg = standalone_svg("<b>&", CHART, legend=(("whole", "<i>"),))
    assert "<title>&lt;b&gt;&amp;</title>" in svg
    assert ">&lt;i&gt;</text>" in svg
    assert '<rect class="whole"' in svg
    assert svg.count("<svg") == svg.count("</svg>") == 1


def test_the_legend_of_the_path_names_the_path_and_not_the_mark():
    path = chart_files(decided(PLAN, 45))["path.svg"]
    assert "answers in the order in which judges began" in path
    assert "41 needed at 98" not in path
