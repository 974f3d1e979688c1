"""A record of what is running, so that the next run can clear up after one that was killed."""

import json
import os
import shutil
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Self

from triadsurvey.localstack.processes import PATIENCE_SECONDS, Child, Started, birth


@dataclass
class Ledger:
    """The processes and temporary folders of one run, in a file that follows them."""

    path: Path
    owner: Started
    processes: dict[str, Started] = field(default_factory=dict)
    folders: list[Path] = field(default_factory=list)
    facts: dict[str, Any] = field(default_factory=dict)

    @classmethod
    def of_this_process(cls, path: Path) -> Self:
        pid = os.getpid()
        return cls(path, Started("owner", pid, birth(pid) or ""))

    @classmethod
    def read(cls, path: Path) -> Self | None:
        """Read a record; None if there is none: no run, or one that ended properly."""
        try:
            content = json.loads(path.read_text())
        except FileNotFoundError:
            return None
        return cls(
            path=path,
            owner=Started.from_record(content["owner"]),
            processes={
                record["name"]: Started.from_record(record) for record in content["processes"]
            },
            folders=[Path(folder) for folder in content["folders"]],
            facts=content["facts"],
        )

    def write(self) -> None:
        """Write the file whole or not at all: no reader sees half of it."""
        content = {
            "owner": self.owner.record(),
            "processes": [started.record() for started in self.processes.values()],
            "folders": [str(folder) for folder in self.folders],
            "facts": self.facts,
        }
        self.path.parent.mkdir(parents=True, exist_ok=True)
        unfinished = self.path.with_name(f"{self.path.name}.{os.getpid()}")
        unfinished.touch(mode=0o600)
        unfinished.write_text(json.dumps(content))
        unfinished.replace(self.path)

    def add(self, started: Started) -> None:
        self.processes[started.name] = started
        self.write()

    def written_down(
        self, held: Callable[[], AbstractContextManager[None]]
    ) -> Callable[[Child], AbstractContextManager[None]]:
        """Return a `Child.around_start` that lets no signal come between start and record."""

        @contextmanager
        def around(child: Child) -> Iterator[None]:
            with held():
                yield
                if child.started is not None:
                    self.add(child.started)

        return around

    def add_folder(self, folder: Path) -> None:
        self.folders.append(folder)
        self.write()

    def clear(self) -> list[str]:
        """Stop what still runs, remove folders and file; return the names of what was stopped."""
        running = [started for started in self.processes.values() if started.running()]
        for started in reversed(running):
            started.ask_to_stop()
        for started in reversed(running):
            started.end(PATIENCE_SECONDS)
        for folder in self.folders:
            shutil.rmtree(folder, ignore_errors=True)
        self.path.unlink(missing_ok=True)
        return [started.name for started in running]


def reap(path: Path) -> list[str]:
    """Clear up after the run that wrote `path`, if it is dead; return what still ran."""
    ledger = Ledger.read(path)
    if ledger is None or ledger.owner.running():
        return []
    return ledger.clear()
