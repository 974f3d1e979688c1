"""Model admins: lists and records, one file a noun; `studies.workbench` has the other pages."""

import django.contrib.auth.admin  # noqa: F401 - registers Group, which is taken away below
import django_otp.plugins.otp_static.admin
import django_otp.plugins.otp_totp.admin  # noqa: F401 - registers devices
from django.apps import apps
from django.contrib import admin
from django.contrib.auth.models import Group
from django_otp.plugins.otp_static.models import StaticDevice
from django_otp.plugins.otp_totp.models import TOTPDevice

from studies.admin import history, links, people, samples, study
from studies.workbench.forms.accounts import SignInForm

__all__ = ["history", "links", "people", "samples", "study"]

# Groups come from a receiver (studies.receivers) and are given by roles.
admin.site.unregister(Group)
# Second factors are set up by their owners, in their accounts: no one else sees a key.
admin.site.unregister([TOTPDevice, StaticDevice])
# Who a person is at the university's provider: no page changes that.
admin.site.unregister(
    model
    for model in apps.get_models()
    if model.__module__.startswith("allauth.") and admin.site.is_registered(model)
)
admin.site.login_form = SignInForm
admin.site.site_header = "triadsurvey"
admin.site.site_title = "triadsurvey"
admin.site.site_url = None
admin.site.empty_value_display = "–"
admin.site.enable_nav_sidebar = False  # a study's page leads to all that belongs to it
