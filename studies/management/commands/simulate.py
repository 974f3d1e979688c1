"""Rehearse a study: virtual judges take part over HTTP, against the running server."""

from typing import Any
from uuid import UUID

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from studies.models import Study
from studies.services.judging.rehearsals import rehearse
from studies.values.whole_numbers import whole_number
from studies.virtual_judges.browser import UnreachableError
from studies.virtual_judges.judge import ReadingTimes, UnexpectedPageError
from studies.virtual_judges.play import NotPossibleError, RehearsalPlan

NUMBERS = ("judges", "pd", "ratio", "dropout", "seed", "at_once")


class Command(BaseCommand):
    help = (
        "Plays virtual judges against the running server, through the same pages as people. They "
        "come through a pilot link and never count, unless the study is a test."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "study", nargs="+", help="its code (as in its addresses), number or title"
        )
        parser.add_argument(
            "--judges", type=int, help="how many arrive; left out: as many as complete the plan"
        )
        parser.add_argument(
            "--pd", type=float, default=0.2, help="share who perceive the difference (0.2)"
        )
        parser.add_argument(
            "--ratio",
            type=float,
            default=1.2,
            help="of a rating study: how many times as high a system is rated as the next (1.2)",
        )
        parser.add_argument(
            "--dropout", type=float, default=0.0, help="share who leave in the middle (0)"
        )
        parser.add_argument("--seed", type=int, default=1, help="same seed, same judges (1)")
        parser.add_argument("--at-once", type=int, default=20, help="judges at a time (20)")
        parser.add_argument(
            "--seconds", type=float, default=0.0, help="how long texts are read, the median (0)"
        )
        parser.add_argument(
            "--slower",
            type=float,
            default=1.5,
            help="by which factor longer where the difference is perceived (1.5)",
        )
        parser.add_argument(
            "--base-url", default=settings.BASE_URL, help=f"the server ({settings.BASE_URL})"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            plan = RehearsalPlan(
                **{name: options[name] for name in NUMBERS},
                times=ReadingTimes(options["seconds"], options["slower"]),
            )
            study = find_study(" ".join(options["study"]))
            self._tell(f"Virtual judges come to “{study.title}”, {plan.at_once} at a time.")
            figures = rehearse(study, plan, base_url=options["base_url"], tell=self._tell)
        except (NotPossibleError, UnreachableError, UnexpectedPageError) as error:
            raise CommandError(str(error)) from error
        for line in figures.lines():
            self.stdout.write(line)

    def _tell(self, line: str) -> None:
        self.stdout.write(line)
        self.stdout.flush()


def find_study(name: str) -> Study:
    """Return the study with this code, number or exact title."""
    studies = Study.objects.filter(title=name)
    if (key := whole_number(name)) is not None:
        studies = Study.objects.filter(pk=key)
    elif _is_code(name):
        studies = Study.objects.filter(code=name)
    try:
        return studies.get()
    except Study.DoesNotExist:
        raise CommandError(
            f"There is no study “{name}”. Give its number, or the code in its address: a title "
            "with quotation marks loses them here."
        ) from None
    except Study.MultipleObjectsReturned:
        raise CommandError(f"There are several studies “{name}”: give the code.") from None


def _is_code(name: str) -> bool:
    try:
        UUID(name)
    except ValueError:
        return False
    return True
