"""What the locks of requirements/ pin."""

import re

from packaging.markers import Marker
from packaging.utils import canonicalize_name
from packaging.version import Version

from triadsurvey.localstack.places import this_checkout

PIN = re.compile(r"^(?P<name>[\w.-]+)==(?P<version>\S+?)(?: ; (?P<marker>.+?))? \\$", re.MULTILINE)


def lock_text(name: str) -> str:
    return (this_checkout().checkout / "requirements" / f"{name}.txt").read_text()


def pins(name: str, python: str) -> dict[str, Version]:
    """What this lock installs under this Python on Linux."""
    environment = {
        "python_full_version": f"{python}.9",
        "python_version": python,
        "sys_platform": "linux",
        "platform_python_implementation": "CPython",
    }
    return {
        str(canonicalize_name(pin["name"])): Version(pin["version"])
        for pin in PIN.finditer(lock_text(name))
        if pin["marker"] is None or Marker(pin["marker"]).evaluate(environment)
    }
