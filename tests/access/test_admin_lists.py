"""Every list of the admin, opened with every filter, facet, search and order that it offers."""

from collections.abc import Iterator
from typing import Any

import pytest
from django.contrib import admin
from django.urls import reverse

from tests.access.scene import Scene

pytestmark = pytest.mark.django_db
SEALED = False
LISTS = sorted(model._meta.model_name or "" for model in admin.site._registry)


def page_of(scene: Scene, role: str, model: str, query: str = "") -> Any:
    response = scene.clients[role].get(reverse(f"admin:studies_{model}_changelist") + query)
    assert response.status_code == 200, f"{model}, {role}, {query}: {response.status_code}"
    return response


def queries_of(scene: Scene, role: str, model: str) -> Iterator[str]:
    """Yield the query of each filter's choices, of all orders, of searches."""
    changelist = page_of(scene, role, model).context["cl"]
    for spec in changelist.filter_specs:
        for choice in spec.choices(changelist):
            yield choice["query_string"]
    # By all columns at once: one that breaks its order breaks this one. Django skips what is none.
    columns = range(len(changelist.list_display) + 2)
    yield from ("?o=" + ".".join(f"{sign}{column}" for column in columns) for sign in ("", "-"))
    yield from ("?q=k1", "?q=%22", "?q=1", "?p=1", "?p=2", "?all=", "?e=1")
    if model not in ("study", "user"):
        yield from ("?of=x", "?of=9999999999999999999", "?of=")


def test_the_lists_are_those_of_studies() -> None:
    assert len(LISTS) == 10
    assert {model._meta.app_label for model in admin.site._registry} == {"studies"}


@pytest.mark.parametrize("role", ["owner", "recruiter", "superuser"])
@pytest.mark.parametrize("model", LISTS)
def test_each_list_opens_however_it_is_filtered_counted_and_ordered(
    scene: Scene, model: str, role: str
) -> None:
    if model == "user" and role != "superuser":
        return
    for query in dict.fromkeys(queries_of(scene, role, model)):
        page_of(scene, role, model, query)


def test_a_row_leads_to_all_rows_of_its_study(scene: Scene) -> None:
    page = page_of(scene, "owner", "sample")
    link = f'href="/admin/studies/sample/?of={scene.study.pk}"'
    assert link in page.content.decode()
    assert not [spec for spec in page.context["cl"].filter_specs if spec.title == "study"]
    chosen = page_of(scene, "owner", "sample", f"?of={scene.study.pk}").context["cl"]
    assert chosen.result_count == scene.study.samples.count()
    assert chosen.filter_specs[0].lookup_choices == [(scene.study.pk, scene.study.title)]
