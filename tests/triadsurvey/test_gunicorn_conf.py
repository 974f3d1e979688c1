"""The web server has a process for each core, in bounds that the database can serve."""

import os

import pytest

from triadsurvey import gunicorn_conf


@pytest.mark.parametrize(("cores", "processes"), [(1, 2), (2, 2), (6, 6), (64, 16)])
def test_processes_follow_the_cores(
    monkeypatch: pytest.MonkeyPatch, cores: int, processes: int
) -> None:
    monkeypatch.setattr(os, "sched_getaffinity", lambda _process: set(range(cores)), raising=False)
    assert gunicorn_conf.processes() == processes
