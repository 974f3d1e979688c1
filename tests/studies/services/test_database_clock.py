"""No row takes the time of a web server or worker, of which each may have another one."""

from datetime import datetime, timedelta

import pytest
from django.apps import apps
from django.db import models
from django.utils import timezone

from studies.services import database_clock
from studies.services.judging import withdrawal
from studies.services.lifecycle import erasure
from studies.tasks import keep_retention, tell_owners
from tests.factories import open_study
from tests.queries.scene import build

# No other difference of times in the scene is as long as this.
SKEW = timedelta(hours=5)
NEAR = timedelta(hours=1)
# Django's own, which nothing is compared with.
NOT_OURS = {"user.last_login"}


def moments() -> dict[str, list[datetime]]:
    """All times that are stored, by table and column."""
    found = {}
    for model in (
        *apps.get_app_config("studies").get_models(),
        *apps.get_app_config("analysis").get_models(),
    ):
        for field in model._meta.concrete_fields:
            if isinstance(field, models.DateTimeField):
                stored = model._base_manager.exclude(**{field.name: None})
                name = f"{model._meta.model_name}.{field.name}"
                found[name] = list(stored.values_list(field.name, flat=True))
    return found


@pytest.mark.django_db
def test_no_row_takes_the_time_of_a_web_server_with_a_wrong_clock(monkeypatch):
    right = timezone.now
    monkeypatch.setattr(timezone, "now", lambda: right() + SKEW)
    scene = build(1)
    withdrawal.withdraw(code=scene.answered.code)
    wrong = {
        name
        for name, times in moments().items()
        if any(abs(time - timezone.now()) < NEAR for time in times)
    }
    assert wrong == NOT_OURS


@pytest.mark.django_db
def test_what_is_due_on_a_day_goes_by_the_day_of_the_database(monkeypatch, mailoutbox):
    today = database_clock.today()
    study = open_study(withdrawal_until=today)
    erasure.keep(
        study=study,
        user=study.owner,
        until=today + timedelta(days=100),
        erases_itself=True,
        why="consent",
    )
    right = timezone.now
    monkeypatch.setattr(timezone, "now", lambda: right() + timedelta(days=400))
    assert timezone.localdate() > today + timedelta(days=300)
    keep_retention()
    tell_owners()
    assert mailoutbox == []
    assert withdrawal.may_withdraw(study)
