"""What the project does once Django is loaded."""

import gc

from django.apps import apps


def test_garbage_is_looked_for_once_all_is_loaded() -> None:
    gc.disable()  # as `manage.py` does
    try:
        apps.get_app_config("triadsurvey").ready()
        assert gc.isenabled()
    finally:
        gc.enable()
