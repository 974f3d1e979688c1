"""Pages of invitations, of excluded ids and of who took part; the QR code of a link."""

import csv
import io
from typing import Any

import pytest
from django.db.models.functions import Now
from django.test import Client

from studies.models import Event, ExcludedId, Invitation, Job, Judge, RecruitmentLink, Study, User
from studies.services.recruiting import invitations
from studies.workbench.recruiting.links import link_page, new_link_page
from tests.factories import make_judge, make_link, make_study, open_study

pytestmark = pytest.mark.django_db
WORDS = {
    "panel": "experts",
    "lines": "ann@example.org\nbob@example.org",
    "mode": "live",
    "subject": "Read <b>three</b> texts",
    "body": "Take part: {link}",
}


def of(study: Any, page: str) -> str:
    return f"/studies/{study.code}/people/{page}/"


def test_who_gets_what_is_shown_before_it_is_sent(as_alice: Client, alice: User) -> None:
    study = open_study(owner=alice)
    assert "{link}" in as_alice.get(of(study, "invite")).content.decode()
    shown = as_alice.post(of(study, "invite"), {**WORDS, "check": "1"}).content.decode()
    assert "2 e-mails will be sent." in shown
    assert "ann@example.org, bob@example.org" in shown
    assert "Read &lt;b&gt;three" in shown
    assert not RecruitmentLink.objects.exists()
    changed = as_alice.post(of(study, "invite"), {**WORDS, "send": "3"})
    assert "The list has changed" in changed.content.decode()
    sent = as_alice.post(of(study, "invite"), {**WORDS, "send": "2"})
    job = Job.objects.get(kind=Job.Kind.SEND_INVITATIONS)
    assert sent["Location"] == f"/studies/{study.code}/jobs/{job.pk}/"
    assert Invitation.objects.count() == 2


def test_what_is_wrong_stands_at_its_field(as_alice: Client, alice: User) -> None:
    study = open_study(owner=alice)
    wrong = {"lines": "ann", "body": "no address", "subject": "a\nb", "panel": "", "mode": "x"}
    page = as_alice.post(of(study, "invite"), {**WORDS, **wrong})
    assert page.status_code == 422
    assert set(page.context["form"].errors) == set(wrong)


def test_a_draft_sends_nothing(as_alice: Client, alice: User) -> None:
    study = make_study(owner=alice)
    page = as_alice.post(of(study, "invite"), {**WORDS, "send": "2"})
    assert "E-mails can be sent while the study is open" in page.content.decode()
    assert not RecruitmentLink.objects.exists()


def test_a_reminder_that_tells_of_the_aim_is_sent_by_a_second_click(
    as_alice: Client, alice: User
) -> None:
    study = open_study(owner=alice)
    invited(study, range(1))
    Invitation.objects.update(sent_at=Now())
    mail = {"subject": "Find the robot", "body": "{link}"}
    page = as_alice.post(of(study, "remind"), mail)
    assert "“robot” in the subject: judges may guess" in page.content.decode()
    assert Event.objects.filter(study=study, what=Event.What.REMINDED).count() == 0
    as_alice.post(of(study, "remind"), {**mail, "send": "1"})
    assert Event.objects.filter(study=study, what=Event.What.REMINDED).count() == 1


def test_no_one_is_reminded_of_a_study_that_needs_no_one(as_alice: Client, alice: User) -> None:
    study = open_study(owner=alice)
    invited(study, range(1))
    Invitation.objects.update(sent_at=Now())
    assert "Send 1 reminder" in as_alice.get(of(study, "remind")).content.decode()
    Study.objects.filter(pk=study.pk).update(completed_at=Now())
    page = as_alice.post(of(study, "remind"), {"subject": "Again", "body": "{link}"})
    assert "while the study is open and takes judges" in page.content.decode()
    assert not Job.objects.exists()


def invited(study: Any, numbers: range) -> None:
    invitations.invite(
        study=study,
        user=study.owner,
        lines="\n".join(f"p{n}@example.org" for n in numbers),
        everybody=False,
        subject="s",
        body="{link}",
        panel="p",
        mode="live",
    )


def test_the_list_tells_each_state_in_a_constant_number_of_queries(
    as_alice: Client, alice: User, django_assert_num_queries: Any
) -> None:
    study = open_study(owner=alice)
    assert "No one has been invited" in as_alice.get(of(study, "invitations")).content.decode()
    invited(study, range(1))
    for more in (range(1, 1), range(1, 4)):
        if more:
            invited(study, more)
        with django_assert_num_queries(9):
            page = as_alice.get(of(study, "invitations"))
    assert "waiting: 4" in page.content.decode()
    Invitation.objects.filter(link__addressee="p1@example.org").update(
        failed_at="2026-01-01T00:00Z", error="<i>full</i>"
    )
    failed = as_alice.get(of(study, "invitations"), {"state": "failed"}).content.decode()
    assert "&lt;i&gt;full" in failed
    assert "p2@example.org" not in failed
    as_alice.post(of(study, "invitations"), {"again": "1"})
    assert Invitation.objects.waiting().count() == 4


