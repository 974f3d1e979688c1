"""The app `studies`: what was asked and answered."""

from django.apps import AppConfig
from django.db.models.signals import post_migrate


class StudiesConfig(AppConfig):
    name = "studies"

    def ready(self) -> None:
        from studies.receivers import keep_groups
        from studies.workbench.forms.sentences import replace_djangos

        replace_djangos()
        post_migrate.connect(keep_groups, sender=self)
