"""Write what the production image installs from Python's index as a CycloneDX document.

    .venv/bin/python scripts/sbom.py requirements/production.txt > sbom.cdx.json

Everything is read from the lock: names, versions, hashes of the allowed files, and which package
asks for which. The same lock gives the same document. The system below Python is the base image's.
"""

import hashlib
import json
import re
import sys
import tomllib
import uuid
from pathlib import Path
from typing import Any, NamedTuple

CHECKOUT = Path(__file__).resolve().parent.parent
PINNED = re.compile(r"^(?P<name>[\w.-]+)==(?P<version>\S+)")
HASH = re.compile(r"--hash=sha256:([0-9a-f]{64})")
ASKED_BY = re.compile(r"^    #(?: via)?\s+(?P<name>[\w.-]+)", re.MULTILINE)


class Package(NamedTuple):
    """One entry of the lock."""

    name: str
    version: str
    hashes: list[str]
    asked_by: list[str]

    @property
    def purl(self) -> str:
        return f"pkg:pypi/{self.name}@{self.version}"


def packages(lock: str) -> list[Package]:
    """Read a lock of `uv pip compile --generate-hashes`."""
    found = []
    for entry in re.split(r"^(?=[\w.-]+==)", lock, flags=re.MULTILINE):
        if pinned := PINNED.match(entry):
            asked_by = [name for name in ASKED_BY.findall(entry) if name != "via"]
            found.append(Package(pinned["name"], pinned["version"], HASH.findall(entry), asked_by))
    return found


def document(lock: str) -> dict[str, Any]:
    """Return the document. A package that is locked twice (for two Pythons) stands in it twice."""
    ours = tomllib.loads((CHECKOUT / "pyproject.toml").read_text())["project"]
    root = Package(ours["name"], ours["version"], [], [])
    itself = {
        "type": "application",
        "bom-ref": root.purl,
        "name": root.name,
        "version": root.version,
    }
    known = [root, *packages(lock)]
    digest = hashlib.sha256(f"{root.version}\n{lock}".encode()).hexdigest()
    return {
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "serialNumber": f"urn:uuid:{uuid.uuid5(uuid.NAMESPACE_OID, digest)}",
        "version": 1,
        "metadata": {"component": itself},
        "components": [_component(one) for one in known[1:]],
        "dependencies": [
            {
                "ref": one.purl,
                "dependsOn": [other.purl for other in known if one.name in other.asked_by],
            }
            for one in known
        ],
    }


def _component(package: Package) -> dict[str, Any]:
    return {
        "type": "library",
        "bom-ref": package.purl,
        "purl": package.purl,
        "name": package.name,
        "version": package.version,
        # Of each file that may be installed; which it was depends on the machine.
        "properties": [{"name": "triadsurvey:sha256", "value": value} for value in package.hashes],
    }


if __name__ == "__main__":
    json.dump(document(Path(sys.argv[1]).read_text()), sys.stdout, indent=1)
    sys.stdout.write("\n")
