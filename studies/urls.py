"""Pages of researchers beyond the admin's own."""

from django.urls import include, path

from studies.judge import preview
from studies.workbench import downloads, frozen_plan, jobs, reporting, sharing
from studies.workbench.recruiting import judges
from studies.workbench.sign_in import joining
from studies.workbench.texts import column_views, cue_views, views

of_study = [
    path("export/answers.csv", downloads.export_answers, name="export_answers"),
    path("export/judges.csv", downloads.export_judges, name="export_judges"),
    path("export/links.csv", downloads.export_links, name="export_links"),
    path("export/texts.csv", downloads.export_texts, name="export_texts"),
    path("jobs/<int:pk>/", jobs.job, name="job"),
    path("jobs/<int:pk>/cancel/", jobs.cancel, name="cancel_job"),
    path("plan/", frozen_plan.plan_page, name="plan"),
    path("preview/", preview.preview, name="preview"),
    path("report/", reporting.reporting_of, name="reporting"),
    path("share-links/", sharing.links_to_results, name="share_links"),
    path("webhooks/", sharing.webhooks_of, name="webhooks"),
    path("withdraw-judge/", judges.withdraw_for_judge, name="withdraw_for_judge"),
    path("texts/surface-cues/", cue_views.surface_cues_page, name="surface_cues"),
    path("texts/tells/", cue_views.old_address),
    path("texts/upload/", views.upload, name="upload"),
    path("texts/upload/<int:pk>/", views.upload_review, name="upload_review"),
    path("texts/upload/<int:pk>/columns/", column_views.upload_columns, name="upload_columns"),
]

app_name = "studies"
urlpatterns = [
    path("studies/<uuid:code>/", include(of_study)),
    path("join/<str:secret>/", joining.join, name="join"),
]
