"""The chart of texts, against plain Python over the same rows."""

from collections import Counter

import pytest
from django.urls import reverse

from analysis.breakdown.texts_chart import NAMED, standing_out_with_chart, texts_chart
from studies.models import Sample
from tests.analysis.breakdown.answered import answered, snapshot_of
from tests.analysis.breakdown.test_texts import expected
from tests.factories import make_user, open_study

pytestmark = pytest.mark.django_db


def test_each_text_stands_where_it_was_found_as_the_odd_one():
    study, _trials = answered()
    seen = expected(study)
    wanted = Counter(
        (sample.subject, seen["odd"][sample.pk], seen["odd_x"][sample.pk])
        for sample in Sample.objects.filter(study=study)
        if seen["odd"][sample.pk]
    )
    names = {study.subject_a: "A", study.subject_b: "B"}
    table = texts_chart(study, snapshot_of(study))
    rows = {(names[name], int(n), int(x)): int(k) for name, n, x, _share, k, _which in table.rows}
    assert rows == wanted
    assert len(table.chart.bubbles) == len(rows)


def test_names_stand_in_table_and_titles_and_many_are_counted():
    study, _trials = answered(counted=30, items=40)
    table = texts_chart(study, snapshot_of(study))
    long = [row for row in table.rows if int(row[4]) > NAMED]
    assert long
    assert all(row[5].endswith(f" and {int(row[4]) - NAMED} more") for row in long)
    titles = [bubble.title for bubble in table.chart.bubbles]
    assert any(table.rows[0][5] in title and title.startswith(table.rows[0][0]) for title in titles)


@pytest.mark.parametrize(("counted", "lines"), [(24, 0), (30, 2)])
def test_where_most_texts_would_lie_is_told_with_the_verdict(counted, lines):
    study, _trials = answered(counted=counted)
    assert len(texts_chart(study, snapshot_of(study)).chart.within) == lines


def test_without_answers_there_is_no_chart():
    study = open_study(owner=make_user())
    assert texts_chart(study, snapshot_of(study)) is None


def test_the_page_shows_it_of_texts_and_leaves_its_table_closed(client):
    study, _trials = answered()
    client.force_login(study.owner)
    addresses = [reverse(f"analysis:{name}", args=[study.code]) for name in ("texts", "items")]
    texts, items = (client.get(address).content.decode() for address in addresses)
    assert texts.count('<circle class="bubble of-') == texts.count("<title>Forecaster, ") + (
        texts.count("<title>Machine, ")
    )
    assert '<details id="texts-table">' in texts
    assert ("bubble" in items, 'class="here"' in items) == (False, True)
    # A ring stands where the legend has one: at texts.
    rings = [page.count('class="target"') for page in (texts, items)]
    assert (rings[0] > 0, rings[1]) == (True, 0)


def test_the_chart_is_a_file_of_its_own_once_there_are_answers(client):
    study, _trials = answered()
    client.force_login(study.owner)
    address = reverse("analysis:texts_chart", args=[study.code])
    assert f'href="{address}"' in (
        client.get(reverse("analysis:texts", args=[study.code])).content.decode()
    )
    file = client.get(address)
    assert file["Content-Type"] == "image/svg+xml; charset=utf-8"
    svg = file.content.decode()
    assert all(kind in svg for kind in ('<circle class="bubble of-a"', "guessing", "Machine"))
    empty = open_study(owner=study.owner)
    assert client.get(reverse("analysis:texts_chart", args=[empty.code])).status_code == 404


def test_the_chart_beside_the_texts_that_stand_out_is_the_same():
    study, _trials = answered(counted=30)
    snapshot = snapshot_of(study)
    alone = texts_chart(study, snapshot)
    _found, beside = standing_out_with_chart(study, snapshot, page=0)
    assert beside == alone
