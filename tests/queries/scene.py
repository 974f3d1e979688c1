"""One researcher's studies with as many rows of everything as a test wants."""

import io
from dataclasses import dataclass, field
from typing import Any

from PIL import Image

from analysis.hard_triads import job as hard_triads
from analysis.machine_judge import job as machine_judge
from analysis.recomputation.rating_study.ranking import rank_as_paper
from analysis.recomputation.store import recompute
from studies.models import (
    ExcludedId,
    Job,
    ReadingRecord,
    RecruitmentLink,
    Study,
    Trial,
    Upload,
    User,
)
from studies.services.accounts import sharing, tokens
from studies.services.judging.answering.questionnaire import save_reason
from studies.services.judging.trials import next_trial
from studies.services.lifecycle import amendments, opening, transitions
from studies.services.lifecycle.opening_warnings import ACCEPTING
from studies.services.notifying import webhooks
from studies.services.recruiting import invitations
from studies.services.texts import images, upload, upload_check
from tests.access.scene import Scene, client_for, rating_draft
from tests.analysis.answering import give_answers
from tests.analysis.rating import rate_sheets
from tests.factories import (
    make_judge,
    make_link,
    make_sample,
    make_study,
    make_user,
    open_rating_study,
)
from tests.studies.conftest import researcher

# On each text its two sentences, and the first one once more.
STAYS = [[1, 1, 0, 900], [1, 2, 900, 600], [2, 1, 1500, 50], [1, 1, 2000, 300], [3, 2, 2300, 700]]


@dataclass
class Rows(Scene):
    """The same as the scene of the walk, and studies that other pages ask for."""

    finished: list[Study] = field(default_factory=list)
    states: dict[str, Study] = field(default_factory=dict)
    # Rating studies with their verdict.
    rated: list[Study] = field(default_factory=list)


def build(rows: int) -> Rows:
    """`rows` of all that a study may have one of; of texts and triads more."""
    owner = researcher("owner@example.org")
    root = make_user("root@example.org", is_superuser=True)
    study, *_others = [_open_study(owner, title=f"Study {number}") for number in range(rows)]
    links = [make_link(study, panel=f"panel {number}") for number in range(rows)]
    trials = [_answered(study, link) for link in links]
    _add_around(study, owner, rows)
    recompute(study_id=study.pk)
    _looked_at(study, owner)
    study.refresh_from_db()
    draft = _draft(owner, rows)
    return Rows(
        study,
        draft,
        links[0],
        judge=trials[0].judge,
        held=next_trial(make_judge(links[0])),
        answered=trials[0],
        upload=_upload(draft, owner, rows),
        job=Job.objects.create(study=study, owner=owner, kind=Job.Kind.OPEN),
        rating=rating_draft(owner, rows),
        clients={"owner": client_for(owner), "superuser": client_for(root)},
        people={"owner": owner, "superuser": root},
        finished=[_finished(owner, number) for number in range(rows)],
        states=_states(owner),
        rated=[_rated(owner, number, items=rows + 1) for number in range(rows)],
    )


def _open_study(owner: User, **fields: Any) -> Study:
    """Masked, and with a question after each choice: all that a page of results can show."""
    fields = {"presentation": "masked", "asks_reason": True, "evaluations": 24} | fields
    study = make_study(owner=owner, items=0, **fields)
    for number in range(12):
        for subject in "AB":
            text = f"Rain on day {number}. It stops {subject} early."
            make_sample(study, subject, f"day {number}", text)
    return opening.open_study(study=study, user=owner, accepted=list(ACCEPTING))


def _finished(owner: User, number: int) -> Study:
    study = _open_study(owner, title=f"Finished {number}", evaluations=8)
    give_answers(study, 8, 5)
    recompute(study_id=study.pk)
    return study


def _rated(owner: User, number: int, *, items: int) -> Study:
    plan = {"setup": "together", "judges_per_item": 2, "resamples": 1000}
    study = open_rating_study(owner=owner, title=f"Rated {number}", items=items, plan=plan)
    rate_sheets(study, judges=items)
    recompute(study_id=study.pk)
    rank_as_paper(study_id=study.pk)
    return study


def _states(owner: User) -> dict[str, Study]:
    """Studies to which another action is offered than to one that is open."""
    states = {
        name: _open_study(owner, title=name, blind=name == "sealed")
        for name in ("paused", "closed", "archived", "sealed")
    }
    transitions.pause(study=states["paused"], user=owner)
    for name in ("closed", "archived"):
        transitions.close(study=states[name], user=owner)
    transitions.archive(study=Study.objects.get(pk=states["archived"].pk), user=owner)
    return states


def _answered(study: Study, link: RecruitmentLink) -> Trial:
    [trial] = give_answers(study, 1, 1, link=link)
    position = trial.answer.chosen_position
    ReadingRecord.objects.create(
        answer=trial.answer,
        chosen_ms=4000,
        confirmed_ms=5000,
        visible_ms=4500,
        choices=[[position % 3 + 1, 2000], [position, 4000]],
        device="touch",
        width=360,
        masked=True,
        stays=STAYS,
    )
    save_reason(trial=trial, reason=f"As {link.panel} says", sureness="")
    return trial


def _looked_at(study: Study, owner: User) -> None:
    """What programs found in the texts."""
    for kind, look in (
        (Job.Kind.MACHINE_JUDGE, machine_judge.ask),
        (Job.Kind.HARD_TRIADS, hard_triads.look),
    ):
        job = Job.objects.create(study=study, owner=owner, kind=kind, finished_at=study.opened_at)
        look(job, lambda _done, _total: None)


def _add_around(study: Study, owner: User, rows: int) -> None:
    """Amendments, and people who are invited, share, read, are told or may not take part."""
    for number in range(rows):
        amendments.raise_evaluations(
            study=study, user=owner, evaluations=30 + number, why=f"reason {number}"
        )
    addresses = "\n".join(f"invited{number}@example.org" for number in range(rows))
    invitations.invite(
        study=study,
        user=owner,
        lines=addresses,
        everybody=False,
        subject="Read three texts",
        body="Take part: {link}",
        panel="invited",
        mode="live",
    )
    for number in range(rows):
        sharing.make_share_link(study=study, user=owner, note=f"reader {number}")
        webhooks.add(study=study, user=owner, url=f"https://example.org/{number}")
        ExcludedId.objects.create(study=study, external_id=f"excluded {number}")
        tokens.make(user=owner, name=f"program {number}")
        analyst = make_user(f"analyst{number}@example.org").email
        sharing.share(study=study, user=owner, email=analyst, role="analyst")


def _draft(owner: User, rows: int) -> Study:
    draft = make_study(owner=owner, title="Draft", items=0)
    for number in range(rows):
        for subject in "AB":
            image = images.store_image(study=draft, content=_png(number))
            make_sample(
                draft,
                subject,
                f"day {number}",
                f"Text {number} {subject}.",
                image=image,
                alt_text="x",
            )
    return draft


def _png(number: int) -> bytes:
    file = io.BytesIO()
    Image.new("RGB", (8, 8), (number, 0, 0)).save(file, "PNG")
    return file.getvalue()


def _upload(draft: Study, owner: User, rows: int) -> Upload:
    lines = [f"{subject},item {n},text {n} {subject}" for n in range(rows) for subject in "AB"]
    content = "\n".join(["subject,item,text", *lines]).encode()
    received = upload.receive(study=draft, user=owner, name="texts.csv", content=content)
    upload_check.check_upload(upload=received)
    return received
