"""What every view of the API needs: the person, the study, its pages."""

from typing import Any
from uuid import UUID

from django.db.models import Count, IntegerField, OuterRef, QuerySet, Subquery
from django.db.models.functions import Coalesce
from django.shortcuts import get_object_or_404
from drf_spectacular.utils import inline_serializer
from rest_framework import serializers
from rest_framework.pagination import CursorPagination
from rest_framework.request import Request

from studies.models import Study, Trial, User


def user_of(request: Request) -> User:
    """Whose token it is; nobody else gets this far."""
    assert isinstance(request.user, User)  # noqa: S101 - IsAuthenticated saw to it
    return request.user


def studies_of(request: Request, may: str) -> QuerySet[Study]:
    """The studies to which the person may do this, each with its number of counted answers."""
    counted = Trial.objects.counted().filter(study=OuterRef("pk")).order_by().values("study")
    number = Subquery(counted.annotate(n=Count("pk")).values("n"), output_field=IntegerField())
    return Study.objects.visible_to(request.user, may).annotate(counted=Coalesce(number, 0))


def study_for(request: Request, code: UUID, may: str) -> Any:
    """The study, for somebody who may do this to it; else there is no such study."""
    return get_object_or_404(studies_of(request, may), code=code)


def checked(serializer: Any) -> dict[str, Any]:
    """What the serializer takes in; its errors are answered with 400."""
    serializer.is_valid(raise_exception=True)
    return dict(serializer.validated_data)


class Pages(CursorPagination):
    """Pages that neither repeat nor skip a row while others are stored."""

    page_size = 100
    max_page_size = 1000
    page_size_query_param = "page_size"
    ordering = "pk"


class NewestFirst(Pages):
    """The latest first."""

    ordering = "-pk"


def page_of(name: str, rows: Any) -> Any:
    """The shape of a page of these, for the description."""
    address = serializers.URLField(allow_null=True)
    fields = {"next": address, "previous": address, "results": rows(many=True)}
    return inline_serializer(name, fields)
