"""How fast is a plan made: 1,000,000 triads from 100,000 texts, and smaller ones?

.venv/bin/python -m benchmarks.bench_design [TRIADS]
"""

import resource
import sys
import time
from collections import Counter

from studies.design import SUBJECTS, Pairing, Text, blocks_for, plan_blocks


def texts(per_subject: int, items: int) -> list[Text]:
    """Texts that are all different, spread over the items in turn."""
    return [
        Text(key=row, subject=subject, item=f"item {row % items}", content_hash=f"{row}", row=row)
        for place, subject in enumerate(SUBJECTS)
        for row in range(place * per_subject, (place + 1) * per_subject)
    ]


def measure(per_subject: int, items: int, pairing: Pairing, triads: int) -> None:
    """Print processor time, how often texts are used, and the peak of memory so far."""
    pool = texts(per_subject, items)
    uses: Counter[int] = Counter()
    start = time.process_time()
    plan = plan_blocks(pool, seed=bytes(16), pairing=pairing, blocks=blocks_for(triads))
    for triad in plan:
        uses.update(triad.keys)
    seconds = time.process_time() - start
    counts = [uses[text.key] for text in pool]
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(
        f"{pairing:9} {2 * per_subject:7} texts {items:6} items {triads:8} triads: "
        f"{seconds:6.1f} s, uses {min(counts)} to {max(counts)}, {memory:.0f} MB"
    )


def main() -> None:
    """Measure all sizes with both pairings."""
    largest = int(sys.argv[1]) if len(sys.argv) > 1 else 1_000_000
    for pairing in Pairing:
        measure(50, 25, pairing, 600)
        measure(5_000, 2_500, pairing, 10_000)
        measure(50_000, 12_500, pairing, largest)


if __name__ == "__main__":
    main()
