"""One person who comes to an account by two tabs, or by two ways, in the same moment."""

from functools import partial

import pytest

from studies.models import Collaborator, ColleagueInvitation, User
from studies.services.accounts import colleagues, provider
from studies.services.accounts.provider import Person
from tests.factories import make_study
from tests.studies.races.paused import one_inside
from tests.studies.races.simultaneous import at_once, errors_of

pytestmark = pytest.mark.django_db(transaction=True)
DORA = "dora@university.example"


def test_an_invitation_is_used_once_whatever_comes_at_the_same_moment():
    study = make_study()
    given = {"study": study, "user": study.owner, "email": DORA, "role": "analyst"}
    _invitation, secret = colleagues.invite(**given)
    person = Person(subject="u-1", email=DORA, is_verified=True)
    accept = [lambda: colleagues.accept(secret=secret, password="triads-in-June")] * 3
    outcomes = at_once([*accept, *[lambda: provider.account_of(person)] * 3])
    errors = [outcome.error for outcome in outcomes if outcome.error]
    assert [type(error) for error in errors] == [colleagues.InvitationGoneError] * 2
    user = User.objects.get(email=DORA)
    assert {outcome.result for outcome in outcomes if not outcome.error} == {user}
    assert Collaborator.objects.get(study=study).user == user
    assert list(study.events.values_list("what", flat=True)) == ["colleague invited", "shared"]


def test_the_number_of_open_invitations_is_exact(monkeypatch):
    monkeypatch.setattr(colleagues, "MOST_OPEN", 2)
    studies = [make_study() for _ in range(4)]
    user = studies[0].owner
    calls = [
        lambda study=study: colleagues.invite(study=study, user=user, email=DORA, role="editor")
        for study in studies
    ]
    outcomes = at_once(calls)
    assert sum(outcome.error is None for outcome in outcomes) == 2
    assert ColleagueInvitation.objects.open().count() == 2


def test_of_two_tabs_that_invite_the_same_colleague_the_second_takes_the_place_of_the_first():
    study = make_study(items=1)
    invite = partial(colleagues.invite, study=study, user=study.owner, email=DORA, role="analyst")
    first, second = one_inside((colleagues, "_withdraw"), invite, invite)
    assert errors_of([first, second]) == []
    assert list(ColleagueInvitation.objects.unused()) == [second.result[0]]
    assert ColleagueInvitation.objects.count() == 2
