"""The units of deploy/systemd: what runs is what runs elsewhere, and systemd takes them."""

import shlex
import shutil
import subprocess
import sys
from configparser import RawConfigParser
from pathlib import Path

import pytest

from triadsurvey.localstack.environment import QUEUES, beat_command, web_command, worker_command
from triadsurvey.settings import CELERY_BEAT_SCHEDULE, WATCHDOG_LOOK_SECONDS

CHECKOUT = Path(__file__).resolve().parents[2]
UNITS = sorted((CHECKOUT / "deploy" / "systemd").iterdir())
SERVICES = [unit for unit in UNITS if unit.suffix == ".service"]
ANALYZE = shutil.which("systemd-analyze")


class Many(dict):  # type: ignore[type-arg]
    """A section in which names may come again: their values are kept in lines."""

    def __setitem__(self, name, value):
        if name in self and isinstance(value, list):
            value = self[name] + value
        super().__setitem__(name, value)


def unit(name: str) -> RawConfigParser:
    parser = RawConfigParser(strict=False, dict_type=Many, interpolation=None)
    parser.optionxform = str  # type: ignore[assignment, method-assign]
    parser.read(CHECKOUT / "deploy" / "systemd" / name)
    return parser


def command(name: str) -> list[str]:
    return shlex.split(unit(name)["Service"]["ExecStart"])[1:]


def test_units_start_what_make_run_starts() -> None:
    for queue in QUEUES:
        words = [word.replace("%i", queue).replace("%%", "%") for word in command(
            "triadsurvey-worker@.service"
        )]  # fmt: skip
        assert words == worker_command(queue)[1:]
    assert command("triadsurvey-beat.service") == beat_command(Path("/run/triadsurvey"))[1:]
    # Its socket comes from systemd.
    web = web_command("fd://3")[1:]
    assert command("triadsurvey-web.service") == web[: web.index("--bind")]


@pytest.mark.parametrize("name", ["triadsurvey-worker@.service", "triadsurvey-beat.service"])
def test_systemd_ends_what_is_frozen(name: str) -> None:
    service = unit(name)["Service"]
    assert (service["Type"], service["NotifyAccess"]) == ("notify", "main")
    # A worker's heart beats every few seconds, that of beat with the most frequent task.
    most_frequent = min(entry["schedule"] for entry in CELERY_BEAT_SCHEDULE.values())
    longest = max(WATCHDOG_LOOK_SECONDS, most_frequent)
    assert int(service["WatchdogSec"]) >= 3 * longest
    assert service["WatchdogSignal"] == "SIGKILL"  # no core: it would hold people's answers
    assert service["Restart"] == "always"


def test_the_target_wants_each_of_them() -> None:
    wanted = unit("triadsurvey.target")["Unit"]["Wants"].split()
    assert {f"triadsurvey-worker@{queue}.service" for queue in QUEUES} <= set(wanted)
    names = {name.replace("@results", "@").replace("@deliveries", "@").replace("@jobs", "@")
             for name in wanted}  # fmt: skip
    assert names <= {one.name for one in UNITS}


@pytest.mark.parametrize("service", SERVICES, ids=lambda path: path.name)
def test_no_unit_runs_as_root_or_holds_a_setting(service: Path) -> None:
    section = unit(service.name)["Service"]
    assert section["User"] == "triadsurvey"
    assert section["EnvironmentFile"] == "/etc/triadsurvey.env"
    assert section["WorkingDirectory"] == "/srv/triadsurvey"
    assert "Environment" not in section


def test_systemd_takes_them(tmp_path: Path) -> None:
    if ANALYZE is None:
        return  # the tests above read them everywhere
    for one in UNITS:
        text = one.read_text().replace("/srv/triadsurvey/.venv/bin/python", sys.executable)
        (tmp_path / one.name).write_text(text)
    (tmp_path / "triadsurvey-worker@.service").rename(
        tmp_path / "triadsurvey-worker@results.service"
    )
    names = [path for path in tmp_path.iterdir() if path.suffix != ".target"]
    done = subprocess.run(
        [ANALYZE, "verify", "--man=no", "--recursive-errors=no", *names],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    said = [line for line in done.stderr.splitlines() if str(tmp_path) in line or "triads" in line]
    assert said == []
    assert done.returncode == 0, done.stderr
