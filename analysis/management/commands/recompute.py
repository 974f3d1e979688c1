"""Count a study's answers anew, without a worker."""

from typing import Any
from uuid import UUID

from django.core.management.base import BaseCommand, CommandError, CommandParser

from analysis.recomputation import counting
from analysis.recomputation.store import differences, recompute
from studies.models import Study


class Command(BaseCommand):
    help = (
        "Count the answers of a study anew, or of all with stale results, or of all; of all, say "
        "where results that were stored differ from it, and fail if one does (after a restore)."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        which = parser.add_mutually_exclusive_group(required=True)
        which.add_argument("study", nargs="?", help="number or code of a study")
        which.add_argument("--stale", action="store_true", help="all studies with stale results")
        which.add_argument("--all", action="store_true", help="all, compared with what is stored")

    def handle(self, *args: Any, **options: Any) -> None:
        studies = _chosen(options)
        differing = []
        for study_id in studies:
            if options["all"]:
                differing += differences(study_id=study_id)
            recompute(study_id=study_id, wait=True)
        self.stdout.write(f"{len(studies)} recomputed")
        if differing:
            raise CommandError("\n".join(["Results that were stored differ:", *differing]))


def _chosen(options: dict[str, Any]) -> list[int]:
    if options["all"]:
        return list(
            Study.objects.exclude(opened_at=None).order_by("pk").values_list("pk", flat=True)
        )
    return counting.stale_studies() if options["stale"] else [_find(options["study"])]


def _find(name: str) -> int:
    condition = {"pk": int(name)} if name.isdecimal() else {"code": _code(name)}
    study = Study.objects.filter(**condition).first()
    if study is None:
        raise CommandError(f"There is no study {name}.")
    return study.pk


def _code(name: str) -> UUID:
    try:
        return UUID(name)
    except ValueError:
        raise CommandError(f"A study has a number or a code like a UUID, not {name!r}.") from None
