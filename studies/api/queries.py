"""What the views of the API read: the caller, the study, what was sent, the page of a list."""

from typing import Any, TypeVar
from uuid import UUID
from zoneinfo import ZoneInfo

from django.db.models import OuterRef, QuerySet
from django.forms import BaseForm
from django.shortcuts import get_object_or_404
from drf_spectacular.utils import OpenApiParameter, inline_serializer
from rest_framework import serializers
from rest_framework.exceptions import PermissionDenied, ValidationError
from rest_framework.pagination import CursorPagination
from rest_framework.request import Request

from studies.api.problems import InvalidForm
from studies.models import Study, Trial, User

Form = TypeVar("Form", bound=BaseForm)


def user_of(request: Request) -> User:
    """Return the account of the token that was sent."""
    assert isinstance(request.user, User)  # noqa: S101 - IsAuthenticated saw to it
    return request.user


def maker_of(request: Request) -> User:
    """Return the account of the token; refuse one that may make no studies (403)."""
    user = user_of(request)
    if not user.has_perm("studies.add_study"):
        raise PermissionDenied("This account may not make studies.")
    return user


def studies_of(request: Request, permission: str) -> QuerySet[Study]:
    """Return the studies to which the caller may do this, each with its counted answers."""
    counted = Trial.objects.counted().filter(study=OuterRef("pk"))
    studies = Study.objects.visible_to(request.user, permission).select_related("rating_plan")
    return studies.annotate(counted=counted.number_by("study"))


def get_study(request: Request, code: UUID, permission: str) -> Study:
    """Return the study, if the caller may do this to it; else answer with 404."""
    return get_object_or_404(studies_of(request, permission), code=code)


def zone_of(owner: User) -> dict[str, Any]:
    """Return the context of moments without a zone: they are meant in that of the owner."""
    return {"zone": ZoneInfo(owner.time_zone)}


def validated(serializer: "serializers.Serializer[Any]") -> dict[str, Any]:
    """Return what was sent in the right shape; its errors are answered with 400.

    So is a field that there is not: a misspelt one would change nothing, and look like success.
    What the API gives may be sent back as it is.
    """
    serializer.is_valid(raise_exception=True)
    known = {*serializer.fields, *getattr(serializer, "also_given", ())}
    if unknown := serializer.initial_data.keys() - known:
        raise ValidationError({name: ["There is no such field."] for name in sorted(unknown)})
    return dict(serializer.validated_data)


def valid_form(form: Form) -> Form:
    """Return the form if what it holds is valid; its errors are answered with 400."""
    if not form.is_valid():
        raise InvalidForm(form)
    return form


class OldestFirst(CursorPagination):
    """Pages that neither repeat nor skip a row while others are stored."""

    page_size = 100
    max_page_size = 1000
    page_size_query_param = "page_size"
    ordering = "pk"


class NewestFirst(OldestFirst):
    """The latest rows first."""

    ordering = "-pk"


# What an address of pages may be asked, for the OpenAPI description.
PAGE_PARAMETERS = (
    OpenApiParameter(
        "page_size", int, description="Rows of a page, at most 1,000; 100 if left out."
    ),
    OpenApiParameter("cursor", str, description="Which page: as it stands in `next`."),
)


def page_schema(name: str, row: "type[serializers.Serializer[Any]]") -> Any:
    """Describe a page of such rows, for the OpenAPI description."""
    address = serializers.URLField(allow_null=True)
    fields = {"next": address, "previous": address, "results": row(many=True)}
    return inline_serializer(name, fields)
