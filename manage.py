#!/usr/bin/env python
"""Run Django's management commands for triadsurvey."""

import gc
import os
import sys


def main() -> None:
    gc.disable()  # until all is loaded (`triadsurvey.apps`): none of it is garbage
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "triadsurvey.settings")
    from django.core.management import execute_from_command_line

    execute_from_command_line(sys.argv)


if __name__ == "__main__":
    main()
