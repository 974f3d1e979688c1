"""Say which small mistakes the tests would not notice.

    make mutants                                  of the lines that changed
    make mutants ALL=1                            the sample of 300 over all rooms
    make mutants ROOM=studies/services/judging    of one room, folder or file

A mutant is the product with one line changed. The tests nearest to its file (`make quick`) are run
against it until one fails. One that they all accept has survived: a test is missing, or the change
changes nothing (`equivalent.toml`).
"""

import argparse
import signal
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping

from scripts.mutants import choice
from scripts.mutants.bench import bench
from scripts.mutants.mutant import Mutant

OUTCOMES = ("killed", "timed out", "survived", "unclear")


def main() -> int:
    parser = argparse.ArgumentParser(prog="make mutants")
    parser.add_argument("--all", action="store_true")
    parser.add_argument("--room", default="")
    wanted = parser.parse_args()
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # the way that stops the servers
    sample = wanted.all or wanted.room
    mutants = choice.sample(wanted.room) if sample else choice.of_changes()
    say(f"{len(mutants)} mutants.")
    return run(mutants) if mutants else 0


def run(mutants: Iterable[Mutant]) -> int:
    scores: dict[str, Counter[str]] = defaultdict(Counter)
    try:
        with bench() as one:
            for mutant in mutants:
                began = time.monotonic()
                verdict = one.verdict(mutant)
                outcome = outcome_of(verdict)
                scores[mutant.room][outcome] += 1
                say(f"{outcome:9} {time.monotonic() - began:5.1f} s  {mutant}  [{verdict}]")
    except KeyboardInterrupt:
        say("Broken off; of those before:")
    say(table(scores))
    return int(any(score["survived"] for score in scores.values()))


def outcome_of(verdict: str) -> str:
    if verdict.startswith("unclear"):
        return "unclear"
    return verdict if verdict in OUTCOMES else "killed"


def table(scores: Mapping[str, Mapping[str, int]]) -> str:
    """Return the score by room, as a table of Markdown."""
    total = sum((Counter(score) for score in scores.values()), Counter[str]())
    lines = [f"| room | {' | '.join(OUTCOMES)} |", "| --- | --- | --- | --- | --- |"]
    for room, score in [*sorted(scores.items()), ("all", total)]:
        lines.append(
            f"| {room} | {' | '.join(str(score.get(outcome, 0)) for outcome in OUTCOMES)} |"
        )
    return "\n".join(lines)


def say(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main())
