"""Pages of results."""

from django.urls import URLPattern

app_name = "analysis"
urlpatterns: list[URLPattern] = []
