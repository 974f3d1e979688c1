"""How soon is a judge's choice on a results page that is open in a browser?

    python -m benchmarks.bench_live [--answers 1000] [--choices 20]

Starts the whole product (web, workers, beat, PostgreSQL, Valkey), gives a study so many answers,
opens its results page in Chromium and sends choices one by one, at random moments. Prints the
median and the longest time from the choice until its number stands on the page.
"""

import argparse
import json
import statistics
import time
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from playwright.sync_api import Page, sync_playwright

from tests import chromium
from tests.faults import scenes
from tests.faults.workers.test_burst import SEATED, send
from tests.stack import Stack

PASSWORD = "secret-pass-1"  # noqa: S105 - of the owner that `scenes` makes
OWNER = (
    "SELECT u.email FROM studies_user u JOIN studies_study s ON s.owner_id = u.id WHERE s.id = %s"
)


def open_page(page: Page, stack: Stack, scene: scenes.Scene) -> None:
    [(email,)] = stack.sql(OWNER, [scene.pk])
    page.goto(f"{stack.base_url}/studies/{scene.code}/results/")
    page.fill("input[name=username]", email)
    page.fill("input[name=password]", PASSWORD)
    page.click("[type=submit]")
    page.wait_for_selector("#results")


def codes_of(stack: Stack, scene: scenes.Scene, number: int) -> list[str]:
    """Seat so many judges, each before three texts; return the codes of their trials."""
    script = SEATED.format(study=scene.pk, number=number)
    output = stack.manage("shell", "--verbosity", "0", "-c", script).stdout
    line = next(line for line in output.splitlines() if line.startswith("CODES "))
    return list(json.loads(line.removeprefix("CODES ")))


def measure(page: Page, stack: Stack, codes: list[str], answers: int, planned: int) -> list[float]:
    random, seconds = Random(1), []
    send(stack, codes[:answers])
    page.wait_for_selector(f"text={answers} of {planned} answers, ", timeout=60_000)
    for number, code in enumerate(codes[answers:], start=answers + 1):
        time.sleep(1 + random.random())
        began = time.monotonic()
        send(stack, [code])
        page.wait_for_selector(f"text={number} of {planned} answers, ")
        seconds.append(time.monotonic() - began)
    return seconds


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--answers", type=int, default=1000)
    parser.add_argument("--choices", type=int, default=20)
    asked = parser.parse_args()
    planned = asked.answers + asked.choices + 1
    path = chromium.find()
    assert path is not None, "a browser is needed"
    with (
        TemporaryDirectory() as folder,
        Stack(Path(folder)) as stack,
        sync_playwright() as browsers,
    ):
        [scene] = scenes.make(stack, {"evaluations": planned, "items": 30})
        codes = codes_of(stack, scene, planned - 1)
        browser = browsers.chromium.launch(executable_path=str(path), args=["--no-sandbox"])
        page = browser.new_page()
        open_page(page, stack, scene)
        seconds = measure(page, stack, codes, asked.answers, planned)
    print(f"median {statistics.median(seconds):.2f} s, longest {max(seconds):.2f} s")


if __name__ == "__main__":
    main()