def test_the_judges_of_earlier_studies_are_excluded(
    as_alice: Client, alice: User, bob: User
) -> None:
    earlier, foreign, study = (
        open_study(owner=alice),
        open_study(owner=bob),
        open_study(owner=alice),
    )
    for number, other in enumerate((earlier, foreign)):
        make_judge(make_link(other), source="prolific", external_id=f"p{number}")
    page = as_alice.post(of(study, "excluded"), {"ids": "a\n\n b \na", "studies": [foreign.pk]})
    assert list(page.context["form"].errors) == ["studies"]
    as_alice.post(of(study, "excluded"), {"ids": "a\n\n b \na", "studies": [earlier.pk]})
    ids = ExcludedId.objects.filter(study=study)
    assert list(ids.values_list("external_id", flat=True)) == ["a", "b", "p0"]
    assert "a\nb\np0" in as_alice.get(of(study, "excluded")).content.decode()
    as_alice.post(of(study, "excluded"), {"ids": "b"})
    assert list(ids.values_list("external_id", flat=True)) == ["b"]
    too_long = as_alice.post(of(study, "excluded"), {"ids": "x" * 201})
    assert list(too_long.context["form"].errors) == ["ids"]


def test_who_took_part_is_given_out_without_answers(as_alice: Client, alice: User) -> None:
    study = open_study(owner=alice)
    link = make_link(study)
    first = make_judge(
        link, source="prolific", external_id="=1+1", panel_parameters={"STUDY_ID": "s"}
    )
    make_judge(link, same_browser_as=first)
    response: Any = as_alice.get(f"/studies/{study.code}/export/judges.csv")
    rows = list(csv.DictReader(io.StringIO(b"".join(response.streaming_content).decode())))
    assert [(r["judge"], r["external_id"], r["STUDY_ID"], r["finished"]) for r in rows] == [
        (first.code, "'=1+1", "s", "no"),
        (Judge.objects.last().code, "", "", "no"),  # type: ignore[union-attr]  # there are two
    ]
    assert [row["same_browser_as"] for row in rows] == ["", first.code]
    assert not {"correct", "chosen_position"} & set(rows[0])
    seen = as_alice.get("/admin/studies/judge/", {"known_browser": "yes"}).content.decode()
    assert f">{first.code}</td>" in seen
    page = as_alice.get(link_page(link)).content.decode()
    assert "1 judge came in a browser" in page


def test_the_qr_code_is_a_picture_with_a_sensible_name(as_alice: Client, alice: User) -> None:
    link = make_link(make_study(owner=alice, title="Día & <b>"), panel="Experts 2026")
    response = as_alice.get(f"{link_page(link)}qr.svg?download")
    assert response["Content-Type"] == "image/svg+xml"
    assert response["Content-Disposition"] == 'attachment; filename="dia-b-experts-2026-qr.svg"'
    assert b"<title>Experts 2026</title>" in response.content
    assert b"script" not in response.content
    picture = as_alice.get(f"{link_page(link)}qr.png")
    assert (picture["Content-Type"], picture.content[:4]) == ("image/png", b"\x89PNG")
    assert as_alice.get(f"{link_page(link)}qr.exe").status_code == 404


@pytest.mark.parametrize(
    ("fields", "wrong"),
    [
        ({"id_parameter": "PROLIFIC_PID"}, []),
        ({"mturk": "on"}, []),
        ({"mturk": "on", "id_parameter": "pid"}, ["id_parameter"]),
        ({"id_parameter": "a b"}, ["id_parameter"]),
        ({"id_parameter": "lang"}, ["id_parameter"]),
        ({"id_parameter": "form_key"}, ["id_parameter"]),
    ],
)
def test_the_name_of_the_id_is_one_that_works(
    as_alice: Client, alice: User, fields: dict[str, str], wrong: list[str]
) -> None:
    study = make_study(owner=alice)
    data = {"panel": "p", "mode": "live", **fields}
    response = as_alice.post(new_link_page(study), data)
    found = response.context["form"].errors if response.status_code == 422 else {}
    assert list(found) == wrong


def test_personal_links_have_a_language(as_alice: Client, alice: User) -> None:
    study = make_study(owner=alice)
    data = {"panel": "p", "lines": "Ann", "mode": "live", "language": "gl", "make": "1"}
    as_alice.post(of(study, "personal-links"), data)
    assert RecruitmentLink.objects.get().language == "gl"


@pytest.mark.parametrize(
    ("fields", "end"),
    [
        (
            {"id_parameter": "PROLIFIC_PID"},
            "/?PROLIFIC_PID={{%PROLIFIC_PID%}}&amp;STUDY_ID={{%STUDY_ID%}}"
            "&amp;SESSION_ID={{%SESSION_ID%}}</code>",
        ),
        ({"id_parameter": "pid"}, "/?pid=</code>"),
        (
            {"id_parameter": "id", "done_url": "https://uni.sona-systems.com/webstudy_credit.aspx"},
            "/?id=%SURVEY_CODE%</code>",
        ),
        ({"id_parameter": "c", "over_quota_url": "https://s.cint.com/x"}, "/?c=[ID]</code>"),
        ({"id_parameter": "RID", "done_url": "https://samplicio.us/x"}, "/?RID=[%RID%]</code>"),
        ({"id_parameter": "id", "done_url": "https://notcint.com/x"}, "/?id=</code>"),
        ({"mturk": True}, "/</code>"),
    ],
)
def test_a_panel_is_given_the_address_with_the_place_of_the_id(
    as_alice: Client, alice: User, fields: dict[str, Any], end: str
) -> None:
    link = make_link(make_study(owner=alice), **fields)
    page = as_alice.get(link_page(link)).content.decode()
    assert f"/j/{link.token}{end}" in page
    assert "A message to send" not in page
