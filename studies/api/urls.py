"""Addresses of the API that `studies` answers; `analysis.api.views` has the others."""

from django.urls import URLPattern, URLResolver, include, path
from drf_spectacular.views import SpectacularAPIView

from studies.api import actions, answers, links, sharing, studies, texts, webhooks
from studies.api.docs.views import docs

of_study = [
    path("", studies.StudyDetail.as_view(), name="study"),
    path("open/", actions.OpenStudy.as_view(), name="open"),
    path("pause/", actions.PauseStudy.as_view(), name="pause"),
    path("resume/", actions.ResumeStudy.as_view(), name="resume"),
    path("close/", actions.CloseStudy.as_view(), name="close"),
    path("amend/", actions.AmendStudy.as_view(), name="amend"),
    path("reopen/", actions.ReopenStudy.as_view(), name="reopen"),
    path("unseal/", actions.UnsealStudy.as_view(), name="unseal"),
    path("archive/", actions.ArchiveStudy.as_view(), name="archive"),
    path("unarchive/", actions.UnarchiveStudy.as_view(), name="unarchive"),
    path("keep/", actions.KeepStudy.as_view(), name="keep"),
    path("duplicate/", actions.DuplicateStudy.as_view(), name="duplicate"),
    path("texts/", texts.TextList.as_view(), name="texts"),
    path("links/", links.LinkList.as_view(), name="links"),
    path("links/personal/", links.PersonalLinks.as_view(), name="personal_links"),
    path("links/<int:pk>/revoke/", links.RevokeLink.as_view(), name="revoke_link"),
    path("sharing/", sharing.SharingList.as_view(), name="sharing"),
    path("sharing/<int:pk>/", sharing.SharingDetail.as_view(), name="shared"),
    path("webhooks/", webhooks.WebhookList.as_view(), name="webhooks"),
    path("webhooks/<int:pk>/", webhooks.WebhookDetail.as_view(), name="webhook"),
    path("answers.csv", answers.AnswerFile.as_view(), name="answers_csv"),
    path("ratings.csv", answers.RatingFile.as_view(), name="ratings_csv"),
    path("sheets.csv", answers.SheetFile.as_view(), name="sheets_csv"),
    path("pairs.csv", answers.PairFile.as_view(), name="pairs_csv"),
    path("ratings/", answers.RatingList.as_view(), name="ratings"),
    path("sheets/", answers.SheetList.as_view(), name="sheets"),
    path("answers/", answers.AnswerList.as_view(), name="answers"),
]

urlpatterns: list[URLPattern | URLResolver] = [
    path("schema/", SpectacularAPIView.as_view(), name="schema"),
    path("docs/", docs, name="docs"),
    path("studies/", studies.StudyList.as_view(), name="studies"),
    path("studies/<uuid:code>/", include(of_study)),
]
