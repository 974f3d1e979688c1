"""docker-compose.yml as data: what a service runs, its environment, and its health check."""

import json
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import yaml

from tests.deployment.image import CHECKOUT, DOCKERFILE

OURS = "triadsurvey"


class Compose:
    """The services of the file under one `.env`.

    `places` says what stands here for an address or folder that a container has of its own.
    """

    def __init__(self, env_file: Path, places: Mapping[str, str]) -> None:
        self._given = read_env(env_file)
        self._places = places
        text = (CHECKOUT / "docker-compose.yml").read_text()
        self.services: dict[str, Any] = yaml.safe_load(text)["services"]

    def environment(self, name: str) -> dict[str, str]:
        """Return what the service gets: of `.env` what it reads, and what the file says of it."""
        service = self.services[name]
        whole = dict(self._given) if service.get("env_file") == ".env" else {}
        for key, value in service.get("environment", {}).items():
            whole[key] = self.here(name, interpolated(str(value), self._given))
        return whole

    def command(self, name: str) -> list[str]:
        """Return what the service runs: its own command, or that of the image."""
        words = self.services[name].get("command")
        if words is None:
            (told,) = re.findall(r"^CMD (\[.*?\])$", DOCKERFILE.read_text(), re.M | re.S)
            words = json.loads(told.replace("\\\n", ""))
        return [self.here(name, word) for word in words]

    def health_check(self, name: str) -> list[str]:
        kind, *words = self.services[name]["healthcheck"]["test"]
        assert kind == "CMD"
        return [self.here(name, word) for word in words]

    def built(self) -> list[str]:
        """Return the services that run the image and stay."""
        return [
            name for name, service in self.services.items()
            if service["image"] == OURS and name != "migrate"
        ]  # fmt: skip

    def here(self, name: str, value: str) -> str:
        for there, here in self._places.items():
            value = value.replace(there, here.replace("SERVICE", name))
        return value


def read_env(file: Path) -> dict[str, str]:
    """Read an `.env` as docker compose does: in single quotes a value is taken as it stands."""
    lines = re.findall(r"^([A-Z_]+)=('[^']*'|[^#\n]*)", file.read_text(), re.M)
    return {name: value.strip().strip("'") for name, value in lines}


def interpolated(text: str, given: Mapping[str, str]) -> str:
    """Replace `${NAME:-default}` and `${NAME:?message}`, which may hold others."""
    done, rest = "", text
    while "${" in rest:
        before, _, rest = rest.partition("${")
        inner, rest = _to_the_brace(rest)
        parts = re.fullmatch(r"(\w+)(?::([-?])(.*))?", inner, re.DOTALL)
        assert parts, inner
        name, kind, other = parts.groups()
        value = given.get(name) or (interpolated(other, given) if kind == "-" else None)
        if value is None:
            raise ValueError(other)
        done += before + value
    return done + rest


def _to_the_brace(text: str) -> tuple[str, str]:
    """Return what stands before the brace that closes, and what stands behind it."""
    depth = 1
    for place, letter in enumerate(text):
        depth += {"{": 1, "}": -1}.get(letter, 0)
        if depth == 0:
            return text[:place], text[place + 1 :]
    raise ValueError(text)
