"""The machine judge in one sentence beside the judges: shares, what guessing gives, and d-prime."""

from analysis import number_format
from analysis.stats import d_prime_from_pc
from analysis.stats.surface import d_prime_of_accuracy
from analysis.verdict_text import GivenVerdict, ResultSnapshot
from studies.models import Job, Study


def program_beside_judges(study: Study, snapshot: ResultSnapshot) -> str:
    """Return the sentence; nothing before a fixed number's verdict, or if no program was asked.

    What was found of other texts than the study's is not told.
    """
    if snapshot.verdict is None or not snapshot.is_tested:
        return ""
    found = Job.objects.filter(
        study=study, kind=Job.Kind.MACHINE_JUDGE, result__found__accuracy__gte=0
    )
    newest = found.order_by("-pk").values_list("result__found__accuracy", "result__texts").first()
    if newest is None or newest[1] != study.samples.main().fingerprint():
        return ""
    return in_words(newest[0], snapshot.verdict, protocol=snapshot.plan.protocol)


def in_words(accuracy: float, verdict: GivenVerdict, *, protocol: str) -> str:
    """Return both shares with what guessing gives, and on the scale that they have in common."""
    share = verdict.correct / verdict.counted
    repeats = verdict.repeats
    judges = repeats.d_prime if repeats else d_prime_from_pc(share, protocol=protocol)
    program = number_format.decimal(d_prime_of_accuracy(accuracy))
    return (
        f"A plain program that counts letters told {number_format.estimate(accuracy)} of single "
        f"texts right (guessing gives 50 %), your judges {number_format.estimate(share)} of triads "
        f"(guessing gives 33.3 %): d′ is {program} and {number_format.decimal(judges)}. The "
        "program had learned from these texts, and judges had not."
    )
