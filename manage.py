#!/usr/bin/env python
"""Django's command line. Without DJANGO_SETTINGS_MODULE it works on this machine's own servers."""

import os
import sys

from django.core.management import execute_from_command_line

if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "samba_service.settings.dev")
    execute_from_command_line(sys.argv)
