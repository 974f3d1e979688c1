"""What researchers do for one judge: withdraw answers where the judge cannot."""

from uuid import UUID

from django import forms
from django.contrib import messages
from django.contrib.admin.views.decorators import staff_member_required
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from studies.models import Judge, Study
from studies.services.judging import withdrawal
from studies.services.recruiting.pasted_lists import one_address
from studies.values.panel_ids import stripped
from studies.workbench.frame import page, study_for, study_page, user_of


class WithdrawForm(forms.Form):
    """The judge, by code or by the panel's id, and why."""

    judge = forms.CharField(
        label="Judge",
        max_length=200,
        help_text="The code in the lists, the panel’s id, or the address that was invited.",
        widget=forms.TextInput(attrs={"autocomplete": "off", "spellcheck": "false"}),
    )
    why = forms.CharField(
        label="Reason",
        max_length=1000,
        help_text="Kept with the event. Name no person here.",
        widget=forms.Textarea(attrs={"rows": 2}),
    )

    def __init__(self, *args: object, study: Study, **kwargs: object) -> None:
        super().__init__(*args, **kwargs)  # type: ignore[arg-type]  # Django's own arguments
        self._study = study

    def clean_judge(self) -> Judge:
        """Return the judge; refuse a name that fits none, or several."""
        name = one_address(stripped(self.cleaned_data["judge"]))
        found: list[Judge] = list(self._study.judges.named(name)[:2])
        if not found:
            raise forms.ValidationError("This study has no judge of this code or id.")
        if len(found) > 1:
            raise forms.ValidationError("Several judges have this id: write the code of one.")
        if found[0].withdrawn_at is not None:
            raise forms.ValidationError("The answers of this judge have been withdrawn already.")
        return found[0]


@require_http_methods(["GET", "POST"])
@staff_member_required
@never_cache
def withdraw_for_judge(request: HttpRequest, code: UUID) -> HttpResponse:
    """Withdraw all answers of one judge who asked for it, as if the judge had done it."""
    study = study_for(request, code, "edit")
    form = WithdrawForm(
        request.POST or None, study=study, initial={"judge": request.GET.get("judge", "")}
    )
    if form.is_valid():
        judge: Judge = form.cleaned_data["judge"]
        withdrawal.withdraw_for(
            study=study,
            judge_code=judge.code,
            user=user_of(request),
            why=form.cleaned_data["why"],
        )
        messages.success(request, "All answers of this judge are withdrawn.")
        return HttpResponseRedirect(study_page(study))
    template = "studies/withdraw_for_judge.html"
    return page(request, template, study, "Withdraw a judge’s answers", form=form)
