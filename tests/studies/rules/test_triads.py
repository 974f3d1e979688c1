"""Triads are what their order says; triads, events, amendments and verdicts never change."""

import pytest

from studies.models import Amendment, Sample, Study, Triad, Trial
from studies.services.lifecycle import amendments
from tests.factories import make_judge, make_link, make_sample, make_study, open_study
from tests.studies.rules.rows import answered, make_verdict, refused, sql, start

pytestmark = pytest.mark.django_db

# Triads


@pytest.mark.parametrize(
    "change",
    [
        "number = number + 1000", "block = block + 1", "kind = 'practice'", "mode = 'pilot'",
        "odd_position = odd_position % 3 + 1", "first_id = second_id, second_id = first_id",
        "third_id = first_id", "study_id = %(other)s",
        """ "order" = CASE "order" WHEN 'ABB' THEN 'BAA' ELSE 'ABB' END, odd_position = 1""",
    ],
)  # fmt: skip
def test_triads_never_change(change):
    study, other = open_study(), make_study()
    change = change.replace("%(other)s", str(other.pk))
    with refused("never change"):
        sql(f"UPDATE studies_triad SET {change} WHERE study_id = {study.pk}")  # noqa: S608 - our own words


def test_the_first_hold_is_set_by_the_database_and_never_changes():
    trial = start(make_link(open_study()))
    [first] = Triad.objects.filter(first_held_at__isnull=False)
    assert first == trial.triad
    sql("UPDATE studies_triad SET free_from = '1970-01-01' WHERE id = %s", first.pk)
    sql("UPDATE studies_triad SET free_from = now() + interval '1 h' WHERE id = %s", first.pk)
    assert Triad.objects.get(pk=first.pk).first_held_at == first.first_held_at
    for value in ("now()", "NULL"):
        with refused("first_held_at never changes"):
            sql(f"UPDATE studies_triad SET first_held_at = {value} WHERE id = %s", first.pk)  # noqa: S608 - our own words


def test_an_answered_triad_is_never_free_again():
    link = make_link(open_study())
    trial, other = answered(link), answered(link, "k2")
    free = "UPDATE studies_triad SET free_from = now() WHERE id = %s"
    with refused("is answered and cannot be free"):
        sql(free, trial.triad_id)
    # Until its answer is taken back; the other one's is none of it.
    sql("UPDATE studies_trial SET state = 'withdrawn' WHERE id = %s", trial.pk)
    assert sql(free, trial.triad_id) == 1
    assert other.triad_id != trial.triad_id


def triad_row(study: Study, samples: list[Sample], order: str, odd: int) -> Triad:
    first, second, third = samples
    return Triad(
        study=study, number=9999, block=1700, order=order, odd_position=odd,
        first=first, second=second, third=third,
    )  # fmt: skip


def of_subjects(study: Study, letters: str) -> list[Sample]:
    pools = {letter: list(study.samples.filter(subject=letter)[:3]) for letter in "AB"}
    return [pools[letter].pop() for letter in letters]


def test_the_odd_position_is_where_the_order_says():
    study = make_study()
    for odd in (2, 3):
        with refused("triad_odd_position"):
            triad_row(study, of_subjects(study, "ABB"), "ABB", odd).save()


def test_the_texts_of_a_triad_are_of_the_subjects_that_its_order_says():
    study = make_study()
    for letters in ("AAB", "BAA", "BBA"):
        with refused("does not fit its texts"):
            triad_row(study, of_subjects(study, letters), "ABB", 1).save()
    triad_row(study, of_subjects(study, "ABB"), "ABB", 1).save()


@pytest.mark.parametrize("place", range(3))
def test_each_text_of_a_triad_is_of_its_study_and_kind(place):
    study, letters = make_study(), "ABB"
    texts = of_subjects(study, letters)
    for other in (
        make_sample(make_study(), letters[place], "i1", "Of another study."),
        make_sample(study, letters[place], "i2", "For practice.", kind="practice"),
    ):
        mixed = [*texts[:place], other, *texts[place + 1 :]]
        with refused("does not fit its texts"):
            triad_row(study, mixed, letters, 1).save()


