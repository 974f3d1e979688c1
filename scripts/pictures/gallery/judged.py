"""Links that bring a judge to a page, and those that refuse one. Needs Django."""

from datetime import timedelta
from functools import cached_property
from typing import Any

from django.db.models.functions import Now

from scripts.pictures.gallery.studies import QUESTIONS, Studies
from studies import design
from studies.models import ExcludedId, RecruitmentLink, Sample, Study, Triad
from studies.models.sample import Kind
from studies.services.judging import admission, limits
from studies.services.judging.admission import Visitor
from studies.services.judging.trials import next_trial
from studies.services.lifecycle import transitions
from studies.services.recruiting import links
from tests.analysis.answering import give_answers
from tests.factories import make_judge, make_link, open_rating_study

# For practice and attention: two texts of A and one of B make a triad.
EXTRA = (
    ("A", "The Mill is a cheap coffee shop by the river, number {}."),
    ("A", "The Vaults is a pub with a low price and good food, number {}."),
    ("B", "In the city centre, Aromi number {} serves coffee for families."),
    ("B", "Number {}, Zizzi, is a place near the river where children are welcome."),
)
# The id of a panel's member, as a link of Prolific asks for it.
ID = "PROLIFIC_PID"


class Judged(Studies):
    """Links of judges, each of a study of its own."""

    def way_in(self, link: RecruitmentLink) -> str:
        """Return the address that judges get."""
        return f"/j/{link.token}/"

    def link_to(self, study: Study, **fields: Any) -> RecruitmentLink:
        """Return a link that gives a code at each end."""
        codes = {"done_code": "TRIAD-27", "screened_out_code": "OUT-3", "over_quota_code": "FULL-8"}
        return make_link(study, panel="students", **(codes | fields))

    def judged(self, title: str, **fields: Any) -> str:
        """Return the address of a link whose judges answer two triads."""
        fields = {"evaluations_per_judge": 2, "evaluations": 60} | fields
        return self.way_in(self.link_to(self.opened(title, **fields)))

    def extra_texts(self, study: Study, kind: Kind) -> None:
        """Give a draft texts for practice or attention."""
        for place, (subject, words) in enumerate(EXTRA):
            text = words.format(1)
            Sample.objects.create(
                study=study,
                subject=subject,
                item=f"{kind} {place}",
                text=text,
                kind=kind,
                row=1000 + place,
                content_hash=design.content_hash(text),
            )

    @cached_property
    def asked_everything(self) -> str:
        study = self.draft_of(
            "All that can be asked", evaluations=60, evaluations_per_judge=2, practice_triads=1,
            questionnaire=QUESTIONS, asks_reason=True, asks_sureness=True,
        )  # fmt: skip
        self.extra_texts(study, Kind.PRACTICE)
        return self.way_in(self.link_to(self.open(study)))

    @cached_property
    def attentive(self) -> str:
        """The address of a link whose judges get an attention triad first."""
        study = self.draft_of("Attention", evaluations=24, attention_at=[1])
        self.extra_texts(study, Kind.ATTENTION)
        return self.way_in(self.link_to(self.open(study)))

    @cached_property
    def personal(self) -> str:
        """The address of a link that is for one person."""
        study = self.opened("For named people", evaluations=24)
        links.make_personal_links(
            study=study, user=self.owner, lines="Ana Pérez", panel="experts", mode="live"
        )
        return self.way_in(RecruitmentLink.objects.get(study=study, personal=True))

    def rated_by(self, title: str, **plan: Any) -> str:
        """Return the address of a link whose judges rate sheets."""
        study = self.ratings(title, systems=3, items=6, **plan)
        return self.way_in(self.link_to(study))

    @cached_property
    def practised_sheet(self) -> str:
        study = open_rating_study(
            owner=self.owner, title="Practice of ratings", practice_triads=1,
            plan={"setup": "together", "reference_text": "The Eagle is a pub near the river."},
            evaluations_per_judge=2,
        )  # fmt: skip
        return self.way_in(self.link_to(study))

    # Refusals: an address, and its status.

    def refused(self, reason: str) -> tuple[str, int]:
        """Return where a judge is refused for a reason."""
        made: tuple[str, int] = getattr(self, f"_{reason}")()
        return made

    def _unknown(self) -> tuple[str, int]:
        return f"/j/{'x' * 24}/", 404

    def _mistyped(self) -> tuple[str, int]:
        return f"/en/j/{'x' * 24}/", 404

    def _excluded(self) -> tuple[str, int]:
        link = self._panel_link
        ExcludedId.objects.create(study=link.study, external_id="excluded")
        return f"{self.way_in(link)}?{ID}=excluded", 403

    @cached_property
    def _panel_link(self) -> RecruitmentLink:
        return self.link_to(self.opened("For members of a panel"), id_parameter=ID)

    def _no_id(self) -> tuple[str, int]:
        return f"{self.way_in(self._panel_link)}start/?", 200

    def _not_accepted(self) -> tuple[str, int]:
        link = self.link_to(self.opened("A task of Mechanical Turk"), mturk=True)
        return f"{self.way_in(link)}?assignmentId=ASSIGNMENT_ID_NOT_AVAILABLE", 200

    def _two_ids(self) -> tuple[str, int]:
        return f"{self.way_in(self._panel_link)}?{ID}=one&{ID}=two", 400

    def _stopped(self, **fields: Any) -> RecruitmentLink:
        link = self.link_to(self.opened("Stopped"))
        RecruitmentLink.objects.filter(pk=link.pk).update(**fields)
        return link

    def _revoked(self) -> tuple[str, int]:
        return self.way_in(self._stopped(revoked_at=Now())), 410

    def _expired(self) -> tuple[str, int]:
        past = Now() - timedelta(seconds=1)
        return self.way_in(self._stopped(expires_at=past)), 410

    def _paused(self) -> tuple[str, int]:
        link = self._stopped()
        transitions.pause(study=link.study, user=self.owner)
        return self.way_in(link), 503

    def _closed(self) -> tuple[str, int]:
        link = self._stopped()
        transitions.close(study=link.study, user=self.owner)
        return self.way_in(link), 410

    def _complete(self) -> tuple[str, int]:
        link = self.link_to(self.opened("Complete", evaluations=24))
        give_answers(link.study, 24, 12, link=link)
        transitions.mark_complete(study_id=link.study_id)
        return self.way_in(link), 410

    def _quota(self) -> tuple[str, int]:
        link = self._stopped(quota=1)
        give_answers(link.study, 1, 1, link=link)
        return self.way_in(link), 410

    def _no_place(self) -> tuple[str, int]:
        link = self._stopped(quota=1)
        next_trial(make_judge(link))
        return self.way_in(link), 503

    def _too_many_starts(self) -> tuple[str, int]:
        """Let judges at one address hold all but the last places."""
        study = self.opened("Many start", evaluations=24)
        link = self.link_to(study, classroom=False)
        for number in range(limits.UNANSWERED + 1):
            visitor = Visitor(form_key=f"{number:020}", address="127.0.0.1")
            admission.start(token=link.token, visitor=visitor, consent_sha256="0" * 64)
        return self.way_in(link), 429

    def _lapsed(self) -> tuple[str, int]:
        """Let a judge's time run out, and another judge take the texts."""
        link = self.link_to(self.opened("Time ran out", evaluations=24))
        trial = next_trial(make_judge(link))
        Triad.objects.filter(trials=trial).update(free_from=Now() - timedelta(seconds=1))
        for _ in range(24):
            next_trial(make_judge(link))
        return f"/t/{trial.code}/", 503
