"""Child processes: started apart from the terminal, known again by their start, stopped surely."""

import contextlib
import os
import signal
import subprocess
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Self

from triadsurvey.localstack import StackError
from triadsurvey.localstack.places import Account

POLL_SECONDS = 0.02
# A process that has not stopped so long after it was told to is killed.
PATIENCE_SECONDS = 10.0


def birth(pid: int) -> str | None:
    """Return when the process `pid` was started, as the system writes it; None if it does not run.

    Process ids are given out again: only id and start together name a process. A zombie (ended, not
    yet collected by its parent) does not run.
    """
    stat = Path(f"/proc/{pid}/stat")
    if Path("/proc/self/stat").exists():
        try:
            # The second field is the program's name in parentheses and may hold anything.
            fields = stat.read_text().rpartition(")")[2].split()
        except (FileNotFoundError, ProcessLookupError):
            return None
        return None if fields[0] in "ZX" else f"{_boot()}:{fields[19]}"
    told = subprocess.run(
        ["/bin/ps", "-o", "stat=,lstart=", "-p", str(pid)],
        capture_output=True,
        text=True,
        check=False,
    ).stdout.split(maxsplit=1)
    return None if len(told) < 2 or told[0].startswith("Z") else told[1].strip()


def _boot() -> str:
    """Return the id of this boot: starts are counted from it, and repeat after the next one."""
    return Path("/proc/sys/kernel/random/boot_id").read_text().strip()


@dataclass(frozen=True)
class Started:
    """What a record keeps of a process, so that a later run can find and stop it."""

    name: str
    pid: int
    born: str
    stop_signal: int = signal.SIGTERM

    @classmethod
    def from_record(cls, record: Mapping[str, Any]) -> Self:
        return cls(**record)

    def record(self) -> dict[str, Any]:
        return asdict(self)

    def running(self) -> bool:
        return birth(self.pid) == self.born

    def ask_to_stop(self, stop_signal: int | None = None) -> None:
        if self.running():
            with contextlib.suppress(ProcessLookupError):
                os.kill(self.pid, self.stop_signal if stop_signal is None else stop_signal)

    def gone_within(self, seconds: float) -> bool:
        deadline = time.monotonic() + seconds
        while self.running():
            if time.monotonic() > deadline:
                return False
            time.sleep(POLL_SECONDS)
        return True

    def end(self, patience: float) -> None:
        """Wait for a process that was asked to stop, then kill what is left of its group.

        Only for our own children and those of a killed run, which lead a group of their own.
        """
        self.gone_within(patience)
        kill_group(self.pid)
        self.gone_within(patience)


def kill_group(leader: int) -> None:
    """Kill the process group of one of our children (see `Child.start`)."""
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(leader, signal.SIGKILL)


class Child:
    """A program of ours in the background, its output in a file."""

    def __init__(
        self,
        name: str,
        command: Sequence[str | Path],
        *,
        log: Path,
        env: Mapping[str, str],
        cwd: Path = Path("/"),
        account: Account | None = None,
        stop_signal: signal.Signals = signal.SIGTERM,
        inherit: Sequence[int] = (),
    ) -> None:
        self.name = name
        self.command = [str(part) for part in command]
        self.log = log
        self.env = dict(env)
        self._cwd = cwd
        self._account = account or Account()
        self._stop_signal = stop_signal
        self._inherit = inherit
        self.around_start: Callable[[Child], contextlib.AbstractContextManager[None]] = (
            lambda _child: contextlib.nullcontext()
        )
        self._asked = False
        self._popen: subprocess.Popen[bytes] | None = None
        self.started: Started | None = None

    def start(self) -> Started:
        # In a session of its own: Ctrl-C in the terminal reaches only us, and we stop the programs
        # in order; and one group id kills a program with its children.
        with self.around_start(self), self.log.open("ab") as log:
            self._popen = subprocess.Popen(
                self.command,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=subprocess.STDOUT,
                cwd=self._cwd,
                env=self.env,
                pass_fds=self._inherit,
                start_new_session=True,
                **self._account.identity(),
            )
            self._asked = False
            pid = self._popen.pid
            self.started = Started(self.name, pid, birth(pid) or "ended", self._stop_signal)
        return self.started

    @property
    def pid(self) -> int:
        if self.started is None:
            raise StackError(f"{self.name} has not been started")
        return self.started.pid

    def running(self) -> bool:
        return self.started is not None and self.started.running()

    def ask_to_stop(self, stop_signal: signal.Signals | None = None) -> None:
        """Tell it without waiting, so that several can end at the same time."""
        if self.started is not None and not self._asked:
            self._asked = True  # a second signal makes some programs drop everything
            self.started.ask_to_stop(stop_signal)

    def stop(self, patience: float = PATIENCE_SECONDS) -> None:
        self.ask_to_stop()
        if self.started is not None and self.started.running():
            self.started.end(patience)
        self.kill()

    def wait(self) -> int:
        """Wait until it ends by itself, and return its exit code."""
        if self._popen is None:
            raise StackError(f"{self.name} has not been started")
        return self._popen.wait()

    def kill(self) -> None:
        """End the program and its children by SIGKILL, as a crash would."""
        if self._popen is not None and self._popen.returncode is None:
            # An ended process keeps its id until it is waited for: the group is ours.
            kill_group(self._popen.pid)
            self._popen.wait()

    def last_words(self, lines: int = 5) -> str:
        """Return the end of its log, for the message about its end."""
        text = self.log.read_text(errors="replace") if self.log.exists() else ""
        return "\n".join(text.splitlines()[-lines:])
