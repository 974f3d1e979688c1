"""Child processes: started apart from the terminal, told from strangers, stopped for certain."""

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
from triadsurvey.localstack.account import Account

POLL_SECONDS = 0.02
# A process that was told to stop and has not after this long is killed.
PATIENCE_SECONDS = 10.0


def birth(pid: int) -> str | None:
    """When the process `pid` was started, in whatever form the system tells it; None: not running.

    Process ids are given out again: only id and birth together say that a process is the one that
    was meant. A zombie (ended, not yet collected by its parent) is not running.
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
    """Births are counted from the start of the machine, so they repeat after the next one."""
    return Path("/proc/sys/kernel/random/boot_id").read_text().strip()


@dataclass(frozen=True)
class Started:
    """What is written down about a process so that a later run can find and stop it."""

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
        """Wait for one that was asked to stop, then kill what is left of its group.

        For a child of ours or of a run that was killed: only these lead a group of their own.
        """
        self.gone_within(patience)
        kill_group(self.pid)
        self.gone_within(patience)


def kill_group(leader: int) -> None:
    """Kill the process group that one of our children leads (see `Child.start`)."""
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
        self._env = dict(env)
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
        # A session of its own: Ctrl-C in the terminal reaches us alone, so that we stop the
        # programs in order; and the whole family can be killed by one group id.
        with self.around_start(self), self.log.open("ab") as log:
            self._popen = subprocess.Popen(
                self.command,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=subprocess.STDOUT,
                cwd=self._cwd,
                env=self._env,
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
        """Tell it, and do not wait: so that several can end at the same time."""
        if self.started is not None and not self._asked:
            self._asked = True  # to some programs a second signal means "drop everything"
            self.started.ask_to_stop(stop_signal)

    def stop(self, patience: float = PATIENCE_SECONDS) -> None:
        self.ask_to_stop()
        if self.started is not None and self.started.running():
            self.started.end(patience)
        self.kill()

    def wait(self) -> int:
        """Until it ends by itself; its exit code."""
        if self._popen is None:
            raise StackError(f"{self.name} has not been started")
        return self._popen.wait()

    def kill(self) -> None:
        """As a crash would: SIGKILL for the program and its children."""
        if self._popen is not None and self._popen.returncode is None:
            # Until it is waited for, an ended process keeps its id: the group can only be ours.
            kill_group(self._popen.pid)
            self._popen.wait()

    def last_words(self, lines: int = 5) -> str:
        """The end of its log, for the message about its death."""
        text = self.log.read_text(errors="replace") if self.log.exists() else ""
        return "\n".join(text.splitlines()[-lines:])
