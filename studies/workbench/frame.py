"""What the pages of a study beyond the admin's own have in common: study, person and frame."""

from typing import Any
from uuid import UUID

from django.contrib import admin
from django.http import HttpRequest
from django.shortcuts import get_object_or_404
from django.urls import reverse

from studies.models import Study, User


def study_for(request: HttpRequest, code: UUID, may: str) -> Study:
    """The study, for somebody who may do this to it; without the frozen plan, which may be long."""
    visible = Study.objects.visible_to(request.user, may).defer("plan_json")
    return get_object_or_404(visible, code=code)


def user_of(request: HttpRequest) -> User:
    """The person who is signed in."""
    assert isinstance(request.user, User)  # noqa: S101 - staff_member_required saw to it
    return request.user


def frame_of(request: HttpRequest, study: Study, title: str) -> dict[str, Any]:
    """What every template of such a page needs."""
    return {
        **admin.site.each_context(request),
        "title": title,
        "study": study,
        "study_page": reverse("admin:studies_study_change", args=[study.pk]),
    }
