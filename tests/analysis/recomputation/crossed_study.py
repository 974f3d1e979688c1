"""A study of the reference values for limits over texts, as rows of the database."""

from itertools import cycle

from django.db import connection

from studies.design import ORDERS
from studies.models import Sample, Study, Triad
from studies.services.lifecycle import opening
from studies.services.lifecycle.opening_warnings import ACCEPTING
from tests.analysis.answering import give_outcomes
from tests.analysis.stats.reference import rows
from tests.factories import make_sample, make_study


def crossed_study(name: str, **plan) -> Study:
    """An open study with the answers of the reference: same items, same judges."""
    answers = rows("crossed_data", set=name)
    per_judge = len(answers) // len({answer["judge"] for answer in answers})
    study = make_study(
        items=0, evaluations=len(answers), evaluations_per_judge=per_judge, beta=0.05, **plan
    )
    texts = {}
    for item in sorted({answer[f"item_{place}"] for answer in answers for place in (1, 2, 3)}):
        for subject in "AB":
            texts[item, subject] = [
                make_sample(study, subject, item, f"{subject} writes of {item} ({number}).")
                for number in (1, 2)
            ]
    opening.open_study(study=study, user=study.owner, accepted=list(ACCEPTING))
    study.refresh_from_db()
    _arrange(study, answers, texts)
    give_outcomes(study, [answer["correct"] == "1" for answer in answers], per_judge=per_judge)
    return study


def _arrange(
    study: Study, answers: list[dict[str, str]], texts: dict[tuple[str, str], list[Sample]]
) -> None:
    """Put the reference's items into the triads, past the rules that keep a plan as it is."""
    triads = Triad.objects.filter(study=study, mode="live", kind="main").order_by("number")
    for triad, answer, order in zip(triads, answers, cycle(ORDERS), strict=False):
        free = {subject: iter((0, 1)) for subject in "AB"}
        triad.order, triad.odd_position = (
            order,
            next(place for place in range(1, 4) if order.count(order[place - 1]) == 1),
        )
        triad.first, triad.second, triad.third = (
            texts[answer[f"item_{place}"], subject][next(free[subject])]
            for place, subject in enumerate(order, start=1)
        )
    with connection.cursor() as cursor:
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
        cursor.execute("ALTER TABLE studies_triad DISABLE TRIGGER USER")
        Triad.objects.bulk_update(triads, ["order", "odd_position", "first", "second", "third"])
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
        cursor.execute("ALTER TABLE studies_triad ENABLE TRIGGER USER")
        cursor.execute("SET CONSTRAINTS ALL DEFERRED")
