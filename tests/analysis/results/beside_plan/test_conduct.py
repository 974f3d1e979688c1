"""Links after the first answer and other studies of the same texts, as one reader may know them."""

from datetime import timedelta

import pytest
from django.contrib.auth.models import AnonymousUser
from django.urls import reverse
from django.utils.timezone import now

from analysis.recomputation.store import recompute
from analysis.results.study_results import read_results, stamp_for
from analysis.verdict_text import Conduct
from studies.models import Sample
from studies.services.accounts import tokens
from studies.services.accounts.sharing import make_share_link
from studies.services.lifecycle import amendments, drafts, erasure, opening, transitions
from studies.services.recruiting import excluded_ids, links
from tests.analysis.answering import give_answers
from tests.factories import make_link, make_sample, make_study, make_user, open_study

pytestmark = pytest.mark.django_db


def conduct(study, reader=None):
    recompute(study_id=study.pk)
    stamp = stamp_for(study.owner, study.code)
    return read_results(stamp, reader=reader or study.owner).snapshot.conduct


def answered(answers=3, **fields):
    study = open_study(**fields)
    give_answers(study, answers, 1)
    return study


def test_links_before_the_first_answer_are_no_change():
    study = open_study()
    link = make_link(study)
    links.revoke(link=make_link(study), user=study.owner)
    assert conduct(study) == Conduct()
    give_answers(study, 3, 1, link=link)
    assert conduct(study) == Conduct()


def test_live_links_added_and_revoked_after_the_first_answer_are_counted():
    study = answered()
    added = make_link(study)
    links.make_personal_links(
        study=study, user=study.owner, lines="ann\nbob", panel="by name", mode="live"
    )
    links.revoke(link=added, user=study.owner)
    pilot = make_link(study, mode="pilot")
    links.revoke(link=pilot, user=study.owner)
    found = conduct(study)
    assert (found.links_added, found.links_revoked) == (3, 1)


def test_a_quota_or_an_end_ends_a_link_as_revoking_it_does():
    study = answered()
    link, pilot = study.links.get(), make_link(study, mode="pilot")
    for changed in ({"quota": "Quota"}, {"expires_at": "Expires"}, {"done_code": "Code"}):
        links.change_link(link=link, user=study.owner, changed=changed)
        links.change_link(link=pilot, user=study.owner, changed=changed)
    assert conduct(study).links_changed == 2


def test_a_reopening_in_sight_of_results_is_told():
    study, blind = answered(), answered(blind=True)
    for one in (study, blind):
        transitions.close(study=one, user=one.owner)
        amendments.reopen(study=one, user=one.owner, why="Closed by mistake.")
    assert (conduct(study).reopened, conduct(blind).reopened) == (1, 0)


def test_the_list_of_excluded_ids_is_a_choice_of_people():
    study = open_study()
    excluded_ids.replace(study=study, user=study.owner, ids=["p1"])
    give_answers(study, 3, 1)
    assert conduct(study).excluded_ids_changed == 0
    excluded_ids.replace(study=study, user=study.owner, ids=["p1", "p2"])
    assert conduct(study).excluded_ids_changed == 1


def test_what_is_done_after_the_verdict_is_not_told():
    study = answered(6, evaluations=6)
    link = study.links.get()
    recompute(study_id=study.pk)
    links.revoke(link=link, user=study.owner)
    make_link(study)
    excluded_ids.replace(study=study, user=study.owner, ids=["p1"])
    links.change_link(link=link, user=study.owner, changed={"quota": "Quota"})
    assert conduct(study) == Conduct()


def copy_of(study, **fields):
    """An opened duplicate with answers."""
    copy = drafts.duplicate(study=study, user=fields.pop("owner", study.owner))
    for name, value in fields.items():
        setattr(copy, name, value)
    copy.save()
    opening.open_study(study=copy, user=copy.owner, accepted=["fewer_than_recommended"])
    copy.refresh_from_db()
    return copy


def test_opened_duplicates_are_told_on_both_sides():
    study = answered()
    copy = copy_of(study)
    give_answers(copy, 3, 1)
    for one, other in ((study, copy), (copy, study)):
        found = conduct(one)
        assert (found.same_texts, found.same_texts_number) == ((str(other.code),), 1)


