"""200 judges at once, over HTTP: each rates three RankME sheets, and each answers three triads.

    .venv/bin/python -m benchmarks.bench_sheets [judges]

Printed is how long each step took and the processor time a judge costs, the one study after the
other on the same servers; then whether each sheet was rated once, as a whole. About a minute on two
cores.
"""

import http.client
import json
import re
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from threading import Barrier
from typing import Any
from urllib.parse import urlencode, urlsplit

from benchmarks.bench_judges import processor_seconds
from benchmarks.lean.judges import FORM, KEY, Seconds, in_words
from tests.stack import Stack

JUDGES, EACH = 200, 3
FIELD = re.compile(r'name="(r-[^"]+)"')
MAKE = f"""
import json
from tests.factories import make_link, open_rating_study, open_study, make_user
ratings = open_rating_study(
    items=100, systems=3, owner=make_user("bench@example.org"), evaluations_per_judge={EACH},
    plan={{"reference_text": "A text of middling quality."}},
)
triads = open_study(
    items=100, evaluations=900, owner=ratings.owner, evaluations_per_judge={EACH}
)
made = [[study.pk, make_link(study, classroom=True).token] for study in (ratings, triads)]
print("MADE " + json.dumps(made))
"""


def main() -> None:
    judges = int(sys.argv[1]) if len(sys.argv) > 1 else JUDGES
    with tempfile.TemporaryDirectory() as folder, Stack(Path(folder)) as stack:
        output = stack.shell(MAKE)
        line = next(line for line in output.splitlines() if line.startswith("MADE "))
        (study, sheets), (_study, triads) = json.loads(line.removeprefix("MADE "))
        for name, token in (("sheets", sheets), ("triads", triads)):
            load(stack, token, 8)  # each process has its pages and statements
            measure(stack, name, token, judges)
        rows = stack.sql(
            "SELECT count(DISTINCT x.sheet_id), count(DISTINCT x.id), count(r.id) "
            "FROM studies_trial x JOIN studies_answer a ON a.trial_id = x.id "
            "JOIN studies_rating r ON r.answer_id = a.id "
            "WHERE x.study_id = %s AND x.state = 'answered'",
            [study],
        )
        expected = (judges + 8) * EACH
        assert rows[0] == (expected, expected, 3 * expected), rows
        print(f"{expected} sheets, each rated once: {3 * expected} ratings")


def measure(stack: Stack, name: str, token: str, judges: int) -> None:
    """Print what a judge costs and how long each step takes, with all judges there at once."""
    leaders = {"web": stack.web.pid, "PostgreSQL": stack.servers.postgres.child.pid}
    before, began = processor_seconds(leaders), time.perf_counter()
    seconds = load(stack, token, judges)
    rate = judges / (time.perf_counter() - began)
    used = {name: now - before[name] for name, now in processor_seconds(leaders).items()}
    costs = ", ".join(f"{leader} {1000 * spent / judges:.1f} ms" for leader, spent in used.items())
    print(f"{judges} judges at once, {EACH} {name} each: {costs} ({rate:.0f} judges a second)")
    for step, each in seconds.items():
        print(f"    {step:8} {in_words(each)}")


def load(stack: Stack, token: str, judges: int) -> Seconds:
    """Send the judges from a process of its own; return the seconds of each step."""
    with get_context("spawn").Pool(1) as pool:
        return pool.apply(send_judges, (stack.port, f"/j/{token}/", judges))


def send_judges(port: int, link: str, judges: int) -> Seconds:
    """Send judges, who all have opened the first page before any goes on."""
    seconds: Seconds = {step: [] for step in ("welcome", "begin", "page", "answer", "thanks")}
    together = Barrier(judges)
    with ThreadPoolExecutor(judges) as pool:
        list(pool.map(partial(_judge, port, link, seconds, together), range(judges)))
    return seconds


def _judge(port: int, link: str, seconds: Seconds, together: Barrier, number: int) -> None:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=120)

    def ask(step: str, method: str, path: str, body: str | None = None) -> Any:
        began = time.perf_counter()
        connection.request(method, path, body, FORM if body else {})
        response = connection.getresponse()
        content = response.read()
        seconds[step].append(time.perf_counter() - began)
        assert response.status in (200, 302, 303), (step, response.status, content[:300])
        return urlsplit(response.headers.get("Location", "")).path or content

    [key] = KEY.findall(ask("welcome", "GET", link))
    together.wait()
    page = ask("begin", "POST", f"{link}start/", f"form_key={key.decode()}&consent=yes")
    for _ in range(EACH):
        names = FIELD.findall(ask("page", "GET", page).decode())
        numbers = {name: str(50 + 10 * place + number) for place, name in enumerate(names)}
        page = ask("answer", "POST", page, urlencode(numbers or {"choice": "2"}))
    assert b"hank you" in ask("thanks", "GET", page)
    connection.close()


if __name__ == "__main__":
    main()
