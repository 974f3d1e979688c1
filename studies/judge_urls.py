"""The judge's pages: no account, no session; the code in the address is the permission."""

from django.urls import URLPattern

app_name = "judge"
urlpatterns: list[URLPattern] = []
