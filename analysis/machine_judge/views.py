"""The page of the machine judge."""

from collections import Counter
from typing import Any
from uuid import UUID

from django.contrib.admin.views.decorators import staff_member_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from analysis.machine_judge import imitation, summary
from analysis.machine_judge.beside_judges import (
    MANY_ANSWERS,
    correlation,
    in_words,
    odd_texts,
    scatter,
)
from analysis.machine_judge.features import feature_of, what_to_do
from analysis.machine_judge.job import MachineJudgeResult, latest
from analysis.machine_judge.text_by_text import JudgedText, judged_texts, texts_page
from analysis.results.study_results import read_results, stamp_for
from studies.kinds import kind_of
from studies.kinds.pair import Pair
from studies.models import Job, Study
from studies.models.visibility import May
from studies.values.whole_numbers import whole_number
from studies.workbench.frame import frame_of_pair, pair_for
from studies.workbench.jobs import start_job


@require_http_methods(["GET", "HEAD", "POST"])
@staff_member_required
@never_cache
def machine_judge(request: HttpRequest, code: UUID) -> HttpResponse:
    """Show what it found; POST asks it, by a job. For people who may change the texts."""
    pair = pair_for(request, code, May.EDIT)
    if request.method == "POST":
        return start_job(request, pair.study, Job.Kind.MACHINE_JUDGE, pair=pair.letters)
    result = latest(pair)
    context = {
        **frame_of_pair(request, pair, "Machine judge"),
        "running": Job.objects.running(pair.study, Job.Kind.MACHINE_JUDGE, pair.letters),
        "has_texts": pair.samples.main().exists(),
        "result": result,
        **(_in_words(pair, result) if result else {}),
        **(_text_by_text(request, pair, result) if result and result.samples else {}),
    }
    return render(request, "analysis/machine_judge.html", context)


def _text_by_text(request: HttpRequest, pair: Pair, result: MachineJudgeResult) -> dict[str, Any]:
    """Return the table of texts, and the judges' right answers where the person may see them."""
    texts = judged_texts(pair, result)
    of = request.GET.get("of", "")
    number = min(whole_number(request.GET.get("page", "")) or 0, len(texts))
    passing = Counter(text.subject for text in texts if text.passes)
    return {
        "of": of,
        "next_number": number + 1,
        "choices": [
            ("", f"all {len(texts):,}"),
            *(
                (letter, f"{passing[letter]:,} of {name} taken for the other's")
                for letter, name in pair.names.items()
            ),
        ],
        "page": texts_page(pair, texts, of=of, number=number),
        **(_beside(request, pair.study, texts) if kind_of(pair.study).tells_apart else {}),
    }


def _beside(request: HttpRequest, study: Study, texts: list[JudgedText]) -> dict[str, Any]:
    """Return the scores beside the judges' answers; nothing where these may not be read."""
    stamp = stamp_for(request.user, study.code) if study.opened_at else None
    if stamp is None or not stamp.may_read:
        return {}
    snapshot = read_results(stamp).snapshot
    counted = snapshot.counts.counted
    if not counted or (counted > MANY_ANSWERS and "beside" not in request.GET):
        return {"asks_for_beside": counted > MANY_ANSWERS}
    odd = odd_texts(study, texts)
    return {
        "beside": scatter(study, odd),
        "correlation": in_words(correlation(study, odd, tested=snapshot.is_tested)),
    }


def _in_words(pair: Pair, result: MachineJudgeResult) -> dict[str, Any]:
    found = result.found
    return {
        "verdict": summary.verdict(pair, found),
        "advice": summary.advice(pair, found),
        "is_warning": summary.is_warning(found),
        "topics": summary.topics(pair, found),
        "passing": summary.passing(pair, found),
        "size": summary.size(result),
        "imitation": result.imitation and imitation.table(result.imitation),
        "items_imitated": result.imitation and result.imitation.of_b.items,
        "is_stale": result.is_stale(pair),
        "right": [
            (name, summary.whole_percent(share))
            for name, share in ((pair.name_a, found.right_a), (pair.name_b, found.right_b))
            if share is not None
        ],
        "what_to_do": what_to_do(found.telling),
        "telling": [
            (subject, [feature_of(one) for one in found.telling if one.subject == letter])
            for letter, subject in pair.names.items()
        ],
    }
