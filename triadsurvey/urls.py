"""Every address of the site."""

from django.contrib import admin
from django.urls import include, path

from studies.health import livez, readyz

urlpatterns = [
    path("livez", livez),
    path("readyz", readyz),
    path("", include("studies.judge_urls")),
    path("", include("studies.urls")),
    path("", include("analysis.urls")),
    path("admin/", admin.site.urls),
]
