"""Pages of researchers beyond the admin's own."""

from django.urls import URLPattern

app_name = "studies"
urlpatterns: list[URLPattern] = []
