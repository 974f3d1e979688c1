"""Pages of researchers beyond the admin's own."""

from functools import partial

from django.urls import URLPattern, URLResolver, include, path

from studies.judge.preview import views as preview
from studies.workbench import downloads, frozen_plan, jobs, reporting
from studies.workbench.action_views import action_page
from studies.workbench.actions import ACTIONS
from studies.workbench.draft import number, rating_number
from studies.workbench.draft import views as draft
from studies.workbench.history.views import history
from studies.workbench.recruiting import invitation_pages, judges, link_views
from studies.workbench.recruiting.people import people
from studies.workbench.settings import sharing
from studies.workbench.settings.views import settings_of
from studies.workbench.sign_in import joining
from studies.workbench.texts import (
    column_views,
    cue_views,
    item_views,
    list_views,
    next_views,
    text_views,
    views,
)

of_study: list[URLPattern | URLResolver] = [
    path("question/", draft.question, name="question"),
    path("texts/", list_views.texts, name="texts"),
    path("texts/new/", text_views.new_text, name="new_text"),
    path("texts/next/", next_views.ask_next, name="ask_next"),
    path("texts/items/", item_views.items, name="items"),
    path("texts/delete/", item_views.delete_texts, name="delete_texts"),
    path("texts/systems/<str:system>/", item_views.remove_system, name="remove_system"),
    path("texts/<int:pk>/", text_views.text, name="text"),
    path("texts/<int:pk>/delete/", text_views.delete_text, name="delete_text"),
    path("texts/surface-cues/", cue_views.surface_cues_page, name="surface_cues"),
    path("texts/tells/", cue_views.old_address),
    path("texts/upload/", views.upload, name="upload"),
    path("texts/upload/<int:pk>/", views.upload_review, name="upload_review"),
    path("texts/upload/<int:pk>/columns/", column_views.upload_columns, name="upload_columns"),
    path("pages/", draft.pages, name="pages"),
    path("preview/", preview.preview, name="preview"),
    path("people/", people, name="people"),
    path("people/personal-links/", invitation_pages.personal_links, name="personal_links"),
    path("people/invite/", invitation_pages.invite, name="invite"),
    path("people/invitations/", invitation_pages.sent, name="invitations"),
    path("people/remind/", invitation_pages.remind, name="remind"),
    path("people/excluded/", invitation_pages.excluded, name="excluded_ids"),
    path("people/links/new/", link_views.new_link, name="new_link"),
    path("people/links/<int:pk>/", link_views.link, name="link"),
    path("people/links/<int:pk>/revoke/", link_views.revoke_link, name="revoke_link"),
    path("people/links/<int:pk>/qr.<str:kind>", link_views.qr, name="link_qr"),
    path("withdraw-judge/", judges.withdraw_for_judge, name="withdraw_for_judge"),
    path("report/", reporting.reporting_of, name="reporting"),
    path("plan/", frozen_plan.plan_page, name="plan"),
    path("plan.json", frozen_plan.plan_json, name="plan_json"),
    path("settings/", settings_of, name="settings"),
    path("settings/share/", sharing.share, name="share"),
    path("share-links/", sharing.links_to_results, name="share_links"),
    path("webhooks/", sharing.webhooks_of, name="webhooks"),
    path("history/", history, name="history"),
    path("export/answers.csv", downloads.export_answers, name="export_answers"),
    path("export/ratings.csv", downloads.export_ratings, name="export_ratings"),
    path("export/sheets.csv", downloads.export_sheets, name="export_sheets"),
    path("export/pairs.csv", downloads.export_pairs, name="export_pairs"),
    path("export/events.csv", downloads.export_events, name="export_events"),
    path("export/judges.csv", downloads.export_judges, name="export_judges"),
    path("export/links.csv", downloads.export_links, name="export_links"),
    path("export/texts.csv", downloads.export_texts, name="export_texts"),
    path("jobs/<int:pk>/", jobs.job, name="job"),
    path("jobs/<int:pk>/cancel/", jobs.cancel, name="cancel_job"),
    *(
        path(f"{action.name}/", partial(action_page, action=action), name=action.name)
        for action in ACTIONS
    ),
]

app_name = "studies"
urlpatterns = [
    path("studies/new/", draft.new, name="new"),
    path("studies/new/number/", number.number, name="number"),
    path("studies/new/ratings/", draft.new_ratings, name="new_ratings"),
    path("studies/new/ratings/number/", rating_number.rating_number, name="rating_number"),
    path("studies/new/example/<slug:name>/", draft.new_example, name="new_example"),
    path("studies/<uuid:code>/", include(of_study)),
    path("demo/", preview.demo, name="demo"),
    path("join/<str:secret>/", joining.join, name="join"),
]
