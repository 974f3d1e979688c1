"""All that the gallery shows: studies, and the single rows that pages are about. Needs Django."""

from dataclasses import asdict
from functools import cached_property
from io import BytesIO
from typing import Any

from django.contrib.auth.tokens import default_token_generator
from django.db.models.functions import Now
from django.utils.encoding import force_bytes
from django.utils.http import urlsafe_base64_encode
from django_otp.oath import totp
from xlsxwriter import Workbook

from analysis.simulation.one_study import SupposedJudges
from scripts.pictures.gallery.judged import Judged
from studies.models import (
    Amendment,
    Answer,
    Event,
    Invitation,
    Job,
    Judge,
    ReadingRecord,
    RecruitmentLink,
    Sample,
    ShareLink,
    Study,
    Triad,
    Trial,
    Upload,
)
from studies.services import coding
from studies.services.accounts import colleagues, second_factor, sharing
from studies.services.recruiting import invitations, links
from studies.services.texts import upload as uploads
from tests.analysis.answering import give_answers
from tests.factories import make_sample, make_study, make_user

TABLES: dict[str, Any] = {
    "amendment": (Amendment, "study"),
    "answer": (Answer, "trial__study"),
    "event": (Event, "study"),
    "judge": (Judge, "study"),
    "recruitmentlink": (RecruitmentLink, "study"),
    "sample": (Sample, "study"),
    "triad": (Triad, "study"),
    "trial": (Trial, "study"),
}
# On each text its two sentences, and the first one once more.
STAYS = [[1, 1, 0, 900], [1, 2, 900, 600], [2, 1, 1500, 50], [1, 1, 2000, 300], [3, 2, 2300, 700]]
ITEMS = range(1, 13)
TEXTS = {
    "TGen": "Place {} is a cheap pub by the river, with a customer rating of 5 out of 5.",
    "human": "If you are near the river, Place {} will give you a good pint for little money.",
}
LONG = [(who, f"place {n}", text.format(n)) for n in ITEMS for who, text in TEXTS.items()]


