"""Of an erased study no word is left that a person typed, but the reasons in its history."""

import pytest
from django.apps import apps
from django.db import connection

from studies.models import Event
from studies.services.lifecycle import erasure
from tests.access.scene import Scene

SEALED = False
# In every text of the scene, and in the panels' and judges' names.
TYPED = "k1<script"


def tables_with(word: str) -> set[str]:
    """The tables with a row that holds this word in any column."""
    found = set()
    for model in apps.get_models(include_auto_created=True):
        table = model._meta.db_table
        with connection.cursor() as cursor:
            cursor.execute(
                f'SELECT count(*) FROM "{table}" AS t WHERE strpos(t::text, %s) > 0',  # noqa: S608 - of a model
                [word],
            )
            if cursor.fetchone() != (0,):
                found.add(table)
    return found


@pytest.mark.django_db
def test_nothing_typed_is_left_but_the_reasons(scene: Scene) -> None:
    assert tables_with(TYPED) >= {"studies_study", "studies_judge", "studies_recruitmentlink"}
    for study in (scene.study, scene.draft):
        erasure.erase(study=study, user=scene.people["owner"])
    # Accounts and their tokens have it for a name.
    assert tables_with(TYPED) == {"studies_user", "studies_apitoken", "studies_event"}
    assert [event.what for event in Event.objects.exclude(why="")] == ["amended"]
    assert not [event for event in Event.objects.all() if TYPED in str(event.details)]
