"""Addresses of the API that `studies` answers; `analysis.api.views` has the others."""

from django.urls import URLPattern, URLResolver, include, path
from drf_spectacular.views import SpectacularAPIView

from studies.api import around, changes, docs, parts, studies

of_study = [
    path("", studies.StudyDetail.as_view(), name="study"),
    path("open/", studies.OpenStudy.as_view(), name="open"),
    path("pause/", studies.PauseStudy.as_view(), name="pause"),
    path("resume/", studies.ResumeStudy.as_view(), name="resume"),
    path("close/", studies.CloseStudy.as_view(), name="close"),
    path("amend/", changes.AmendStudy.as_view(), name="amend"),
    path("reopen/", changes.ReopenStudy.as_view(), name="reopen"),
    path("unseal/", changes.UnsealStudy.as_view(), name="unseal"),
    path("archive/", changes.ArchiveStudy.as_view(), name="archive"),
    path("unarchive/", changes.UnarchiveStudy.as_view(), name="unarchive"),
    path("duplicate/", studies.DuplicateStudy.as_view(), name="duplicate"),
    path("texts/", parts.Texts.as_view(), name="texts"),
    path("links/", parts.Links.as_view(), name="links"),
    path("links/personal/", parts.PersonalLinks.as_view(), name="personal_links"),
    path("links/<int:pk>/revoke/", around.RevokeLink.as_view(), name="revoke_link"),
    path("sharing/", around.Sharing.as_view(), name="sharing"),
    path("sharing/<int:pk>/", around.Shared.as_view(), name="shared"),
    path("webhooks/", around.Webhooks.as_view(), name="webhooks"),
    path("webhooks/<int:pk>/", around.OneWebhook.as_view(), name="webhook"),
    path("answers.csv", parts.AnswersFile.as_view(), name="answers_csv"),
    path("answers/", parts.Answers.as_view(), name="answers"),
]

urlpatterns: list[URLPattern | URLResolver] = [
    path("schema/", SpectacularAPIView.as_view(), name="schema"),
    path("docs/", docs.docs, name="docs"),
    path("studies/", studies.StudyList.as_view(), name="studies"),
    path("studies/<uuid:code>/", include(of_study)),
]
