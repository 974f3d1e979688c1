"""Practice: after the choice, whether it was right and which text it was."""

from django.http import HttpRequest, HttpResponse

from studies.models import Answer, Sample, Study
from studies.services import visits
from studies.views import judge_pages
from studies.views.shown import shown


def feedback(
    request: HttpRequest, look: visits.Look, *, action: str, leave: str, kept: bool
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
    return judge_pages.page(request, "feedback", context)


def feedback_context(
    study: Study, samples: tuple[Sample, ...], *, code: str, chosen: int, odd: int
) -> dict[str, object]:
    """The three texts again, with the choice and the odd one named."""
    texts = shown(samples, study=study, code=code)
    return {
        "said": judge_pages.said(study),
        "shown": texts,
        "chosen": chosen,
        "odd": odd,
        "odd_label": texts.texts[odd - 1].label,
        "chosen_label": texts.texts[chosen - 1].label,
    }
