"""Two researchers code the reasons of judges, each without the other's codes."""

from collections.abc import Mapping
from dataclasses import dataclass

from django.db import transaction
from django.db.models import Count, Exists, OuterRef, Q, QuerySet

from studies.models import Answer, ReasonCode, Study, User
from studies.models.judging.reason_code import LONGEST_CODE
from studies.values.visible_text import visible

CODERS = 2


class CodingError(ValueError):
    """Codes cannot be stored; the message says why."""


@dataclass(frozen=True, slots=True)
class Coding:
    """How far the coding is: the reasons, the coders in their order, and how many each coded."""

    reasons: int
    coded: dict[int, int]

    @property
    def is_done(self) -> bool:
        """Whether two coders have coded every reason: only then anything is compared."""
        return (
            self.reasons > 0
            and len(self.coded) == CODERS
            and all(number == self.reasons for number in self.coded.values())
        )

    def takes(self, coder: int) -> bool:
        """Whether this person is one of the coders, or may become one."""
        return coder in self.coded or len(self.coded) < CODERS


def reasons_of(study: Study) -> QuerySet[Answer, Answer]:
    """Return the counted answers that have a reason."""
    return Answer.objects.counted().filter(study=study).exclude(reason="")


def coding_of(study: Study) -> Coding:
    """Return how far the coding of a study is."""
    coders = ReasonCode.objects.coders_of(study)
    numbers = reasons_of(study).aggregate(
        all=Count("pk", distinct=True),
        **{
            f"coder_{coder}": Count("reason_codes", filter=Q(reason_codes__coder=coder))
            for coder in coders
        },
    )
    return Coding(numbers["all"], {coder: numbers[f"coder_{coder}"] for coder in coders})


def uncoded(study: Study, coder: User) -> QuerySet[Answer, Answer]:
    """Return the reasons that this coder has not coded yet."""
    own = ReasonCode.objects.filter(answer=OuterRef("pk"), coder=coder)
    return reasons_of(study).filter(~Exists(own))


def code_reasons(*, study: Study, coder: User, codes: Mapping[int, str]) -> int:
    """Store a coder's codes by the keys of the answers; an empty one takes a code back.

    Return how many were stored. Once both have coded everything their codes are compared and stay;
    reasons that come later are coded on their own. Raises CodingError for a third coder, for a code
    that is too long, and for another code in place of one that was compared.
    """
    wanted = {answer: visible(code) for answer, code in codes.items()}
    if any(len(code) > LONGEST_CODE for code in wanted.values()):
        raise CodingError(f"A code has at most {LONGEST_CODE} characters.")
    with transaction.atomic():
        Study.objects.select_for_update(no_key=True).only("pk").get(pk=study.pk)
        coding = coding_of(study)
        _keep_compared(study, coding)
        if not coding.takes(coder.pk):
            raise CodingError("Two people code the reasons of this study already.")
        known = set(reasons_of(study).filter(pk__in=wanted).values_list("pk", flat=True))
        own = ReasonCode.objects.filter(coder=coder)
        kept = own.filter(compared=True, answer__in=wanted).values_list("answer", "code")
        if any(wanted[answer] != code for answer, code in kept):
            raise CodingError(
                "Both coders have coded these reasons: the codes are compared and stay."
            )
        empty = [answer for answer, code in wanted.items() if not code]
        own.filter(answer__in=known.intersection(empty)).delete()
        rows = [
            ReasonCode(answer_id=answer, coder=coder, code=code)
            for answer, code in wanted.items()
            if code and answer in known
        ]
        ReasonCode.objects.bulk_create(
            rows,
            update_conflicts=True,
            unique_fields=["answer", "coder"],
            update_fields=["code"],
        )
        _keep_compared(study, coding_of(study))
    return len(rows)


def _keep_compared(study: Study, coding: Coding) -> None:
    """Let the codes stay that both coders see beside one another from now on."""
    if coding.is_done:
        ReasonCode.objects.filter(answer__study=study, compared=False).update(compared=True)
