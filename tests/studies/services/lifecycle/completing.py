"""A study with all planned triads answered."""

from studies.models import Study
from studies.services.judging.answering.answers import answer
from studies.services.judging.trials import next_trial
from studies.services.lifecycle import transitions
from tests.factories import make_judge, make_link


def answer_all(study: Study) -> None:
    link = make_link(study)
    for _ in range(study.evaluations):
        answer(code=next_trial(make_judge(link)).code, position=1)
    transitions.mark_complete(study_id=study.pk)
    study.refresh_from_db()