def _slower(percent: int) -> list[list[int]]:
    return [
        [text, one, at * percent // 100, stay * percent // 100] for text, one, at, stay in STAYS
    ]


def _csv(head: str, rows: list[tuple[str, str, str]]) -> bytes:
    return "\n".join([head, *(f'"{a}","{b}","{c}"' for a, b, c in rows)]).encode()


def _json() -> bytes:
    lines = (f'{{"nr": {n}, "who": "{who}", "out": "{text.format(n)}"}}'
             for n in ITEMS for who, text in TEXTS.items())  # fmt: skip
    return f"[{', '.join(lines)}]".encode()


def _workbook(**sheets: list[list[Any]]) -> bytes:
    file = BytesIO()
    with Workbook(file) as book:
        for name, rows in sheets.items():
            sheet = book.add_worksheet(name)
            for number, row in enumerate(rows):
                sheet.write_row(number, 0, row)
    return file.getvalue()


def _wide() -> bytes:
    rows = [[n, f"name[Place {n}]", *(text.format(n) for text in TEXTS.values())] for n in ITEMS]
    return _workbook(Outputs=[["id", "MR", *TEXTS], *rows])


def _sheets() -> bytes:
    rows = [[who, item, text] for who, item, text in LONG]
    return _workbook(First=[["a", "b", "c"], *rows], Notes=[["x", "y"], ["nothing", "here"]])


FILES = {
    "csv": ("texts.csv", _csv("subject,item,text", LONG)),
    "problems": ("problems.csv", _csv("subject,item,text", [*LONG[:6], LONG[0], ("TGen", "", "")])),
    "unmatched": ("columns.csv", _csv("who,nr,out", LONG)),
    "json": ("outputs.json", _json()),
    "wide": ("outputs.xlsx", _wide()),
    "sheets": ("two sheets.xlsx", _sheets()),
    "systems": ("systems.csv", _csv("subject,item,text", LONG)),
}


class Scene(Judged):
    """Studies that people worked on, and rows of them."""

    @cached_property
    def shared(self) -> Study:
        study = self.different
        for number, role in enumerate(("recruiter", "analyst", "editor")):
            email = make_user(f"a.colleague.with.a.long.name{number}@department.example.org").email
            sharing.share(study=study, user=self.owner, email=email, role=role)
        colleagues.invite(study=study, user=self.owner, email="new@example.org", role="analyst")
        return study

    @cached_property
    def invited(self) -> Study:
        """A study with invitations that were sent, refused by a server, and answered."""
        study = self.opened("People were invited")
        lines = "\n".join(f"reader{number}@example.org" for number in range(8))
        invitations.invite(
            study=study, user=self.owner, lines=lines, everybody=False,
            subject="Read three texts", body="Take part: {link}", panel="readers", mode="live",
        )  # fmt: skip
        sent = Invitation.objects.filter(study=study).order_by("pk")
        sent.update(sent_at=Now())
        last = sent.latest("pk")
        Invitation.objects.filter(pk=last.pk).update(
            sent_at=None, failed_at=Now(), error="550 no such mailbox", refused=True
        )
        people = "Ana Pérez, editor of the weekend supplement\nP-0017"
        links.make_personal_links(
            study=study, user=self.owner, lines=people, panel="experts", mode="live"
        )
        return study

    @cached_property
    def looked_at(self) -> Study:
        """A study whose texts programs have looked at."""
        study = self.answered("Looked at by programs", 60, 27, evaluations=60)
        for kind in (Job.Kind.MACHINE_JUDGE, Job.Kind.COMPANIONS, Job.Kind.HARD_TRIADS):
            self.done(study, kind)
        people = asdict(SupposedJudges(leaving=0.1, slower=1.5))
        self.done(study, Job.Kind.REHEARSE, arguments={"pd": 0.3, "studies": 500, "people": people})
        return study

    def _coded(self, title: str, coders: int) -> Study:
        study = self.answered(title, 20, 9, evaluations=20, asks_reason=True)
        self.say_why(study)
        reasons = [answer.pk for answer in coding.reasons_of(study)]
        for number in range(coders):
            coder = self.owner if number == 0 else make_user(f"coder{study.pk}@example.org")
            codes = {
                key: ("style", "facts", "guess")[(place + place // 4 * number) % 3]
                for place, key in enumerate(reasons)
            }
            coding.code_reasons(study=study, coder=coder, codes=codes)
        return study

    @cached_property
    def half_coded(self) -> Study:
        return self._coded("One has coded the reasons", 1)

    @cached_property
    def coded(self) -> Study:
        return self._coded("Two have coded the reasons", 2)

    def _masked(self, title: str) -> Study:
        study = make_study(
            owner=self.owner, title=title, items=0, presentation="masked", evaluations=40
        )
        for number in range(20):
            for subject, word in zip("AB", ("early", "late"), strict=True):
                text = f"Rain on day {number}. It stops {word} that day."
                make_sample(study, subject, f"day {number}", text)
        study = self.open(study)
        give_answers(study, 30, 17, per_judge=1)
        for number, answer in enumerate(Answer.objects.filter(trial__study=study)):
            position = answer.chosen_position
            before = [[position % 3 + 1, 2000]] if number % 2 else []
            ReadingRecord.objects.create(
                answer=answer,
                chosen_ms=4000 + number,
                confirmed_ms=5000,
                visible_ms=4500,
                choices=[*before, [position, 4000 + number]],
                device="touch" if number % 3 else "mouse",
                width=360,
                masked=True,
                stays=_slower(100 + number),
            )
        return self.counted(study)

    @cached_property
    def masked(self) -> Study:
        return self._masked("How judges read")

    @cached_property
    def masked_analysed(self) -> Study:
        study = self._masked("How judges read, analysed")
        self.done(study, Job.Kind.READING)
        return study

    @cached_property
    def all_rows(self) -> list[Any]:
        """Make a study of each kind, for lists; a list has no arguments."""
        made = (self.running, self.draft, self.different, self.sealed, self.ranked, self.closed)
        return [row for row in made if row is None]

    # Single rows

    def link_of(self, study: Study, **fields: Any) -> RecruitmentLink:
        """Return the first link of a study, with these values."""
        link = RecruitmentLink.objects.filter(study=study, personal=False).earliest("pk")
        RecruitmentLink.objects.filter(pk=link.pk).update(**fields)
        return RecruitmentLink.objects.get(pk=link.pk)

    def record(self, model: str) -> int:
        """Return the key of a row of a table that the admin shows."""
        if model == "user":
            return self.owner.pk
        table, study = TABLES[model]
        return int(table.objects.filter(**{study: self.running}).earliest("pk").pk)

    def share_of(self, study: Study) -> ShareLink:
        """Return a link to the results of a study."""
        found = ShareLink.objects.filter(study=study).first()
        return found or sharing.make_share_link(study=study, user=self.owner, note="board")

    @cached_property
    def text(self) -> Sample:
        return self.draft.samples.earliest("pk")

    def upload(self, name: str) -> list[Any]:
        """Return the arguments of the pages of an upload that was received."""
        study = self.rating_draft if name == "systems" else self.empty
        file, content = FILES[name]
        found: Upload = uploads.receive(study=study, user=self.owner, name=file, content=content)
        return [study.code, found.pk]

    def job(self, name: str) -> list[Any]:
        """Return the arguments of the page of a job that is in such a state."""
        kind = {"failed": Job.Kind.MACHINE_JUDGE, "cancelled": Job.Kind.COMPANIONS}.get(
            name, Job.Kind.REHEARSE if name == "running" else Job.Kind.HARD_TRIADS
        )
        job = Job.objects.create(study=self.fresh, owner=self.owner, kind=kind, total=100, done=37)
        if name == "failed":
            Job.objects.filter(pk=job.pk).update(finished_at=Now(), error="It needs 12 texts.")
        if name == "cancelled":
            Job.objects.filter(pk=job.pk).update(finished_at=Now(), cancel_asked=True)
        if name == "done":
            Job.objects.filter(pk=job.pk).update(finished_at=Now(), done=100)
        return [self.fresh.code, job.pk]

    @property
    def files(self) -> dict[str, tuple[str, bytes]]:
        """Files to upload, by name."""
        return FILES

    def code_of_phone(self, user: Any) -> str:
        """Return the code that an account's phone would show now."""
        device: Any = second_factor.beginning(user)
        return f"{totp(device.bin_key):06d}"

    def invite(self, email: str) -> str:
        """Invite a person to the draft; return the secret of the mailed link."""
        _invitation, secret = colleagues.invite(
            study=self.draft, user=self.owner, email=email, role="editor"
        )
        return secret

    @cached_property
    def invited_colleague(self) -> str:
        return self.invite("new.colleague@example.org")

    @cached_property
    def invited_account(self) -> str:
        secret = self.invite("later@example.org")
        make_user("later@example.org")
        return secret

    @cached_property
    def reset_link(self) -> list[Any]:
        user = self.colleague
        key = urlsafe_base64_encode(force_bytes(user.pk))
        return [key, default_token_generator.make_token(user)]
