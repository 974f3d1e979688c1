"""Studies in every state, each made when a picture first asks for it. Needs Django."""

import io
from functools import cached_property
from typing import Any

from django.contrib.auth.models import Group
from django.core.management import call_command
from django.test import Client

from analysis.recomputation.rating_study.ranking import rank_as_paper
from analysis.recomputation.store import recompute
from scripts.pictures.screen_studies import made_up_rating
from studies.models import Answer, Job, RatingPlan, Study, Trial, User
from studies.models.study_queries import DEMO_STUDY
from studies.questionnaire import checked
from studies.services import jobs
from studies.services.accounts import sharing
from studies.services.accounts.people import RESEARCHERS
from studies.services.judging.answering.questionnaire import save_reason
from studies.services.lifecycle import amendments, drafts, erasure, opening, transitions
from studies.services.lifecycle.opening_warnings import ACCEPTING
from studies.services.texts import next_study
from tests.analysis.answering import give_outcomes
from tests.analysis.rating import rate_sheets
from tests.factories import make_link, make_study, make_user, open_rating_study
from triadsurvey.localstack.servers import TemporaryServers

REASONS = (
    "The tone: it sounds like a brochure.",
    "It names the price twice.",
    "guess",
    "The second one is shorter than the others, and its last sentence ends as if it was cut off.",
    "word order",
)
QUESTIONS = checked([
    {"key": "age", "kind": "choice", "label": "How old are you?", "required": True,
     "options": ["under 30", "30 to 49", "50 or older"]},
    {"key": "years", "kind": "number", "label": "For how many years have you read reviews?",
     "least": 0, "most": 90},
    {"key": "more", "kind": "text", "when": "after", "label": "Is there anything else to say?"},
])  # fmt: skip
PANELS = ("students", "a panel of crowd workers with a rather long name", "colleagues")


