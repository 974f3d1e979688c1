"""Addresses of the pages of `analysis`: results, what is below them, comparison, planning."""

from django.urls import path

from analysis.breakdown import coding_views as coding
from analysis.breakdown import views as breakdown
from analysis.companions.views import companions
from analysis.comparison import views as comparison
from analysis.hard_triads.views import hard_triads
from analysis.machine_judge.views import machine_judge
from analysis.overview import views as overview
from analysis.planner import views as planner
from analysis.planner.ratings import views as rating_planner
from analysis.reading_behaviour import views as reading_behaviour
from analysis.report_zip.paper.views import (
    methods_paragraph,
    report_page,
    report_pdf,
    short_design_statement,
)
from analysis.report_zip.views import report, workbook
from analysis.results import shared_view, views
from analysis.simulation import views as simulation

app_name = "analysis"
urlpatterns = [
    path("studies/", overview.studies, name="studies"),
    # /studies/<code>/: what its answers mean
    path("studies/<uuid:code>/", overview.overview, name="overview"),
    path("studies/<uuid:code>/results/", views.results, name="results"),
    path("studies/<uuid:code>/results/poll/", views.poll, name="poll"),
    path("studies/<uuid:code>/results/texts.svg", breakdown.texts_chart_file, name="texts_chart"),
    path("studies/<uuid:code>/results/<slug:name>.svg", views.chart, name="chart"),
    path("studies/<uuid:code>/results/judges/", breakdown.judges, name="judges"),
    path("studies/<uuid:code>/results/texts/", breakdown.texts, name="texts"),
    path("studies/<uuid:code>/results/items/", breakdown.items, name="items"),
    path("studies/<uuid:code>/results/conditions/", breakdown.conditions, name="conditions"),
    path("studies/<uuid:code>/results/triads/", hard_triads, name="triads"),
    path("studies/<uuid:code>/results/groups/", breakdown.groups, name="groups"),
    path("studies/<uuid:code>/results/reasons/", breakdown.reasons, name="reasons"),
    path("studies/<uuid:code>/results/reasons/codes/", coding.codes, name="reason_codes"),
    path(
        "studies/<uuid:code>/export/reason_codes.csv",
        coding.export_codes,
        name="export_reason_codes",
    ),
    path("studies/<uuid:code>/results/reading/", reading_behaviour.reading, name="reading"),
    path(
        "studies/<uuid:code>/results/reading/analyse/",
        reading_behaviour.analyse,
        name="analyse_reading",
    ),
    path(
        "studies/<uuid:code>/export/reading.csv",
        reading_behaviour.export_reading,
        name="export_reading",
    ),
    path("studies/<uuid:code>/export/results.csv", views.export_results, name="export_results"),
    path(
        "studies/<uuid:code>/export/rating_results.csv",
        views.export_rating_results,
        name="export_rating_results",
    ),
    path("studies/<uuid:code>/report/page/", report_page, name="report_page"),
    path("studies/<uuid:code>/report/methods.txt", methods_paragraph, name="methods"),
    path(
        "studies/<uuid:code>/report/statement.txt",
        short_design_statement,
        name="short_statement",
    ),
    path("studies/<uuid:code>/report.pdf", report_pdf, name="report_pdf"),
    path("studies/<uuid:code>/report.zip", report, name="report"),
    path("studies/<uuid:code>/report.xlsx", workbook, name="workbook"),
    path("studies/<uuid:code>/machine-judge/", machine_judge, name="machine_judge"),
    path("studies/<uuid:code>/companions/", companions, name="companions"),
    path("studies/<uuid:code>/rehearse/", simulation.simulation, name="rehearse"),
    path("studies/<uuid:code>/rehearse/<slug:name>.svg", simulation.chart, name="rehearsal_chart"),
    path("compare/", comparison.compare, name="compare"),
    path("compare/forest.svg", comparison.compare_chart, name="compare_chart"),
    # /r/: by the token of a link to results
    path("r/<str:token>/", shared_view.shared, name="shared"),
    path("r/<str:token>/poll/", shared_view.shared_poll, name="shared_poll"),
    path("r/<str:token>/<slug:name>.svg", shared_view.shared_chart, name="shared_chart"),
    path("plan/", planner.plan, name="plan"),
    path("plan/ratings/", rating_planner.plan_ratings, name="plan_ratings"),
]
