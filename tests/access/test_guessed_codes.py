"""A code that is almost right is answered as any other that is wrong, by the same statements.

Codes are looked up, by an index or a hash, and never compared here: so no time tells how much of
one was guessed.
"""

import re
import string
from collections.abc import Callable

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from studies.services.accounts import tokens
from tests.access.scene import Scene, client_for, without_chance
from tests.access.table import TABLE

pytestmark = pytest.mark.django_db

SEALED = False
BY_CODE = [
    *("judge:welcome", "judge:start", "judge:trial", "judge:next", "judge:renew", "judge:alive"),
    *("judge:questions", "judge:why", "judge:leave", "judge:withdraw", "judge:whole"),
    *("judge:image", "analysis:shared", "analysis:shared_poll", "studies:join"),
]
# A value in a statement.
VALUE = re.compile(r"'[^']*'")


def like(code: str, *, same: int) -> str:
    """A code with letters, digits and signs where this one has them, that begins as it does."""
    return code[:same] + "".join(map(_another, code[same:]))


def _another(letter: str) -> str:
    for kind in (string.digits, string.ascii_lowercase, string.ascii_uppercase, "-_"):
        if letter in kind:
            return kind[(kind.index(letter) + 1) % len(kind)]
    return letter


def answered(ask: Callable[[str], object], code: str) -> tuple[object, list[str]]:
    with CaptureQueriesContext(connection) as asked:
        answer = ask(code)
    return answer, [VALUE.sub("…", query["sql"]) for query in asked.captured_queries]


@pytest.mark.parametrize("name", BY_CODE)
def test_a_code_that_is_almost_right_is_as_wrong_as_any(scene: Scene, name: str) -> None:
    entry = TABLE[name]
    [right] = entry.arguments(scene)

    def ask(code: str) -> object:
        response = getattr(client_for(None), entry.method)(reverse(name, args=[code]))
        return response.status_code, without_chance(response.content.decode().replace(code, "…"))

    assert answered(ask, right)[0][0] not in (404, 410)  # the statements are prepared then
    almost = answered(ask, like(right, same=len(right) - 2))
    assert almost == answered(ask, like(right, same=0))
    assert almost[0][0] in (404, 410)


def test_a_token_that_is_almost_right_is_as_wrong_as_any(scene: Scene) -> None:
    _token, right = tokens.make(user=scene.people["owner"], name="guessed")

    def ask(code: str) -> object:
        return client_for(None).get("/api/v1/studies/", HTTP_AUTHORIZATION=f"Bearer {code}").json()

    almost = answered(ask, like(right, same=len(right) - 2))
    assert almost == answered(ask, like(right, same=len(tokens.PREFIX)))
    assert "results" not in almost[0]
    assert "results" in answered(ask, right)[0]
