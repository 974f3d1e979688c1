"""A copy of the checkout in which mutants are tried, with servers that stay up for all of them."""

import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from scripts import quick
from scripts.mutants import nearest
from scripts.mutants.mutant import Mutant
from tests.servers import run_servers
from triadsurvey.localstack.servers import TemporaryServers

# Tests begin for so long; a run that is not over by then hangs.
SECONDS, LIMIT = 20, 60
NICE = 3  # others work on this machine
PYTEST = ("-q", "-x", "-p", "no:cacheprovider", "--no-header", "--tb=line", f"--seconds={SECONDS}")
CHOSEN = ("-m", "not browser and not fault and not slow")
FAILED = re.compile(r"^(?:FAILED|ERROR) (\S+?(?:::.*?)?)(?: - |$)", re.MULTILINE)
DROP_RULES = """
    DO $$ DECLARE one regprocedure; BEGIN
        FOR one IN SELECT oid FROM pg_proc WHERE pronamespace = 'public'::regnamespace LOOP
            EXECUTE 'DROP FUNCTION ' || one || ' CASCADE';
        END LOOP;
    END $$;
"""


class Bench:
    """Tries one mutant after the other."""

    def __init__(self, checkout: Path, servers: TemporaryServers) -> None:
        self.checkout, self.servers = checkout, servers
        self.output = checkout / ".local" / "output"
        os.nice(NICE)
        self.nursery = subprocess.Popen(
            [sys.executable, "-m", "scripts.mutants.nursery"],
            cwd=checkout, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
        )  # fmt: skip
        self.passing: set[str] = set()

    def close(self) -> None:
        self.nursery.communicate()

    def verdict(self, mutant: Mutant) -> str:
        """Return *survived*, *timed out*, or the test that killed it."""
        verdict = "survived"
        for tests in nearest.stages(mutant):
            verdict = self.verdict_of(tests, mutant) if tests else "survived"
            if verdict != "survived":
                break
        return verdict

    def verdict_of(self, tests: list[str], mutant: Mutant) -> str:
        with self.planted(mutant):
            code = self.run(tests)
            failed = FAILED.findall(self.output.read_text(errors="replace"))
        if code is None:
            return "timed out"
        if code in (0, 5):
            return "survived"
        if not self.passes(failed[:1] or tests[:1]):
            return f"unclear: {(failed or tests)[0]} fails without it too"
        return failed[0] if failed else "nothing can be imported"

    def passes(self, tests: list[str]) -> bool:
        """Return whether these pass without a mutant; asked once."""
        if not set(tests) <= self.passing and self.run(tests) == 0:
            self.passing.update(tests)
        return set(tests) <= self.passing

    @contextmanager
    def planted(self, mutant: Mutant) -> Iterator[None]:
        file = self.checkout / mutant.path
        source, time = file.read_bytes(), file.stat().st_mtime_ns
        file.write_bytes(mutant.apply(source))
        # Python takes compiled code for that of a file of the same second and size.
        os.utime(file, ns=(time, time + 10**9 * (1 + mutant.start)))
        try:
            if file.suffix == ".sql":
                self.write_rules()
            yield
        finally:
            file.write_bytes(source)
            os.utime(file, ns=(time, time))
            if file.suffix == ".sql":
                self.write_rules()

    def write_rules(self) -> None:
        """Give the database that is copied for each run the rules that the files have now."""
        folder = self.checkout / "studies" / "rules"
        files = sorted(folder.glob("*.sql"), key=lambda file: file.name != "functions.sql")
        statements = DROP_RULES + "\n".join(file.read_text() for file in files)
        with closing(self.servers.postgres.connect()) as connection, connection.cursor() as cursor:
            try:
                cursor.execute(statements)  # one transaction: all of it or nothing
            except Exception as error:  # noqa: BLE001 - a mutant that is no SQL is for its tests
                sys.stdout.write(f"PostgreSQL refuses it: {str(error).splitlines()[0]}\n")

    def run(self, tests: list[str]) -> int | None:
        arguments = [*PYTEST, *CHOSEN, *tests]
        asked = {"arguments": arguments, "output": str(self.output), "seconds": LIMIT}
        print(json.dumps(asked), file=self.nursery.stdin, flush=True)
        code: int | None = json.loads(next(iter(self.nursery.stdout or ())))
        if code is None:
            self.drop_left_behind()
        return code

    def drop_left_behind(self) -> None:
        with closing(self.servers.postgres.connect()) as connection, connection.cursor() as cursor:
            cursor.execute("SELECT datname FROM pg_database WHERE datname LIKE 'test_%'")
            for (name,) in cursor.fetchall():
                cursor.execute(f'DROP DATABASE "{name}" WITH (FORCE)')


@contextmanager
def bench() -> Iterator[Bench]:
    """Copy the checkout as it stands, changes too, and start the servers."""
    run_servers.prepare()
    servers = run_servers.servers
    if servers is None:
        raise SystemExit("Mutants need servers of their own: unset TEST_DATABASE_URL.")
    with tempfile.TemporaryDirectory(prefix="triadsurvey-mutants-") as folder:
        checkout = Path(folder) / "checkout"
        copy_checkout(checkout)
        run_servers.start()
        run_servers.wait()
        try:
            with closing(Bench(checkout, servers)) as made:
                yield made
        finally:
            run_servers.stop()


def copy_checkout(target: Path) -> None:
    quick.git("clone", "--quiet", "--shared", str(quick.CHECKOUT), str(target))
    changed = quick.git("diff", "--name-only", "--no-renames", "HEAD")
    for path in (*changed, *quick.git("ls-files", "--others", "--exclude-standard")):
        if (quick.CHECKOUT / path).is_file():
            (target / path).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(quick.CHECKOUT / path, target / path)
        else:
            (target / path).unlink(missing_ok=True)
    (target / ".local").mkdir()
