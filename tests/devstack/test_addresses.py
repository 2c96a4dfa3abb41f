"""How others reach the service of `make run`."""

import os
import subprocess
import sys

import pytest

from samba_service.devstack.addresses import lan_host
from samba_service.devstack.folder import REPOSITORY

PUBLIC = "import django.conf as conf; print(conf.settings.SAMBA_PUBLIC_URL)"


@pytest.mark.parametrize(
    ("given", "public"),
    [
        pytest.param({"HOST": "0.0.0.0", "PORT": "8123"}, f"http://{lan_host()}:8123", id="open"),
        pytest.param({}, "", id="for this machine"),
        pytest.param(
            {"HOST": "0.0.0.0", "SAMBA_PUBLIC_URL": "https://samba.example"},
            "https://samba.example",
            id="by its own name",
        ),
    ],
)
def test_papers_lead_to_the_lan_address_unless_a_public_one_is_set(given, public, tmp_path):
    settings = {"DJANGO_SETTINGS_MODULE": "samba_service.settings.dev", "SAMBA_DATA": str(tmp_path)}
    done = subprocess.run(
        [sys.executable, "-c", PUBLIC],
        cwd=REPOSITORY,
        env={"PATH": os.environ["PATH"], **settings, **given},
        capture_output=True,
        text=True,
        check=True,
    )

    assert done.stdout.strip() == public
