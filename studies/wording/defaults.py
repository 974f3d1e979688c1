"""The default words of a judge's pages and of invitations that depend on the kind of study."""

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from studies.kinds import RATING, TRIANGLE
from studies.models import Study


class OfTriads:
    """The default words of a study of triads; a directed one has a question of its own."""

    def pages(self, number: int) -> str:
        return ngettext(
            "There is one page with three texts.",
            "There are %(pages)s pages with three texts each.",
            number,
        )

    def title(self) -> str:
        return _("Which text has another author?")

    def question(self) -> str:
        return _("Which one was written by the other author?")

    def instructions(self, study: Study) -> str:
        if study.is_directed:
            return _(
                "Each page shows three short texts. The question asks for exactly one of them. "
                "Please read all three and choose that one. If you are not sure, choose the one "
                "you find most likely: a guess is a useful answer."
            )
        return _(
            "Each page shows three short texts. Two of them were written by the same author, one "
            "by another. Please read all three and choose the one written by the other author. "
            "If you are not sure, choose the one you find most likely: a guess is a useful "
            "answer."
        )

    def stored(self) -> str:
        return _(
            "Under a random code we store your choices, how long you read, to which text you "
            "jumped and whether you changed your mind, whether you used a mouse, a finger or the "
            "keyboard, and how wide the page was; no IP address."
        )

    def invitation(self, study: Study) -> str:
        if study.is_directed:
            return _(
                "We are looking for people who read three short texts and choose the one that a "
                "question asks for. It needs no account, and every answer helps, a guess as well. "
                "%(work)s Take part here: %(address)s"
            )
        return _(
            "We are looking for people who read three short texts and say which one was written by "
            "a different author than the other two. It needs no account, and every answer helps, a "
            "guess as well. %(work)s Take part here: %(address)s"
        )

    def invitation_subject(self) -> str:
        return _("Will you read some short texts?")

    def reminder(self, study: Study) -> str:
        if study.is_directed:
            return _(
                "Some days ago we asked you to read three short texts and to choose the one that a "
                "question asks for. %(work)s You can still take part: %(address)s"
            )
        return _(
            "Some days ago we asked you to read three short texts and to say which one was written "
            "by a different author. %(work)s You can still take part: %(address)s"
        )

    def reminder_subject(self) -> str:
        return _("A reminder: some short texts are waiting for you")


class OfRatings:
    """The default words of a rating study; its criteria have questions of their own."""

    def pages(self, number: int) -> str:
        return ngettext(
            "There is one page with texts to rate.",
            "There are %(pages)s pages with texts to rate.",
            number,
        )

    def title(self) -> str:
        return _("How good are these texts?")

    def question(self) -> str:
        return ""

    def instructions(self, study: Study) -> str:
        return _(
            "You will see texts and rate each of them: every page says by what and how. Please "
            "read a text to its end before you rate it. No rating is right or wrong: what counts "
            "is what you think."
        )

    def stored(self) -> str:
        return _(
            "Under a random code we store your ratings, how long you read, to which text you "
            "jumped and whether you changed your mind, whether you used a mouse, a finger or the "
            "keyboard, and how wide the page was; no IP address."
        )

    def invitation(self, study: Study) -> str:
        return _(
            "We are looking for people who read short texts and say how good they are. It needs no "
            "account, and every answer helps. %(work)s Take part here: %(address)s"
        )

    def invitation_subject(self) -> str:
        return _("Will you read and rate some texts?")

    def reminder(self, study: Study) -> str:
        return _(
            "Some days ago we asked you to read short texts and to say how good they are. %(work)s "
            "You can still take part: %(address)s"
        )

    def reminder_subject(self) -> str:
        return _("A reminder: some texts are waiting for you")


OF_KIND: dict[str, OfTriads | OfRatings] = {
    TRIANGLE.key: OfTriads(),
    RATING.key: OfRatings(),
}
