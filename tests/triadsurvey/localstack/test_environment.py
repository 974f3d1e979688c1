"""What the local programs get: the names of `.env.example`, and NAME_FILE for each of them."""

from pathlib import Path

import pytest

from triadsurvey.localstack.backup import database_url
from triadsurvey.localstack.environment import product_environment
from triadsurvey.localstack.places import Places


def test_a_server_named_in_a_file_is_the_one_that_is_backed_up(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    secret = tmp_path / "url"
    secret.write_text("postgres://ann@db.example/study\n")
    monkeypatch.delenv("DATABASE_URL", raising=False)
    monkeypatch.setenv("DATABASE_URL_FILE", str(secret))
    with database_url(Places(tmp_path)) as url:
        assert url == "postgres://ann@db.example/study"


def test_what_is_said_here_goes_before_a_file_and_a_key_in_a_file_is_kept(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.delenv("SECRET_KEY", raising=False)
    for name in ("DATABASE_URL", "REDIS_URL", "BASE_URL", "SECRET_KEY", "EMAIL_HOST_PASSWORD"):
        monkeypatch.setenv(f"{name}_FILE", f"/secrets/{name}")
    found = product_environment(
        Places(tmp_path), database_url="postgres://here", redis_url="redis://here",
        base_url="http://here",
    )  # fmt: skip
    assert found["DATABASE_URL"] == "postgres://here"
    assert {name for name in found if name.endswith("_FILE")} >= {
        "SECRET_KEY_FILE",
        "EMAIL_HOST_PASSWORD_FILE",
    }
    assert not {"DATABASE_URL_FILE", "REDIS_URL_FILE", "BASE_URL_FILE"} & found.keys()
    assert found["SECRET_KEY_FILE"] == "/secrets/SECRET_KEY"
