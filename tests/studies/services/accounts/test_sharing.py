"""Sharing a study, without the pages around it."""

import pytest

from studies.models import Event
from studies.services.accounts import sharing
from tests.factories import make_study, make_user

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("blocked", [{"is_active": False}, {"is_staff": False}])
def test_a_study_is_not_shared_with_who_cannot_sign_in(blocked: dict[str, bool]) -> None:
    study, person = make_study(), make_user(**blocked)
    with pytest.raises(sharing.CannotShareError):
        sharing.share(study=study, user=study.owner, email=person.email, role="editor")


def test_a_role_that_there_is_not_is_refused() -> None:
    study, person = make_study(), make_user()
    with pytest.raises(ValueError, match="role must be one of"):
        sharing.share(study=study, user=study.owner, email=person.email, role="owner")


def test_sharing_and_its_end_are_recorded() -> None:
    study, person = make_study(), make_user()
    part = sharing.share(study=study, user=study.owner, email=person.email, role="editor")
    for _ in range(2):
        sharing.unshare(study=study, user=study.owner, collaborator_id=part.pk)
    assert list(Event.objects.values_list("what", flat=True)) == ["shared", "no longer shared"]


def test_a_link_to_results_is_withdrawn_once() -> None:
    study = make_study()
    link = sharing.make_share_link(study=study, user=study.owner, note="reviewers")
    assert sharing.address_of(link) == f"http://testserver/r/{link.token}/"
    for _ in range(2):
        sharing.withdraw_share_link(link=link, user=study.owner)
    link.refresh_from_db()
    assert link.revoked_at is not None
    assert list(Event.objects.values_list("what", flat=True)) == [
        "results shared by a link",
        "link to results withdrawn",
    ]
