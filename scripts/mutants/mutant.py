"""One small change of one file, such as a developer makes by mistake."""

import hashlib
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Mutant:
    """The bytes from `start` to `end` of a file, replaced."""

    path: str
    start: int
    end: int
    replacement: str
    line: int
    was: str
    becomes: str
    name: str = ""  # of the function or constant in which it is

    @property
    def draw(self) -> str:
        """A draw that stays the same while its line does, however the rest of the code changes."""
        told = f"{self.path} {self.was} {self.becomes}"
        return hashlib.sha256(told.encode()).hexdigest()

    @property
    def room(self) -> str:
        return room(self.path)

    def apply(self, source: bytes) -> bytes:
        return source[: self.start] + self.replacement.encode() + source[self.end :]

    def __str__(self) -> str:
        return f"{self.path}:{self.line}  {self.was}  →  {self.becomes}"


# Here every mutant of the sample must be killed.
STRICT = (
    "studies/services/judging",
    "analysis/recomputation",
    "studies/rules",
    "studies/models",
    "studies/outgoing.py",
)


def room(path: str) -> str:
    """Return the folder by which mutants are counted; single modules go with their package."""
    strict = [room for room in STRICT if Path(path).is_relative_to(room)]
    folders = Path(path).parts[:-1]
    return strict[0] if strict else "/".join(folders[: 3 if "services" in folders else 2])


def replaced(path: str, source: bytes, start: int, end: int, replacement: str) -> Mutant:
    """Return the mutant, with the lines that it touches as they were and as they become."""
    first = source.rfind(b"\n", 0, start) + 1
    last = source.find(b"\n", end)
    last = len(source) if last == -1 else last
    becomes = source[first:start] + replacement.encode() + source[end:last]
    line = source.count(b"\n", 0, start) + 1
    return Mutant(path, start, end, replacement, line, _told(source[first:last]), _told(becomes))


def _told(lines: bytes) -> str:
    return " ".join(lines.decode().split())
