"""Django's command line, as `samba-service`, `python -m samba_service` and `manage.py`.

Without DJANGO_SETTINGS_MODULE it works on this machine's own servers.
"""

import os
import sys

from django.core.management import execute_from_command_line
from django.db import OperationalError
from psycopg_pool import PoolTimeout


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "samba_service.settings.dev")
    try:
        execute_from_command_line(sys.argv)
    except OperationalError as error:
        if not isinstance(error.__cause__, PoolTimeout):
            raise
        sys.exit(
            f"samba-service: the database does not answer ({error}). `make run` or"
            " `samba-service run` starts one; SAMBA_DATA or DATABASE_URL says which."
        )


if __name__ == "__main__":
    main()
