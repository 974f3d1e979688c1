"""Pages of results."""

from django.urls import path

from analysis import plan_page, views
from analysis.report_zip.views import report

app_name = "analysis"
urlpatterns = [
    # /studies/<code>/: what its answers mean
    path("studies/<uuid:code>/results/", views.results, name="results"),
    path("studies/<uuid:code>/results/poll/", views.poll, name="poll"),
    path("studies/<uuid:code>/export/results.csv", views.export_results, name="export_results"),
    path("studies/<uuid:code>/report.zip", report, name="report"),
    path("plan/", plan_page.plan, name="plan"),
]
