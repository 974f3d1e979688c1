"""How long does a large study's verdict take for the limits over other texts?

    python -m benchmarks.bench_over_texts [--answers 1000 100000 200000] [--texts 2000]

Starts a PostgreSQL of its own, fills a study (one judge an answer), and prints the best of three
times of reading the answers and of the whole.
"""

import argparse

from benchmarks.bench_recompute import WITHOUT_RULES, fill, timed  # it sets Django up

# isort: split

from django.core.management import call_command
from django.db import connection

from analysis.recomputation.over_texts import ANSWERS, MOST_ANSWERS, over_texts
from analysis.sql import fetch_all
from studies.models import Study
from tests.servers import run_servers


def report(study: Study, answers: int) -> None:
    lines = {
        "reading": lambda: fetch_all(ANSWERS, {"study": study.pk}),
        "limits over texts": lambda: over_texts(study, counted=answers),
    }
    for name, call in lines.items():
        print(f"{answers:>9,}  {name:<40} {timed(call):8.1f} ms")
    assert over_texts(study, counted=answers).limits is not None


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--answers", nargs="+", type=int, default=[1000, 100_000, MOST_ANSWERS])
    parser.add_argument("--texts", type=int, default=2000)
    asked = parser.parse_args()
    run_servers.start()
    run_servers.wait()
    try:
        call_command("migrate", verbosity=0)
        with connection.cursor() as cursor:
            cursor.execute(WITHOUT_RULES)
        for answers in asked.answers:
            report(fill(answers, asked.texts), answers)
    finally:
        connection.close()
        run_servers.stop()


if __name__ == "__main__":
    main()