def test_a_triad_never_holds_the_same_text_twice():
    study = make_study()
    texts = of_subjects(study, "ABB")
    with refused("triad_three_samples"):
        triad_row(study, [texts[0], texts[1], texts[1]], "ABB", 1).save()
    for one, other in ((0, 1), (1, 2), (0, 2)):
        mixed = list(texts)
        mixed[other] = make_sample(study, "ABB"[other], "another day", texts[one].text)
        with refused("does not fit its texts"):
            triad_row(study, mixed, "ABB", 1).save()


def test_triad_numbers_are_unique():
    study = open_study()
    with refused("triad_number_unique"):
        Triad.objects.filter(study=study, number=1).update(number=1)
        triad = triad_row(study, of_subjects(study, "ABB"), "ABB", 1)
        triad.number = 1
        triad.save()


@pytest.mark.parametrize(
    "table", ["studies_trial", "studies_judge", "studies_triad", "studies_amendment"]
)
def test_the_parts_of_an_opened_study_are_not_deleted(table):
    """A dropout, a judge, the free triads: each is part of what happened."""
    study = open_study()
    link = make_link(study)
    trial = start(link)
    make_judge(link)
    Trial.objects.filter(pk=trial.pk).update(state="lapsed")
    amendments.raise_evaluations(study=study, user=study.owner, evaluations=30, why="more")
    with refused("kept"):
        sql(f"DELETE FROM {table} WHERE id = (SELECT max(id) FROM {table})")  # noqa: S608 - our own words


# The record


@pytest.mark.parametrize(
    "change", ["UPDATE studies_event SET what = 'x'", "DELETE FROM studies_event"]
)
def test_events_are_append_only(change):
    open_study()
    with refused("append-only"):
        sql(change)


def test_amendments_never_change():
    study = open_study()
    answered(make_link(study))
    amendments.raise_evaluations(study=study, user=study.owner, evaluations=30, why="more")
    assert Amendment.objects.get().after_looking
    with refused("never change"):
        sql("UPDATE studies_amendment SET after_looking = false")


@pytest.mark.parametrize(
    "change",
    ["outcome = 'similarity'", "counted = 25", "correct = 3", "numbers = '{\"p\": 1}'",
     "given_at = now()", "last_answer = 7", "study_id = study_id + 1"],
)  # fmt: skip
def test_a_verdict_never_changes(change):
    make_verdict(open_study())
    with refused("never change"):
        sql(f"UPDATE analysis_verdict SET {change}")  # noqa: S608 - our own words


def test_a_verdict_is_given_once_and_stays():
    study = open_study()
    make_verdict(study)
    with refused("duplicate key"):
        make_verdict(study)
    with refused("stays on record"):
        sql("DELETE FROM analysis_verdict")


def test_a_directed_study_takes_no_triad_in_which_a_text_of_a_is_the_odd_one():
    study = make_study(protocol="directed", question="Which one was written by a machine?")
    for letters, odd in (("ABB", 1), ("BAB", 2), ("BBA", 3)):
        with refused("does not fit its texts"):
            triad_row(study, of_subjects(study, letters), letters, odd).save()
    for letters, odd in (("BAA", 1), ("ABA", 2), ("AAB", 3)):
        triad = triad_row(study, of_subjects(study, letters), letters, odd)
        triad.number += odd
        triad.save()


def test_what_judges_are_asked_stays_once_there_are_triads():
    study = make_study()
    triad_row(study, of_subjects(study, "ABB"), "ABB", 1).save()
    with refused("triads of the other protocol"):
        sql("UPDATE studies_study SET protocol = 'directed', question = 'Which?'")


def test_a_directed_study_has_a_question_of_its_own():
    make_study()
    for question in ("", "  "):
        with refused("study_directed_has_question"):
            sql("UPDATE studies_study SET protocol = 'directed', question = %s", question)
    with refused("study_directed_has_question"):
        sql("UPDATE studies_study SET protocol = 'tetrad', question = 'Which?'")
