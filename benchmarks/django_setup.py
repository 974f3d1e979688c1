"""Set Django up with servers of the benchmark's own. Import it before what needs settings."""

import os

import django

from tests.servers import run_servers

run_servers.prepare()
os.environ["DJANGO_SETTINGS_MODULE"] = "tests.settings"
django.setup()

__all__ = ["run_servers"]
