"""The plan of a study as one JSON document: frozen with its hash at opening, and read again."""

import hashlib
import json
from collections.abc import Iterable
from typing import Any

from django.conf import settings
from django.db.models import Func, IntegerField, JSONField, TextField, Value
from django.db.models.functions import Cast

from studies import design
from studies.kinds import kind_of
from studies.models import Study
from studies.models.sample import Kind
from studies.models.study import RECOMMENDED_EVALUATIONS
from studies.services.lifecycle.places.making import making_of
from studies.services.lifecycle.places.triads import design_texts
from studies.services.lifecycle.plan_fields import IN_PLAN
from studies.wording import default_words_now, wording_now

PLAN_FORMAT = 2


def plan_of(study: Study) -> dict[str, Any]:
    """Return the plan: everything that decides the verdict, and hashes of seed and texts."""
    unused = kind_of(study).unused
    return {
        # What a study of this kind has no use for is left out: it would be read as planned.
        **{name: getattr(study, name) for name in IN_PLAN if name not in unused},
        # Left out where there is none: plans of before keep their hash.
        **({"follow_up": study.follow_up} if study.follow_up else {}),
        **({"b_imitates_a": True} if study.b_imitates_a else {}),
        **({"sureness_weights": study.sureness_weights} if study.sureness_weights else {}),
        **conditions_part(study),
        "format": PLAN_FORMAT,
        "study": str(study.code),
        **({} if "goal" in unused else _recommended(study)),
        "exclusion": {
            "least_seconds": study.least_seconds,
            "most_failed_attention": study.most_failed_attention,
        },
        "wording": wording_by_language(study),
        "withdrawal_until": study.withdrawal_until and study.withdrawal_until.isoformat(),
        "accepted_warnings": study.accepted_warnings,
        "seed_sha256": hashlib.sha256(bytes.fromhex(study.seed)).hexdigest(),
        "samples": hashes_of(study, Kind.MAIN),
        "practice_samples": hashes_of(study, Kind.PRACTICE),
        "attention_samples": hashes_of(study, Kind.ATTENTION),
        **kind_of(study).plan_part(study),
    }


def _recommended(study: Study) -> dict[str, int]:
    return {"recommended_evaluations": RECOMMENDED_EVALUATIONS[study.goal]}


def hashes_of(study: Study, kind: str) -> list[str]:
    """Return subject and content hash of each text, in the order in which triads are drawn."""
    texts = design.in_plan_order(design_texts(study, kind), study.subjects)
    return [f"{text.subject} {text.content_hash}" for text in texts]


def conditions_part(study: Study) -> dict[str, object]:
    """Return how many texts each condition has, and one hash of which these are.

    Nothing where no text has a condition.
    """
    samples = study.samples.main()
    numbers = samples.of_conditions()
    if not numbers:
        return {}
    rows = samples.values_list("subject", "content_hash", "condition")
    lines = "\n".join(sorted(" ".join(row) for row in rows))
    return {"conditions": {"texts": numbers, "sha256": hashlib.sha256(lines.encode()).hexdigest()}}


def wording_by_language(study: Study) -> dict[str, dict[str, Any]]:
    """Return all that judges may read, with the hash under which each consent is stored.

    Criteria and scale are in it where their words are ours; others are in the plan of ratings.
    """
    found = {code: wording_now(study, code) for code, _name in settings.LANGUAGES}
    return {
        code: words.as_dict()
        | {"consent_sha256": words.consent_sha256}
        | default_words_now(study, code)
        for code, words in found.items()
    }


def canonical_json(study: Study) -> str:
    """Return the plan as the JSON of which the hash is taken."""
    return _as_json(plan_of(study))


def _as_json(plan: dict[str, Any]) -> str:
    return json.dumps(plan, sort_keys=True, ensure_ascii=False, separators=(",", ":"))


# What `freeze` writes.
FROZEN = ("plan_json", "plan_sha256", "texts_sha256")


def freeze(study: Study) -> None:
    """Write the plan as canonical JSON with its SHA-256 into the study (not saved)."""
    plan = plan_of(study)
    study.plan_json = _as_json(plan)
    study.plan_sha256 = hashlib.sha256(study.plan_json.encode()).hexdigest()
    study.texts_sha256 = hash_of_texts(plan["samples"])


def hash_of_texts(hashes: Iterable[str]) -> str:
    """Return one hash of all texts, given as `hashes_of` returns them.

    It does not depend on the order, nor on which of the subjects is called A.
    """
    subjects: dict[str, list[str]] = {"A": [], "B": []}
    for text in hashes:
        subject, content_hash = text.split(" ")
        subjects.setdefault(subject, []).append(content_hash)
    sides = sorted(" ".join(sorted(side)) for side in subjects.values())
    return hashlib.sha256("\n".join(sides).encode()).hexdigest()


def plan_to_read(study: Study) -> dict[str, Any]:
    """Return the plan, of a draft as it stands now, with the number of its texts as `texts`.

    Of ratings also whether its texts lack what they are made from. The list of the texts is left
    in the database: it may be megabytes long.
    """
    if not study.plan_sha256:
        study.evaluations = making_of(study).number(study) or study.evaluations
        plan = plan_of(study)
        texts = plan.pop("samples")
        return {**plan, **_of_texts(study, len(texts) if isinstance(texts, list) else 0)}
    whole = Cast("plan_json", JSONField())
    texts = Func(whole, Value("samples"), function="jsonb_extract_path")
    row = Study.objects.filter(pk=study.pk).values_list(
        Cast(_Without(whole, Value("samples")), TextField()),
        Func(texts, function="jsonb_array_length", output_field=IntegerField()),
    )
    plan, number = row[0]
    return {**json.loads(plan), **_of_texts(study, number)}


def _of_texts(study: Study, number: int) -> dict[str, Any]:
    """Return what is told of the texts; only ratings show judges what texts are made from."""
    if kind_of(study).tells_apart:
        return {"texts": number}
    return {"texts": number, "lacks_contexts": study.samples.main().lack_contexts()}


class _Without(Func):
    """A JSON object without one of its keys."""

    template = "(%(expressions)s)"
    arg_joiner = " - "
    output_field = JSONField()
