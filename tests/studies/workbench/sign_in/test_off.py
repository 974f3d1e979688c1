"""Without the settings of OpenID Connect the site is as if there were none."""

import os
import subprocess
import sys

LOOK = """
import django
django.setup()
from django.conf import settings
from django.urls import NoReverseMatch, reverse
from studies.workbench.forms.accounts import SignInForm
for name in ("oidc", "oidc_callback"):
    try:
        reverse(name)
    except NoReverseMatch:
        print("no", name)
print([name for name in settings.INSTALLED_APPS + settings.MIDDLEWARE if "allauth" in name])
print(repr(SignInForm().provider_name))
"""


def test_there_is_no_address_no_table_no_middleware_and_no_button():
    environment = {k: v for k, v in os.environ.items() if not k.startswith("OIDC_")}
    environment["DJANGO_SETTINGS_MODULE"] = "triadsurvey.settings"
    found = subprocess.run(
        [sys.executable, "-c", LOOK], env=environment, capture_output=True, text=True, check=True
    )
    assert found.stdout.splitlines() == ["no oidc", "no oidc_callback", "[]", "''"]