class Studies:
    """The studies of one owner, by name."""

    def __init__(self, servers: TemporaryServers) -> None:
        self.servers = servers

    @cached_property
    def owner(self) -> User:
        user = User.objects.create_superuser("ana@example.org", "triads-in-June")
        user.first_name, user.last_name = "Ana", "Example"
        user.save()
        return user

    @cached_property
    def colleague(self) -> User:
        """A researcher who is no administrator, and shares nothing."""
        user = make_user("ben@example.org", first_name="Ben")
        user.groups.add(Group.objects.get(name=RESEARCHERS))
        return user

    def session_of(self, user: User) -> str:
        """Return the key of a new session of an account."""
        client = Client()
        client.force_login(user)
        return str(client.session.session_key)

    @cached_property
    def demo(self) -> Study:
        owner = self.owner  # the first administrator, to whom the command gives the study
        call_command("load_demo", stdout=io.StringIO())
        return Study.objects.get(owner=owner, code=DEMO_STUDY)

    def draft_of(self, title: str, **fields: Any) -> Study:
        """Return a draft with the demo's texts."""
        study = drafts.duplicate(study=self.demo, user=self.owner)
        fields = {"evaluations": 98, "evaluations_per_judge": 1} | fields
        for name, value in {"title": title, **fields}.items():
            setattr(study, name, value)
        study.save()
        return study

    def opened(self, title: str, **fields: Any) -> Study:
        """Return a study that takes answers."""
        return self.open(self.draft_of(title, **fields))

    def open(self, study: Study) -> Study:
        """Open a draft past its warnings."""
        return opening.open_study(study=study, user=self.owner, accepted=list(ACCEPTING))

    def answered(self, title: str, answers: int, right: int, **fields: Any) -> Study:
        """Return a study with so many answers, spread over three panels."""
        study = self.opened(title, **fields)
        per_panel = -(-answers // len(PANELS))
        outcomes = [number * right % answers < right for number in range(answers)]
        for place, panel in enumerate(PANELS):
            part = outcomes[place * per_panel : (place + 1) * per_panel]
            link = make_link(study, panel=panel, done_code="TRIAD-27", opened=2 * len(part))
            give_outcomes(study, part, link=link)
        return self.counted(study)

    def counted(self, study: Study) -> Study:
        """Compute what the answers mean."""
        recompute(study_id=study.pk)
        return Study.objects.get(pk=study.pk)

    def done(self, study: Study, kind: Job.Kind, **fields: Any) -> Job:
        """Do long work as a worker does."""
        job = Job.objects.create(study=study, owner=self.owner, kind=kind, **fields)
        jobs.run(job_id=job.pk)
        job.refresh_from_db()
        if job.error:
            raise ValueError(job.error)
        return job

    # Drafts

    @cached_property
    def empty(self) -> Study:
        names = {"subject_a": "TGen", "subject_b": "human"}
        return make_study(owner=self.owner, items=0, title="A draft without texts", **names)

    @cached_property
    def draft(self) -> Study:
        return self.draft_of("A draft with its texts", questionnaire=QUESTIONS, practice_triads=1)

    @cached_property
    def rating_draft(self) -> Study:
        study = next_study.rate_texts(study=self.demo, user=self.owner)
        study.title = "A draft of ratings"
        study.save()
        return study

    # Studies that take answers

    @cached_property
    def fresh(self) -> Study:
        study = self.opened("Just opened")
        make_link(study, panel="students")
        return study

    @cached_property
    def running(self) -> Study:
        study = self.answered(
            "Restaurant descriptions of the weekend supplement, second wave", 61, 24,
            asks_reason=True, asks_sureness=True, questionnaire=QUESTIONS,
        )  # fmt: skip
        self.say_why(study)
        sharing.make_share_link(study=study, user=self.owner, note="the co-authors")
        why = "More readers than planned came in the first week."
        amendments.raise_evaluations(
            study=study, user=self.owner, evaluations=120, why=why, cost_accepted=True
        )
        return self.counted(study)

    def say_why(self, study: Study) -> None:
        """Give each answer a reason and how sure the judge was."""
        trials = Trial.objects.filter(study=study, state="answered").select_related("study")
        sure = Answer.Sureness.values
        for number, trial in enumerate(trials):
            reason = REASONS[number % len(REASONS)]
            save_reason(trial=trial, reason=reason, sureness=sure[number % len(sure)])

    @cached_property
    def paused(self) -> Study:
        study = self.answered("Paused over the holidays", 20, 9)
        transitions.pause(study=study, user=self.owner)
        return Study.objects.get(pk=study.pk)

    @cached_property
    def sealed(self) -> Study:
        return self.answered("Blind until complete", 40, 18, blind=True)

    @cached_property
    def test_study(self) -> Study:
        return self.answered("Only to try it", 12, 5, is_test=True)

    @cached_property
    def sequential_open(self) -> Study:
        plan = {"method": "sequential", "alpha": 0.05, "beta": 0.05, "pd": 0.3}
        return self.answered("Sequential, still running", 17, 8, evaluations=120, **plan)

    # Studies that have ended

    @cached_property
    def different(self) -> Study:
        study = self.answered(
            "Restaurant descriptions", 98, 47, asks_reason=True, asks_sureness=True
        )
        self.say_why(study)
        sharing.make_share_link(study=study, user=self.owner, note="the readers’ council")
        return self.counted(study)

    @cached_property
    def similar(self) -> Study:
        plan = {"goal": "similarity", "alpha": 0.05, "beta": 0.01, "pd": 0.3}
        return self.answered("Similar enough for people in general", 98, 36, **plan)

    @cached_property
    def undecided(self) -> Study:
        return self.answered("No difference was shown", 60, 24, evaluations=60)

    @cached_property
    def sequential(self) -> Study:
        plan = {"method": "sequential", "alpha": 0.05, "beta": 0.05, "pd": 0.3}
        return self.answered("Sequential, decided", 30, 20, evaluations=120, **plan)

    @cached_property
    def directed(self) -> Study:
        question = "Two of these texts were written by people. Which one did the machine write?"
        plan = {"protocol": "directed", "question": question, "evaluations": 62}
        return self.answered("Directed: which one did the machine write?", 62, 33, **plan)

    @cached_property
    def repeated(self) -> Study:
        study = self.opened("Four experts", evaluations=24, evaluations_per_judge=6)
        link = make_link(study, panel="experts")
        give_outcomes(study, [n % 3 != 0 for n in range(24)], link=link, per_judge=6)
        return self.counted(study)

    @cached_property
    def closed(self) -> Study:
        study = self.answered("Closed before its end", 33, 12)
        transitions.close(study=study, user=self.owner, why="No more people could be found.")
        return self.counted(study)

    @cached_property
    def archived(self) -> Study:
        study = self.answered("Archived", 10, 4)
        transitions.close(study=study, user=self.owner)
        transitions.archive(study=Study.objects.get(pk=study.pk), user=self.owner)
        return Study.objects.get(pk=study.pk)

    @cached_property
    def erased(self) -> Study:
        study = self.draft_of("To be erased")
        erasure.erase(study=study, user=self.owner)
        return study

    # Ratings

    def ratings(self, title: str, *, systems: int, items: int, **plan: Any) -> Study:
        """Return an open study of ratings of made-up texts."""
        return open_rating_study(
            owner=self.owner, title=title, items=items, systems=systems, plan=plan,
            subject_a="Slug2Slug", subject_b="TGen", evaluations_per_judge=6,
        )  # fmt: skip

    @cached_property
    def ranked(self) -> Study:
        study = self.ratings("Five systems, RankME", systems=5, items=20, setup="together",
                             judges_per_item=4, margin=1.15)  # fmt: skip
        rate_sheets(study, judges=20, value=made_up_rating)
        study = self.counted(study)
        rank_as_paper(study_id=study.pk)
        return study

    @cached_property
    def rating_open(self) -> Study:
        study = self.ratings("Ratings still coming in", systems=3, items=12, setup="together")
        rate_sheets(study, judges=6, number=17, value=made_up_rating)
        return self.counted(study)

    @cached_property
    def two_rated(self) -> Study:
        study = next_study.rate_texts(study=self.demo, user=self.owner)
        study.title = "Which descriptions are better?"
        study.save()
        RatingPlan.objects.filter(study=study).update(
            setup="together", reference_text="The Eagle is a pub near the river."
        )
        study = self.open(study)
        rate_sheets(study, judges=18, value=made_up_rating)
        return self.counted(study)
