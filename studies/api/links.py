"""The recruitment links of a study."""

from uuid import UUID

from django.shortcuts import get_object_or_404
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from studies.api.queries import (
    PAGE_PARAMETERS,
    NewestFirst,
    get_study,
    page_schema,
    user_of,
    valid_form,
    validated,
    zone_of,
)
from studies.api.serializers.links import LinkIn, LinkOut, PeopleIn, PeopleOut
from studies.models import RecruitmentLink
from studies.services.recruiting import links
from studies.services.recruiting.pasted_lists import people
from studies.workbench.forms.links import LinkForm


class LinkList(APIView):
    """The recruitment links of a study."""

    @extend_schema(
        operation_id="links_list",
        parameters=[*PAGE_PARAMETERS],
        responses=page_schema("LinkPage", LinkOut),
    )
    def get(self, request: Request, code: UUID) -> Response:
        """List open and personal links, newest first."""
        study = get_study(request, code, "recruit")
        pages = NewestFirst()
        page = pages.paginate_queryset(study.links.all(), request, view=self)
        return pages.get_paginated_response(LinkOut(page, many=True).data)

    @extend_schema(operation_id="links_create", request=LinkIn, responses={201: LinkOut})
    def post(self, request: Request, code: UUID) -> Response:
        """Make an open link for a panel."""
        study = get_study(request, code, "recruit")
        given = validated(LinkIn(data=request.data, context=zone_of(study.owner)))
        form = valid_form(LinkForm(given, instance=RecruitmentLink(study=study)))
        link = links.make_link(link=form.save(commit=False), user=user_of(request))
        return Response(LinkOut(link).data, status=201)


class PersonalLinks(APIView):
    """Links for one person each."""

    @extend_schema(operation_id="links_personal", request=PeopleIn, responses={201: PeopleOut})
    def post(self, request: Request, code: UUID) -> Response:
        """Make a link for each person who has none yet: sent again, it makes no second one."""
        study = get_study(request, code, "recruit")
        given = validated(PeopleIn(data=request.data, context=zone_of(study.owner)))
        lines = "\n".join(" ".join(name.split()) for name in given["people"])
        made = links.make_personal_links(
            study=study,
            user=user_of(request),
            lines=lines,
            panel=given["panel"],
            mode=given["mode"],
            language=given["language"],
            expires_at=given.get("expires_at"),
        )
        usable = RecruitmentLink.objects.filter(study=study, personal=True, revoked_at=None)
        found = {"made": made, "links": usable.filter(addressee__in=people(lines).taken)}
        return Response(PeopleOut(found).data, status=201)


class RevokeLink(APIView):
    """Revoke a recruitment link."""

    @extend_schema(operation_id="links_revoke", request=None, responses={200: LinkOut})
    def post(self, request: Request, code: UUID, pk: int) -> Response:
        """Let no more judges in by this link; those who are in may go on. Not undone."""
        study = get_study(request, code, "recruit")
        link = get_object_or_404(study.links, pk=pk)
        links.revoke(link=link, user=user_of(request))
        link.refresh_from_db()
        return Response(LinkOut(link).data)
