"""Pages of researchers beyond the admin's own."""

from django.urls import include, path

from studies.views import (
    columns,
    exports,
    jobs,
    plan_page,
    preview,
    reporting,
    sharing,
    tells,
    texts,
)

of_study = [
    path("export/answers.csv", exports.export_answers, name="export_answers"),
    path("export/judges.csv", exports.export_judges, name="export_judges"),
    path("export/links.csv", exports.export_links, name="export_links"),
    path("export/texts.csv", exports.export_texts, name="export_texts"),
    path("jobs/<int:pk>/", jobs.job, name="job"),
    path("jobs/<int:pk>/cancel/", jobs.cancel, name="cancel_job"),
    path("plan/", plan_page.plan, name="plan"),
    path("preview/", preview.preview, name="preview"),
    path("report/", reporting.reporting_of, name="reporting"),
    path("share-links/", sharing.links_to_results, name="share_links"),
    path("webhooks/", sharing.webhooks_of, name="webhooks"),
    path("texts/tells/", tells.texts_tells, name="tells"),
    path("texts/upload/", texts.upload, name="upload"),
    path("texts/upload/<int:pk>/", texts.upload_review, name="upload_review"),
    path("texts/upload/<int:pk>/columns/", columns.upload_columns, name="upload_columns"),
]

app_name = "studies"
urlpatterns = [
    path("studies/<uuid:code>/", include(of_study)),
]