def test_the_same_texts_uploaded_anew_in_another_order_are_found():
    study = answered()
    again = make_study(owner=study.owner, items=0)
    for sample in Sample.objects.filter(study=study).order_by("-pk"):
        make_sample(again, sample.subject, f"other {sample.item}", sample.text + "  ")
    opening.open_study(study=again, user=again.owner, accepted=["fewer_than_recommended"])
    assert conduct(study).same_texts == (str(again.code),)


def test_exchanging_the_subjects_does_not_hide_a_copy():
    study = answered()
    again = make_study(owner=study.owner, items=0, subject_a="Machine", subject_b="Forecaster")
    for sample in Sample.objects.filter(study=study):
        make_sample(again, "AB"[sample.subject == "A"], sample.item, sample.text)
    opening.open_study(study=again, user=again.owner, accepted=["fewer_than_recommended"])
    assert conduct(study).same_texts_number == 1


def test_drafts_rehearsals_and_other_texts_are_no_copies():
    study = answered()
    drafts.duplicate(study=study, user=study.owner)
    copy_of(study, is_test=True)
    open_study(owner=study.owner, items=11)
    assert conduct(study) == Conduct()


def test_a_rehearsal_is_told_of_no_copies():
    study = answered(is_test=True)
    copy_of(study, is_test=False)
    assert conduct(study) == Conduct()


def test_of_studies_that_the_reader_may_not_see_only_the_number_is_told():
    study = answered()
    mine = copy_of(study)
    copy_of(study, owner=make_user())
    found = conduct(study)
    assert (found.same_texts, found.same_texts_number) == ((str(mine.code),), 2)
    found = conduct(study, reader=AnonymousUser())
    assert (found.same_texts, found.same_texts_number) == ((), 2)


def test_a_shared_page_names_no_other_study(client):
    study = answered()
    copy = copy_of(study)
    recompute(study_id=study.pk)
    token = make_share_link(study=study, user=study.owner, note="").token
    page = client.get(reverse("analysis:shared", args=[token])).content.decode()
    assert "tested in 1 other study." in page
    assert str(copy.code) not in page


def test_an_erased_copy_leaves_its_number():
    study = answered()
    copy = copy_of(study)
    give_answers(copy, 3, 1)
    erasure.erase(study=copy, user=copy.owner)
    found = conduct(study)
    assert (found.same_texts_number, found.same_texts_erased) == (0, 1)


def test_page_file_and_api_tell_the_same(client):
    study = answered()
    copy = copy_of(study)
    links.revoke(link=study.links.get(), user=study.owner)
    recompute(study_id=study.pk)
    client.force_login(study.owner)
    sentences = (
        "Who could take part was changed after the first answer: 1 link revoked.",
        f"The same texts were also tested in 1 other study (“{copy.title}”).",
    )
    page = client.get(reverse("analysis:results", args=[study.code])).content.decode()
    file = b"".join(client.get(reverse("analysis:export_results", args=[study.code]))).decode()
    secret = tokens.make(user=study.owner, name="reader")[1]
    address = reverse("api:results", args=[study.code])
    told = client.get(address, headers={"Authorization": f"Bearer {secret}"}).json()
    for sentence in sentences:
        assert sentence in page
        assert sentence in file
        assert sentence in told["statement"]
    assert "What happened beside the plan" in page
    assert told["quantities"]["links_revoked_after_first_answer"] == 1
    assert told["quantities"]["studies_with_the_same_texts_seen"] == str(copy.code)


def test_a_sealed_study_tells_nothing_before_its_verdict(client):
    study = answered(blind=True)
    make_link(study)
    copy_of(study)
    recompute(study_id=study.pk)
    client.force_login(study.owner)
    page = client.get(reverse("analysis:results", args=[study.code])).content.decode()
    assert "Who could take part" not in page
    assert "The same texts" not in page


def test_an_ended_link_is_not_a_changed_one():
    """An end that was set beforehand is part of the plan."""
    study = open_study()
    link = make_link(study, expires_at=now() + timedelta(hours=1))
    give_answers(study, 3, 1, link=link)
    assert conduct(study) == Conduct()
