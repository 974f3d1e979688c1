"""Each task has a queue, each queue a worker, and what beat sends does not pile up."""

import pytest

from triadsurvey.celery import app
from triadsurvey.localstack.environment import QUEUES


def queue_of(task: str) -> str:
    return app.amqp.router.route({}, task)["queue"].name


def test_every_task_goes_to_a_queue_that_has_a_worker():
    app.loader.import_default_modules()
    ours = [name for name in app.tasks if not name.startswith("celery.")]
    assert len(ours) >= 9
    assert {queue_of(name) for name in ours} == set(QUEUES)


@pytest.mark.parametrize(
    ("task", "queue"),
    [
        ("analysis.tasks.recompute_study", "results"),
        ("analysis.tasks.sweep", "results"),
        ("studies.tasks.close_ended", "results"),
        ("studies.tasks.deliver", "deliveries"),
        ("studies.tasks.tell_owners", "deliveries"),
        ("studies.tasks.tell_webhooks", "deliveries"),
        ("studies.tasks.run_job", "jobs"),
        ("studies.tasks.continue_jobs", "jobs"),
    ],
)
def test_long_work_and_slow_receivers_delay_no_result(task, queue):
    assert queue_of(task) == queue


def test_what_beat_sends_expires_before_the_next_one(settings):
    for entry in settings.CELERY_BEAT_SCHEDULE.values():
        assert entry["options"]["expires"] <= entry["schedule"]


def test_a_recomputation_that_never_ends_leaves_its_process_to_others_within_a_minute():
    app.loader.import_default_modules()
    task = app.tasks["analysis.tasks.recompute_study"]
    assert task.soft_time_limit < task.time_limit < 60
    # It is not taken again by itself: the sweep asks for it when others had their turn.
    assert app.conf.task_acks_on_failure_or_timeout
