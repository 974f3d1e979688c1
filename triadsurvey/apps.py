"""The project as an app of Django: its checks and commands."""

import gc

from django.apps import AppConfig


class ProjectConfig(AppConfig):
    name = "triadsurvey"

    def ready(self) -> None:
        from triadsurvey import checks  # noqa: F401 - registers them

        gc.freeze()  # what is loaded stays
        gc.enable()  # off in `manage.py` until now
