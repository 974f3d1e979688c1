"""What the walk goes through: two studies with a row in every table, and people of each role.

Every text that a person can type holds markup, a template and quotes.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any

from django.contrib.auth.models import Group
from django.db import connection
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver
from django.utils.timezone import now

from analysis.models import Result
from analysis.recomputation.store import recompute
from studies.models import (
    Amendment,
    Answer,
    Event,
    Job,
    Judge,
    RatingPlan,
    RecruitmentLink,
    Sample,
    ShareLink,
    Study,
    Triad,
    Trial,
    Upload,
    User,
)
from studies.services.accounts import sharing, tokens
from studies.services.accounts.people import RESEARCHERS
from studies.services.judging.answering.answers import answer
from studies.services.judging.trials import next_trial
from studies.services.lifecycle import amendments, opening
from studies.services.lifecycle.opening_warnings import ACCEPTING
from studies.services.texts import upload as uploads
from studies.services.texts.upload_check import check_upload
from tests.analysis.answering import give_answers
from tests.factories import make_judge, make_link, make_sample, make_study, make_user

ROLES = ("anonymous", "other", "recruiter", "analyst", "editor", "owner", "superuser")
HOSTILE = """k1<script>alert(1)</script>k2"><img src=x>k3{{7*7}}k4'"""
# What must be on no page: the same as markup, as the end of an attribute, as a template's result.
RAW = ("k1<script", 'k2"><img', "k2&quot;><img", "k349")


@dataclass
class Scene:
    """The studies of one owner, and a client for each role."""

    study: Study
    draft: Study
    link: RecruitmentLink
    judge: Judge
    held: Trial
    answered: Trial
    upload: Upload
    job: Job
    rating: Study
    clients: dict[str, Client] = field(default_factory=dict)
    people: dict[str, User] = field(default_factory=dict)

    @property
    def code(self) -> str:
        return str(self.study.code)

    @property
    def share(self) -> ShareLink:
        """The first link to the results of the running study."""
        return ShareLink.objects.filter(study=self.study).earliest("pk")

    def row(self, model: str) -> int:
        """The key of a row of this table that belongs to the running study."""
        found = {
            "amendment": Amendment.objects.filter(study=self.study),
            "answer": Answer.objects.filter(trial=self.answered),
            "event": Event.objects.filter(study=self.study),
            "judge": Judge.objects.filter(pk=self.judge.pk),
            "recruitmentlink": RecruitmentLink.objects.filter(pk=self.link.pk),
            "sample": Sample.objects.filter(study=self.draft),
            "study": Study.objects.filter(pk=self.study.pk),
            "triad": Triad.objects.filter(pk=self.answered.triad_id),
            "trial": Trial.objects.filter(pk=self.answered.pk),
            "user": User.objects.filter(pk=self.people["owner"].pk),
        }[model]
        return int(found.order_by("pk").values_list("pk", flat=True)[0])


def build(*, blind: bool) -> Scene:
    """An open study with answers and a draft, both shared with a person of each role."""
    accounts = _accounts()
    owner = accounts["owner"]
    study, draft = _study(owner, blind=blind), _study(owner, blind=blind)
    rating = rating_draft(owner, 2, blind=blind)
    for role in ("recruiter", "analyst", "editor"):
        for shared in (study, draft, rating):
            sharing.share(study=shared, user=owner, email=accounts[role].email, role=role)
    study = opening.open_study(study=study, user=owner, accepted=list(ACCEPTING))
    link = _link(study)
    give_answers(study, 11, 8, link=link)
    judge = make_judge(link, external_id=HOSTILE, source=HOSTILE[:50], form_key="canary-form-key")
    answered = answer(code=next_trial(judge).code, position=1).trial
    held = next_trial(make_judge(link))
    amendments.raise_evaluations(study=study, user=owner, evaluations=30, why=HOSTILE)
    recompute(study_id=study.pk)
    # Pages are rendered anew as results grow older: not within this walk.
    Result.objects.filter(study=study).update(computed_at=now() + timedelta(hours=1))
    study.refresh_from_db()
    sharing.make_share_link(study=study, user=owner, note=HOSTILE)
    job = Job.objects.create(study=study, owner=owner, kind=Job.Kind.OPEN, error=HOSTILE)
    upload = _upload(draft, owner)
    scene = Scene(study, draft, link, judge, held, answered, upload, job, rating, people=accounts)
    scene.clients = {role: client_for(accounts.get(role)) for role in ROLES}
    return scene


def rating_draft(owner: User, items: int, **fields: Any) -> Study:
    """A draft in which two systems are rated; of one item only A has a text."""
    title = fields.pop("title", "Ratings")
    study = make_study(owner=owner, items=items, title=title, kind="rating", **fields)
    RatingPlan.objects.create(study=study)
    make_sample(study, "A", "alone", "Who is alone?")
    return study


