"""The project as an app of Django: its checks and commands."""

from django.apps import AppConfig


class ProjectConfig(AppConfig):
    name = "triadsurvey"

    def ready(self) -> None:
        from triadsurvey import checks  # noqa: F401 - registers them
