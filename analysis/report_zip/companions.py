"""companions.json: what of the texts could give them away, with the versions of the methods."""

import json
from dataclasses import asdict
from typing import Any

from analysis.companions.stored import Companions, latest
from analysis.hard_triads import job as hard_triads
from analysis.hard_triads.job import HardTriads
from analysis.machine_judge import job as machine_judge
from analysis.machine_judge.job import MachineJudgeResult
from studies.kinds.pair import Pair
from studies.models import Study

NOTE = (
    "Counted on the study's own triads and texts, beside the test: it decides nothing. "
    "share_right: of a judge who goes by this rule alone, ties in part; pd = 1.5 * share_right - "
    "0.5. by_triad: a digit for each triad by its number, 0 for wrong and m for 1/m. sample: the "
    "number of a text in texts.csv. stale: of other texts, plan or answers than now."
)


def companions_file(study: Study) -> dict[str, str]:
    """Return the file by its name; none where no companion was asked about the texts."""
    found, hard = latest(study), hard_triads.latest(study)
    judged = machine_judge.latest(Pair(study))
    told = {
        **(_told(study, found) if found else {}),
        **({"machine_judge": of_program(Pair(study), judged)} if judged else {}),
        **({"hard_triads": _of_triads(study, hard)} if hard else {}),
    }
    return written(told) if told else {}


def written(told: dict[str, Any]) -> dict[str, str]:
    """Return the file by its name."""
    return {"companions.json": json.dumps(told, ensure_ascii=False, indent=2) + "\n"}


def of_program(pair: Pair, judged: MachineJudgeResult) -> dict[str, Any]:
    """Return what the machine judge found; a score above 0 is a text taken for A's."""
    found = asdict(judged.found)
    scores = found.pop("scores")
    return {
        "method": judged.version,
        "stale": judged.is_stale(pair),
        **found,
        "scores": [
            {"sample": key, "score": score}
            for key, score in zip(judged.samples, scores, strict=True)
        ],
        "imitation": judged.imitation and asdict(judged.imitation),
    }


def _of_triads(study: Study, hard: HardTriads) -> dict[str, Any]:
    """Return which triads were hard; of each the odd text first."""
    return {
        "method": hard.version,
        "stale": hard.is_stale(study, counted=hard_triads.counted_in(study)),
        "of_triads": hard.of,
        **asdict(hard.found),
        "parts": [asdict(part) for part in hard.parts],
        "from_easiest_to_hardest": [asdict(triad) for triad in hard.in_order],
    }


def _told(study: Study, found: Companions) -> dict[str, Any]:
    return {
        "note": NOTE,
        "methods": found.methods,
        "stale": found.is_stale(study),
        "subjects": {"A": study.subject_a, "B": study.subject_b},
        "texts": found.texts,
        "triads": found.triads,
        "planned": found.planned,
        "one_rule_judges": [
            {
                "rule": rule.rule,
                "looks_at": rule.looks_at,
                "share_right": rule.right,
                "pd": rule.pd,
                "by_triad": rule.by_triad,
            }
            for rule in found.rules
        ],
        "content_match": {
            "contexts": found.contexts and asdict(found.contexts),
            "other_subject": found.others and asdict(found.others),
            "fit_another_item": [
                {"sample": one.key, "rank": one.rank, "resembles": one.resembles}
                for one in found.misfits
            ],
        },
        "frames": found.frames and asdict(found.frames),
    }
