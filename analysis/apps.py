"""The app `analysis`: what the answers mean."""

from django.apps import AppConfig


class AnalysisConfig(AppConfig):
    name = "analysis"

    def ready(self) -> None:
        from analysis import (
            job_registry,  # noqa: F401 - registers the jobs of this app
            receivers,  # noqa: F401 - connects them
        )
