"""A process with Django that runs one script after another: to start one takes seconds."""

import contextlib
import gc
import io
import json
import subprocess
import sys
import traceback
from collections.abc import Mapping

from triadsurvey.localstack.places import this_checkout


class DjangoShell:
    """Like `manage.py shell -c` with this environment; started with the first script."""

    def __init__(self, environment: Mapping[str, str]) -> None:
        self._environment = environment
        self._process: subprocess.Popen[str] | None = None

    def run(self, script: str) -> str:
        """Return what it prints; AssertionError with the traceback where it fails."""
        process = self._process or self._start()
        assert process.stdin
        assert process.stdout
        process.stdin.write(json.dumps(script) + "\n")
        process.stdin.flush()
        answer = process.stdout.readline()
        assert answer, "the shell has ended"
        done, output = json.loads(answer)
        assert done, output
        return str(output)

    def _start(self) -> subprocess.Popen[str]:
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.django_shell"],
            cwd=this_checkout().checkout,
            env=dict(self._environment),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,  # the logs of the product
            text=True,
            start_new_session=True,
        )
        return self._process

    def stop(self) -> None:
        if self._process is not None:
            self._process.kill()
            self._process.communicate()


def serve() -> None:
    gc.disable()  # as in manage.py

    import django
    from django.db import connections

    django.setup()
    for line in sys.stdin:
        output, done = io.StringIO(), True
        with contextlib.redirect_stdout(output):
            try:
                exec(json.loads(line), {})  # noqa: S102 - the scripts of our tests
            except Exception:  # noqa: BLE001 - the test that sent it is told
                done = False
                traceback.print_exc(file=output)
        connections.close_all()  # its database may be stopped or replaced before the next
        print(json.dumps([done, output.getvalue()]), flush=True)  # noqa: T201 - the answer


if __name__ == "__main__":
    serve()
