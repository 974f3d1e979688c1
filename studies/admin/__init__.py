"""The admin: a researcher's desk. One file a noun; pages that ask before something is done."""

import django.contrib.auth.admin  # noqa: F401 - registers Group, which is taken away below
from django.contrib import admin
from django.contrib.auth.models import Group

from studies.admin import links, people, records, samples, study

__all__ = ["links", "people", "records", "samples", "study"]

# Groups come from a receiver (studies.receivers) and are given by roles.
admin.site.unregister(Group)
admin.site.site_header = "triadsurvey"
admin.site.site_title = "triadsurvey"
admin.site.site_url = None
admin.site.enable_nav_sidebar = False  # a study's page leads to all that belongs to it
