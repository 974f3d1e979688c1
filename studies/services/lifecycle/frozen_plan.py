"""A study's plan as it was frozen, or as it would be now, for people to read and to cite."""

import json
from typing import Any

from django.db.models import Func, IntegerField, JSONField, TextField, Value
from django.db.models.functions import Cast

from studies.models import Study
from studies.services.lifecycle import plan as planning


def plan_to_read(study: Study) -> dict[str, Any]:
    """The plan with the number of its texts instead of their list, which may be megabytes long."""
    if not study.plan_sha256:
        plan = planning.plan_of(study)
        texts = plan.pop("samples")
        return {**plan, "texts": len(texts) if isinstance(texts, list) else 0}
    whole = Cast("plan_json", JSONField())
    texts = Func(whole, Value("samples"), function="jsonb_extract_path")
    row = Study.objects.filter(pk=study.pk).values_list(
        Cast(_Without(whole, Value("samples")), TextField()),
        Func(texts, function="jsonb_array_length", output_field=IntegerField()),
    )
    plan, number = row[0]
    return {**json.loads(plan), "texts": number}


class _Without(Func):
    """A JSON object without one of its keys."""

    template = "(%(expressions)s)"
    arg_joiner = " - "
    output_field = JSONField()
