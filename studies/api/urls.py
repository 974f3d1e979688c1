"""Addresses of the API that `studies` answers; `analysis.api` has the others."""

from django.urls import URLPattern, URLResolver, include, path
from drf_spectacular.views import SpectacularAPIView

from studies.api import docs, parts, studies

of_study = [
    path("", studies.StudyDetail.as_view(), name="study"),
    path("open/", studies.OpenStudy.as_view(), name="open"),
    path("pause/", studies.PauseStudy.as_view(), name="pause"),
    path("resume/", studies.ResumeStudy.as_view(), name="resume"),
    path("close/", studies.CloseStudy.as_view(), name="close"),
    path("duplicate/", studies.DuplicateStudy.as_view(), name="duplicate"),
    path("texts/", parts.Texts.as_view(), name="texts"),
    path("links/", parts.Links.as_view(), name="links"),
    path("links/personal/", parts.PersonalLinks.as_view(), name="personal_links"),
    path("answers/", parts.Answers.as_view(), name="answers"),
]

urlpatterns: list[URLPattern | URLResolver] = [
    path("schema/", SpectacularAPIView.as_view(), name="schema"),
    path("docs/", docs.docs, name="docs"),
    path("studies/", studies.StudyList.as_view(), name="studies"),
    path("studies/<uuid:code>/", include(of_study)),
]
