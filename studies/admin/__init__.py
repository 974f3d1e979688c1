"""The admin: a researcher's desk. One file a noun; pages that ask before something is done."""

import django.contrib.auth.admin  # noqa: F401 - registers Group, which is taken away below
import django_otp.plugins.otp_static.admin
import django_otp.plugins.otp_totp.admin  # noqa: F401 - registers devices
from django.contrib import admin
from django.contrib.auth.models import Group
from django_otp.plugins.otp_static.models import StaticDevice
from django_otp.plugins.otp_totp.models import TOTPDevice

from studies.admin import links, people, records, samples, study
from studies.workbench.forms.accounts import SignInForm

__all__ = ["links", "people", "records", "samples", "study"]

# Groups come from a receiver (studies.receivers) and are given by roles.
admin.site.unregister(Group)
# Everybody sets up a second factor of their own, in their account; nobody sees another's key.
admin.site.unregister([TOTPDevice, StaticDevice])
admin.site.login_form = SignInForm
admin.site.site_header = "triadsurvey"
admin.site.site_title = "triadsurvey"
admin.site.site_url = None
admin.site.enable_nav_sidebar = False  # a study's page leads to all that belongs to it
