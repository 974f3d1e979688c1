"""Charts as files of their own."""

import pytest
from django.urls import reverse

from tests.analysis.breakdown.answered import answered


@pytest.mark.django_db
@pytest.mark.parametrize("name", ["interval", "path", "orders", "positions", "seconds"])
def test_charts_stand_alone_as_files(client, name):
    study, _trials = answered(counted=30)
    client.force_login(study.owner)
    response = client.get(reverse("analysis:chart", args=[study.code, name]))
    assert response["Content-Type"].startswith("image/svg+xml")
    assert response.content.startswith(b'<svg xmlns="http://www.w3.org/2000/svg"')
    assert b"var(--" not in response.content
