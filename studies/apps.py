"""The app `studies`: what was asked and answered."""

from django.apps import AppConfig
from django.db.models.signals import post_migrate


class StudiesConfig(AppConfig):
    name = "studies"

    def ready(self) -> None:
        from studies.receivers import keep_groups

        post_migrate.connect(keep_groups, sender=self)
