"""The words of the judge's pages where a study does not give its own."""

import hashlib
from dataclasses import asdict, dataclass

from django.utils.translation import gettext as _
from django.utils.translation import override

from studies.models import Study


@dataclass(frozen=True, slots=True)
class Wording:
    """What a judge reads before, during and after the trials."""

    question: str
    instructions: str
    consent: str
    thanks: str

    @property
    def consent_sha256(self) -> str:
        """Names the consent text that a judge agreed to."""
        return hashlib.sha256(self.consent.encode()).hexdigest()

    def as_dict(self) -> dict[str, str]:
        return asdict(self)


def invitation(address: str, language: str) -> str:
    """Words to send along with a recruitment link; no name of a subject."""
    with override(language):
        return _(
            "We are looking for people who read three short texts and say which one was written by "
            "a different author than the other two. It takes a few minutes, needs no account, and "
            "every answer helps, a guess as well. Take part here: %(address)s"
        ) % {"address": address}


def wording_of(study: Study, language: str | None = None) -> Wording:
    """The study's own texts, and the default wording in `language` for those it leaves empty."""
    with override(language or study.language):
        return Wording(
            question=study.question or _("Which one was written by the other author?"),
            instructions=study.instructions
            or _(
                "You will see three short texts. Two of them were written by the same author, one "
                "by another. Please read all three and choose the one written by the other author. "
                "If you are not sure, choose the one you find most likely: a guess is a useful "
                "answer."
            ),
            consent=study.consent_text
            or _(
                "Taking part is voluntary and you can stop at any time. We store your choices and "
                "the time they take, under a random code; no name and no network address. The "
                "answers are used for research and may be published without anything that points "
                "to you."
            ),
            thanks=study.thanks_text or _("Thank you. Your answers have been stored."),
        )
