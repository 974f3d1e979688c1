"""The recruitment links of a study, for a letter to each of its judges."""

from studies.exports.columns import Column, rows_of_query, yes_no
from studies.exports.writing import Export
from studies.models import RecruitmentLink, Study
from studies.services.recruiting.links import address_of


def _address(token: str, id_parameter: str, mturk: bool) -> str:  # noqa: FBT001 - a cell's value
    link = RecruitmentLink(token=token, id_parameter=id_parameter, mturk=mturk)
    return address_of(link)


COLUMNS = (
    Column("panel"),
    Column("addressee"),
    Column("address", ("token", "id_parameter", "mturk"), _address),
    Column("personal", render=yes_no),
    Column("mode"),
    Column("quota"),
    Column("created_at_utc", "created_at"),
    Column("expires_at_utc", "expires_at"),
    Column("revoked_at_utc", "revoked_at"),
)


def links_export(study: Study) -> Export:
    """Return every link with its full address, revoked and expired ones too."""
    links = RecruitmentLink.objects.filter(study=study).order_by("pk")
    return Export(COLUMNS, links.count(), rows_of_query(links, COLUMNS))
