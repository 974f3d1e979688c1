"""How long do a large study's pages take, and how many queries do they need?

    python -m benchmarks.bench_results [--texts 100000] [--answers 999999]

Starts a PostgreSQL of its own, fills one study by SQL, and prints for each page the best time of
three whole requests in milliseconds and the number of queries.
"""

import argparse
from typing import Any

from benchmarks.bench_recompute import WITHOUT_RULES, fill, timed  # it sets Django up

# isort: split

from django.core.management import call_command
from django.db import connection
from django.test import Client

from analysis.recomputation.store import recompute
from studies.models import Study, User
from tests.servers import run_servers

SAID = """
    UPDATE studies_answer SET reason = 'It rhymes.', sureness = (
        ARRAY['guess', 'not_sure', 'fairly_sure', 'certain'])[1 + id % 4] WHERE id % 3 = 0
"""
LISTS = ("sample", "triad", "trial", "answer", "judge")


def pages_of(study: Study) -> dict[str, str]:
    """Return the addresses that are measured, by name."""
    of = f"/studies/{study.code}/results/"
    admin = "/admin/studies/"
    middle = study.judges.count() // 2 + study.judges.order_by("pk")[0].pk
    found = {
        "results": of,
        "results, the renewed part": f"{of}poll/",
        "judges": f"{of}judges/",
        "judges, from the middle": f"{of}judges/?after={middle}",
        "judges, excluded (none)": f"{of}judges/?only=excluded",
        "judges, same browser (none)": f"{of}judges/?only=same_browser",
        "texts, as listed": f"{of}texts/?sort=listed",
        "texts, as listed, page 1000": f"{of}texts/?sort=listed&page=1000",
        "texts, what stands out": f"{of}texts/?sort=out",
        "items, as listed": f"{of}items/?sort=listed",
        "items, what stands out": f"{of}items/?sort=out",
        "reasons": f"{of}reasons/",
        "reasons of right answers": f"{of}reasons/?of=right",
        "picture of the path": f"{of}path.svg",
        "compare": f"/compare/?studies={study.code}",
        "study": f"/studies/{study.code}/",
        "list of studies": "/studies/",
    }
    for name in LISTS:
        found[f"list: {name}"] = f"{admin}{name}/"
        found[f"list: {name}, of the study"] = f"{admin}{name}/?of={study.pk}"
        found[f"list: {name}, of the study, page 1000"] = f"{admin}{name}/?of={study.pk}&p=400"
    return found


def report(study: Study) -> None:
    client = Client()
    client.force_login(User.objects.create_superuser("bench@example.org", "x"))
    poll = f"/studies/{study.code}/results/poll/"
    etag = client.get(poll)["ETag"]
    milliseconds = timed(lambda: client.get(poll, headers={"if-none-match": etag}), 20)
    print(f"{'poll without news':<44} {milliseconds:9.1f} ms")
    for name, address in pages_of(study).items():
        queries: list[str] = []

        def noted(execute: Any, sql: str, *more: Any, asked: list[str] = queries) -> Any:
            asked.append(sql)
            return execute(sql, *more)

        with connection.execute_wrapper(noted):
            status = client.get(address).status_code
        milliseconds = timed(lambda address=address: client.get(address))
        print(f"{name:<44} {milliseconds:9.1f} ms {len(queries):4} queries  {status}", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--texts", type=int, default=100_000)
    parser.add_argument("--answers", type=int, default=999_999)
    asked = parser.parse_args()
    run_servers.start()
    run_servers.wait()
    try:
        call_command("migrate", verbosity=0)
        with connection.cursor() as cursor:
            cursor.execute(WITHOUT_RULES)
        study = fill(asked.answers, asked.texts)
        with connection.cursor() as cursor:
            cursor.execute(SAID)
            cursor.execute("VACUUM ANALYZE")
        print(f"recompute {timed(lambda: recompute(study_id=study.pk)):.1f} ms")
        report(study)
    finally:
        connection.close()
        run_servers.stop()


if __name__ == "__main__":
    main()
