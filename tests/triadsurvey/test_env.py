"""Environment variables: read as their type, and refused where they are none of it."""

import inspect
import os
import subprocess
import sys
from pathlib import Path

import pytest

from triadsurvey import env
from triadsurvey.env import EnvError

NAME = "TRIADSURVEY_TEST"


def given(monkeypatch: pytest.MonkeyPatch, value: str) -> None:
    monkeypatch.setenv(NAME, value)


def in_a_file(monkeypatch: pytest.MonkeyPatch, folder: Path, content: str) -> None:
    secret = folder / "secret"
    secret.write_text(content)
    monkeypatch.setenv(f"{NAME}_FILE", str(secret))


def test_text_is_the_file_that_is_named_else_the_variable_else_the_default(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """The file goes first: docker-compose.yml gives some variables a default."""
    with pytest.raises(EnvError, match=f"{NAME} is not set"):
        env.text(NAME)
    assert env.text(NAME, "default") == "default"
    given(monkeypatch, "from the variable")
    assert env.text(NAME, "default") == "from the variable"
    in_a_file(monkeypatch, tmp_path, "from the file\n")
    assert env.text(NAME, "default") == "from the file"
    monkeypatch.setenv(f"{NAME}_FILE", "")
    assert env.text(NAME) == "from the variable"


FROM_FILES = {
    env.text: ({}, "a $ecret # with signs\n", "a $ecret # with signs"),
    env.flag: ({"default": False}, "true\n", True),
    env.one_of: ({"allowed": ["plain", "json"]}, "json\n", "json"),
    env.whole: ({"default": 25}, " 587\n", 587),
    env.words: ({}, "a.example,b.example\n", ["a.example", "b.example"]),
    env.site_address: ({"default": ""}, "https://a.example/\n", "https://a.example"),
}


@pytest.mark.parametrize("read", FROM_FILES, ids=lambda read: read.__name__)
def test_every_reader_takes_a_file(monkeypatch, tmp_path, read):
    rest, content, value = FROM_FILES[read]
    in_a_file(monkeypatch, tmp_path, content)
    assert read(NAME, **rest) == value


def test_no_reader_is_left_out():
    ours = [each for _, each in inspect.getmembers(env, inspect.isfunction)]
    readers = {
        each for each in ours
        if each.__name__[0] != "_" and next(iter(inspect.signature(each).parameters)) == "name"
    }  # fmt: skip
    assert readers == set(FROM_FILES)


@pytest.mark.parametrize("content", [None, b"\xff"], ids=["missing", "no text"])
def test_a_file_that_cannot_be_read_is_named(monkeypatch, tmp_path, content):
    path = tmp_path / "secret"
    if content:
        path.write_bytes(content)
    monkeypatch.setenv(f"{NAME}_FILE", str(path))
    with pytest.raises(EnvError, match=f"{NAME}_FILE names {path}, which cannot be read"):
        env.whole(NAME, default=1)


@pytest.mark.parametrize(
    ("word", "value"),
    [
        *((word, True) for word in ("true", "1", " Yes ", "ON")),
        *((word, False) for word in ("False", "0", "no", "off", "")),
    ],
)
def test_a_word_for_false_is_false(
    monkeypatch: pytest.MonkeyPatch, word: str, *, value: bool
) -> None:
    given(monkeypatch, word)
    assert env.flag(NAME, default=not value) is value


@pytest.mark.parametrize("word", ["maybe", "2", "t"])
def test_a_word_for_neither_is_refused(monkeypatch: pytest.MonkeyPatch, word: str) -> None:
    assert env.flag(NAME, default=True)
    given(monkeypatch, word)
    with pytest.raises(EnvError, match=f"{NAME} must be one of"):
        env.flag(NAME, default=True)


def test_a_whole_number_has_a_lowest_value(monkeypatch: pytest.MonkeyPatch) -> None:
    assert env.whole(NAME, default=25) == 25
    given(monkeypatch, "1")
    assert env.whole(NAME, default=25, lowest=1) == 1
    for wrong, why in (("0", "at least 1"), ("1.5", "a whole number"), ("", "a whole number")):
        given(monkeypatch, wrong)
        with pytest.raises(EnvError, match=why):
            env.whole(NAME, default=25, lowest=1)


def test_words_are_separated_by_commas(monkeypatch: pytest.MonkeyPatch) -> None:
    assert env.words(NAME) == []
    assert env.words(NAME, "a,b") == ["a", "b"]
    given(monkeypatch, " a.example , ,b.example,")
    assert env.words(NAME) == ["a.example", "b.example"]


def test_a_database_over_the_network() -> None:
    found = env.database("postgres://ann:p%40ss@db.example:6432/my%20study?sslmode=require")
    assert found == {
        "ENGINE": "triadsurvey.postgresql",
        "NAME": "my study",
        "USER": "ann",
        "PASSWORD": "p@ss",
        "HOST": "db.example",
        "PORT": "6432",
        "OPTIONS": {"sslmode": "require"},
    }


def test_a_database_on_a_socket() -> None:
    found = env.database("postgresql://ann@/study?host=/run/postgres&port=5433")
    assert (found["HOST"], found["PORT"], found["OPTIONS"]) == ("/run/postgres", "5433", {})


@pytest.mark.parametrize("url", ["mysql://ann@/study", "study", ""])
def test_another_database_is_refused(url: str) -> None:
    with pytest.raises(EnvError, match="postgres://"):
        env.database(url)


def test_a_broker_on_a_socket_is_spelled_as_kombu_spells_it() -> None:
    assert env.broker("redis://cache:6379/1") == "redis://cache:6379/1"
    assert (
        env.broker("unix:///run/valkey.sock?db=2")
        == "redis+socket:///run/valkey.sock?virtual_host=2"
    )


@pytest.mark.parametrize(
    ("given_address", "address"),
    [
        ("https://triads.example.org", "https://triads.example.org"),
        ("https://triads.example.org/", "https://triads.example.org"),
        (" http://127.0.0.1:8000 ", "http://127.0.0.1:8000"),
        ("http://[::1]:8000", "http://[::1]:8000"),
    ],
)
def test_the_address_of_the_site_is_a_host(
    monkeypatch: pytest.MonkeyPatch, given_address: str, address: str
) -> None:
    given(monkeypatch, given_address)
    assert env.site_address(NAME, "") == address


@pytest.mark.parametrize(
    ("given_address", "words"),
    [
        ("https://www.example.org/triads", r"host of its own.*\(/triads\)"),
        ("https://www.example.org/triads/", r"host of its own"),
        ("https://www.example.org/?a=1", r"host of its own"),
        ("https://www.example.org/#a", r"host of its own"),
        ("triads.example.org", "must begin with https://"),
        ("ftp://triads.example.org", "must begin with https://"),
        ("https://", "must begin with https://"),
        ("https://user@triads.example.org", "must begin with https://"),
    ],
)
def test_a_site_below_a_path_is_refused_in_words(
    monkeypatch: pytest.MonkeyPatch, given_address: str, words: str
) -> None:
    given(monkeypatch, given_address)
    with pytest.raises(EnvError, match=words):
        env.site_address(NAME, "")


def test_a_path_of_the_server_is_refused_too(monkeypatch: pytest.MonkeyPatch) -> None:
    given(monkeypatch, "https://www.example.org")
    monkeypatch.setenv("SCRIPT_NAME", "/triads")
    with pytest.raises(EnvError, match=r"host of its own.*\(/triads\)"):
        env.site_address(NAME, "")


def test_the_program_does_not_start_below_a_path() -> None:
    environment = {**os.environ, "BASE_URL": "https://www.example.org/triads/"}
    started = subprocess.run(
        [sys.executable, "-c", "import triadsurvey.settings"],
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert started.returncode != 0
    assert "BASE_URL must name a host of its own" in started.stderr.splitlines()[-1]
