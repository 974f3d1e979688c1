"""How much memory does an upload of texts take, in the web process and in the worker?

    python -m benchmarks.bench_uploads [--megabytes 33]

Starts a PostgreSQL of its own. For each file (ASCII, one with an emoji in each text, so that its
Python string takes four bytes a character), each step runs in a process of its own: the request of
the
upload as the web process answers it, the check and the storing as the worker does. Prints seconds
of processor time and the peak of memory above what the process took before.
"""

import argparse
import os
import resource
import sys
import time
import traceback
from collections.abc import Callable
from pathlib import Path
from random import Random
from tempfile import mkstemp
from uuid import UUID

from benchmarks.django_setup import run_servers  # before what needs Django's settings

# isort: split

from django.conf import settings
from django.core.handlers.wsgi import WSGIHandler
from django.core.management import call_command
from django.db import connection
from django.test import Client, RequestFactory

from studies.models import Study, Upload, User
from studies.models.visibility import OfStudyQuerySet
from studies.services.texts.upload import save_upload
from studies.services.texts.upload_check import check_upload
from tests.factories import make_study

EDGE = "the-edge-of-a-part"
LETTERS = "eeeettaaooiinnsshhrrdlcumwfgypbvk"
TOKEN = "0" * 32
FILES = {"ASCII": "", "with emoji": "\N{GRINNING FACE}"}


def table(megabytes: int, extra: str) -> bytes:
    """Return a CSV file of so many megabytes, two subjects, that packs as texts do."""
    random = Random(1)
    words = ["".join(random.choices(LETTERS, k=random.randint(2, 10))) for _ in range(5000)]
    sentences = [" ".join(random.choices(words, k=14)) + ". " for _ in range(3000)]
    rows = megabytes * 1_000_000 // 810
    lines = (
        f'{"AB"[n % 2]},item {n // 2},"{n} {"".join(random.choices(sentences, k=8))}{extra}"'
        for n in range(rows)
    )
    return "\n".join(("subject,item,text", *lines)).encode()


def peak() -> float:
    """Return the largest size of this process so far, in megabytes."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def now() -> float:
    """Return the present size of this process, in megabytes."""
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * resource.getpagesize() / 1e6


def in_a_process(name: str, step: Callable[[], None]) -> None:
    """Run a step in a child of this process and print what it took."""
    connection.close()
    if child := os.fork():
        os.waitpid(child, 0)
        return
    Path("/proc/self/clear_refs").write_text("5")  # the peak begins anew
    try:
        before, started = now(), time.process_time()
        step()
        seconds = time.process_time() - started
        print(f"{name:<30} {seconds:6.2f} s   peak {peak() - before:6.0f} MB", flush=True)
    finally:
        if sys.exc_info()[0]:
            traceback.print_exc()
        os._exit(0)


def report(kind: str, body: Path, user: User) -> None:
    study = make_study(items=0)
    client = Client()
    client.force_login(user)
    session = client.cookies[settings.SESSION_COOKIE_NAME]
    cookie = f"{session.key}={session.value}; {settings.CSRF_COOKIE_NAME}={TOKEN}"
    steps = {
        "request": lambda: send(body, cookie, study.code),
        "check": lambda: check_upload(upload=waiting().get(study=study)),
        "storing": lambda: save_upload(upload=waiting().get(study=study), mode="add"),
    }
    for name, step in steps.items():
        in_a_process(f"{kind}: {name}", step)
    print(Study.objects.get(pk=study.pk).samples.count(), "texts stored")


def waiting() -> OfStudyQuerySet:
    """Return the uploads as the worker reads them."""
    return Upload.objects.defer("content")


def send(body: Path, cookie: str, code: UUID) -> None:
    """Answer the request as the web process does, with its body in a file (triadsurvey/asgi)."""
    with body.open("rb") as sent:
        request = RequestFactory().generic("POST", f"/studies/{code}/texts/upload/")
        request.environ |= {
            "CONTENT_TYPE": f"multipart/form-data; boundary={EDGE}",
            "wsgi.input": sent,
            "CONTENT_LENGTH": str(body.stat().st_size),
            "HTTP_COOKIE": cookie,
        }
        statuses: list[str] = []
        handler = WSGIHandler()
        response = handler(request.environ, lambda status, _headers: statuses.append(status))
        list(response)
        assert statuses[0].startswith("302"), statuses


def write_body(path: Path, content: bytes) -> None:
    """Write a form with a file as browsers send it."""
    head = 'Content-Disposition: form-data; name="{}"\r\n\r\n'
    parts = (
        f"--{EDGE}\r\n" + head.format("csrfmiddlewaretoken") + f"{TOKEN}\r\n--{EDGE}\r\n"
        'Content-Disposition: form-data; name="file"; filename="texts.csv"\r\n'
        "Content-Type: text/csv\r\n\r\n"
    )
    path.write_bytes(parts.encode() + content + f"\r\n--{EDGE}--\r\n".encode())


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--megabytes", type=int, default=33)
    megabytes = parser.parse_args().megabytes
    run_servers.start()
    run_servers.wait()
    path = Path(mkstemp()[1])
    try:
        call_command("migrate", verbosity=0)
        user = User.objects.create_superuser("bench@example.org", "x")
        for kind, extra in FILES.items():
            write_body(path, table(megabytes, extra))
            report(kind, path, user)
    finally:
        path.unlink(missing_ok=True)
        connection.close()
        run_servers.stop()


if __name__ == "__main__":
    main()
