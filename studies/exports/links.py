"""The recruitment links of a study, for a letter to each of its judges."""

from collections.abc import Generator, Sequence

from django.conf import settings
from django.db.models import QuerySet

from studies.exports.snapshot import reading
from studies.exports.writing import Cell, Export
from studies.models import RecruitmentLink, Study

COLUMNS = (
    *("panel", "addressee", "address", "personal", "mode", "quota"),
    *("created_at_utc", "expires_at_utc", "revoked_at_utc"),
)


def links_of(study: Study) -> Export:
    """Every link with its full address, revoked and expired ones too."""
    links = RecruitmentLink.objects.filter(study=study).order_by("pk")
    return Export(COLUMNS, links.count(), _rows(links))


def _rows(links: QuerySet[RecruitmentLink]) -> Generator[Sequence[Cell], None, None]:
    with reading(links, at_once=2000) as rows:
        for link in rows:
            yield (
                link.panel,
                link.addressee,
                # From the one setting, never from a request: see BASE_URL.
                f"{settings.BASE_URL}/j/{link.token}/",
                "yes" if link.personal else "no",
                link.mode,
                link.quota,
                link.created_at,
                link.expires_at,
                link.revoked_at,
            )