def _accounts() -> dict[str, User]:
    accounts = {}
    for role in ROLES[1:]:
        user = make_user(f"{role}@example.org", first_name=HOSTILE, is_superuser=role == ROLES[-1])
        user.groups.add(Group.objects.get(name=RESEARCHERS))
        accounts[role] = user
    return accounts


def _study(owner: User, *, blind: bool) -> Study:
    study = make_study(
        owner=owner,
        blind=blind,
        items=0,
        title=HOSTILE,
        subject_a=f"A {HOSTILE}",
        subject_b=f"B {HOSTILE}",
        question=HOSTILE,
        instructions=HOSTILE,
        consent_text=HOSTILE,
        thanks_text=HOSTILE,
    )
    for number in range(12):
        for subject in "AB":
            make_sample(
                study,
                subject,
                f"{number} {HOSTILE}",
                f"{number} by {subject} {HOSTILE}",
                context=HOSTILE,
                language='"><img src=x>',
            )
    return study


def _link(study: Study) -> RecruitmentLink:
    return make_link(
        study,
        panel=HOSTILE,
        addressee=HOSTILE,
        done_code=HOSTILE,
        screened_out_code=HOSTILE,
        no_consent_url=f"https://example.org/{HOSTILE}",
    )


def _upload(draft: Study, owner: User) -> Upload:
    rows = [f'"{s}{HOSTILE}","{n}{HOSTILE}","x{n}{s}"' for n in range(4) for s in "AB"]
    content = "\n".join(["subject,item,text", *rows]).replace('k2">', 'k2"">')
    upload = uploads.receive(study=draft, user=owner, name=HOSTILE, content=content.encode())
    check_upload(upload=upload)
    return upload


def client_for(user: User | None) -> Client:
    """Signed in to the pages by a session, to the API by a token."""
    if user is None:
        return Client()
    _token, secret = tokens.make(user=user, name=HOSTILE)
    client = Client(headers={"authorization": f"Bearer {secret}"})
    client.force_login(user)
    return client


def turn_round(study: Study) -> None:
    """Change what a sealed study hides, and nothing else: every choice, every order.

    What was right is wrong afterwards, past the rules of the database, which are put back.
    """
    tables = ("studies_answer", "studies_triad")
    with connection.cursor() as cursor:
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
        for table in tables:
            cursor.execute(f"ALTER TABLE {table} DISABLE TRIGGER USER")
        cursor.execute(
            """UPDATE studies_answer SET chosen_position = chosen_position % 3 + 1,
                correct = NOT correct, "order" = substr("order", 2) || substr("order", 1, 1)"""
        )
        cursor.execute(
            """UPDATE studies_triad SET first_id = second_id, second_id = third_id,
                third_id = first_id, odd_position = (odd_position + 1) %% 3 + 1,
                "order" = substr("order", 2) || substr("order", 1, 1)
            WHERE study_id = %s AND free_from = 'infinity'""",
            [study.pk],
        )
        for table in tables:
            cursor.execute(f"ALTER TABLE {table} ENABLE TRIGGER USER")
    before = Result.objects.get(study=study)
    Result.objects.filter(study=study).delete()
    recompute(study_id=study.pk)
    after = Result.objects.get(study=study)
    assert (before.counted, before.correct) != (after.counted, after.correct)
    Result.objects.filter(study=study).update(computed_at=before.computed_at)


def addresses() -> Iterator[tuple[str, str]]:
    """Every address of the site: its name, else its route, and its route."""
    yield from _below(get_resolver(), "", "")


def _below(resolver: URLResolver, names: str, routes: str) -> Iterator[tuple[str, str]]:
    for pattern in resolver.url_patterns:
        route = routes + str(pattern.pattern)
        if isinstance(pattern, URLResolver):
            names_below = f"{names}{pattern.namespace}:" if pattern.namespace else names
            yield from _below(pattern, names_below, route)
        else:
            assert isinstance(pattern, URLPattern)
            yield (f"{names}{pattern.name}" if pattern.name else route), route


# What differs between two readings of the same page.
CHANCE = (
    re.compile(r'name="csrfmiddlewaretoken" value="[^"]*"'),
    re.compile(r'name="form_key" value="[^"]*"'),
    re.compile(r'data-left="\d+"|"seconds_left": [\d.]+'),
    re.compile(r"last used [\d :-]+"),  # a token, noted once a minute
)


def without_chance(body: str) -> str:
    """A page without what is drawn anew, counted down or dated at each reading."""
    for pattern in CHANCE:
        body = pattern.sub("", body)
    return body
