"""The app `analysis`: what the answers mean."""

from django.apps import AppConfig


class AnalysisConfig(AppConfig):
    name = "analysis"

    def ready(self) -> None:
        from analysis import (
            receivers,  # noqa: F401 - connects them
            work,  # noqa: F401 - tells studies of it
        )
