"""One live process for the tests of this folder: it starts for seconds."""

from collections.abc import Iterator

import pytest

from samba_service.devstack.addresses import Address
from tests.live.process import live_process


@pytest.fixture(scope="package")
def live(django_db_setup: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Address]:
    """The address of a live process."""
    with live_process(tmp_path_factory.mktemp("live")) as address:
        yield address
