"""The latest analysis of reading in words and tables, from what its job has stored."""

from dataclasses import dataclass
from typing import Any, cast

from analysis import number_format
from analysis.number_format import decimal, p_text
from analysis.reading_behaviour.conditions import OfConditions, of_conditions
from studies.models import Job, Study

Cells = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Outcome:
    """An analysis of reading, as its page shows it."""

    job: Job
    conditions: OfConditions | None
    sentence: str = ""
    accuracies: tuple[Cells, ...] = ()
    coefficients: tuple[Cells, ...] = ()
    replica: tuple[Cells, ...] = ()
    r2: str = ""
    left_out: int = 0


def latest(study: Study) -> Outcome | None:
    """Return the newest analysis that came to an end."""
    job: Job | None = Job.objects.newest_result(study, Job.Kind.READING)
    return outcome(job) if job else None


def outcome(job: Job) -> Outcome:
    """Return a job's result for the page."""
    found = cast("dict[str, Any]", job.result)
    conditions = of_conditions(found.get("conditions"))
    if "odd" not in found:  # of sheets: no text of them is odd
        return Outcome(job, conditions)
    odd, replica = found["odd"], found["replica"]
    return Outcome(
        job=job,
        sentence=_sentence(odd),
        accuracies=tuple(
            row
            for name, part, baseline in (
                ("trials, conditional logit", odd["trial_accuracy"], "33.3 %"),
                ("texts, regression", replica["text_accuracy"], "66.7 %"),
                ("trials, regression", replica["trial_accuracy"], "33.3 %"),
            )
            if (row := _accuracy(name, part, baseline))
        ),
        coefficients=tuple(map(_coefficient, odd["coefficients"])),
        replica=tuple(map(_coefficient, replica["coefficients"])),
        r2=decimal(replica["r2_after_selection"], 3),
        left_out=odd["left_out"],
        conditions=conditions,
    )


def _sentence(odd: dict[str, Any]) -> str:
    if odd["p_value"] is None:
        why = {"nothing read": "nothing was read", "no column varies": "nothing varies"}
        return f"There is nothing to test: {why.get(odd['reason'], odd['reason'])}."
    counts = f"{p_text(odd['p_value'])}; {odd['trials']} trials of {odd['judges']} judges"
    if odd["p_value"] <= 0.05:
        return (
            f"Reading tells the odd text from the other two ({counts}): it was read "
            f"differently, or its author's texts are."
        )
    return (
        f"How the texts were read is not shown to tell the odd one ({counts}). That does not "
        "show that they were read alike."
    )


def _accuracy(name: str, part: dict[str, Any] | None, baseline: str) -> Cells | None:
    if part is None:
        return None
    return (name, number_format.estimate(part["value"]), baseline, p_text(part["p_value"]))


def _coefficient(row: dict[str, Any]) -> Cells:
    return (
        row["column"],
        decimal(row["value"]),
        decimal(row["se"]),
        row["reason"] or "",
    )
