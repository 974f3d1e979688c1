"""Practice: after the choice, whether it was right and which text it was."""

from django.http import HttpRequest, HttpResponse

from studies.judge import responses
from studies.judge.triad_texts import shown
from studies.models import Answer, Sample, Study
from studies.services.judging import visits


def feedback(
    request: HttpRequest, look: visits.TrialVisit, *, action: str, leave: str, kept: bool
) -> HttpResponse:
    """The page of a practice trial whose choice was made."""
    trial = look.trial
    chosen = Answer.objects.values_list("chosen_position", flat=True).get(trial=trial)
    context = feedback_context(
        trial.study,
        Sample.objects.by_position(trial.triad.sample_ids),
        code=trial.code,
        chosen=chosen,
        odd=trial.triad.odd_position,
    )
    context |= {"action": action, "leave": leave, "kept": kept}
    return responses.page(request, "feedback", context)


def feedback_context(
    study: Study, samples: tuple[Sample, ...], *, code: str, chosen: int, odd: int
) -> dict[str, object]:
    """The three texts again, with the choice and the odd one named."""
    texts = shown(samples, study=study, code=code)
    return {
        "said": responses.said(study),
        "shown": texts,
        "chosen": chosen,
        "odd": odd,
        "odd_label": texts.texts[odd - 1].label,
        "chosen_label": texts.texts[chosen - 1].label,
    }
