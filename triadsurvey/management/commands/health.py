"""Say how the installation is, and fail if something is not well."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError

from triadsurvey.monitoring.health import findings
from triadsurvey.monitoring.site_state import site_state


class Command(BaseCommand):
    help = "Say whether queues, results, beat and disk are well; fail if one is not."

    def handle(self, *args: Any, **options: Any) -> None:
        found = findings(site_state())
        for one in found:
            self.stdout.write(f"{one.name}: {one.value}")
        if wrong := [f"{one.name}: {one.value}. {one.advice}" for one in found if not one.well]:
            raise CommandError("\n".join(["Not well:", *wrong]))
