"""Programs that a test needs and Python does not include."""

import os
import shutil

import pytest


def need(*programs: str, package: str) -> None:
    """Skip the test where a program is missing; under `.ci/run`, which installs them all, fail."""
    missing = [program for program in programs if shutil.which(program) is None]
    if missing:
        said = f"{', '.join(missing)} missing: apt-get install {package}"
        assert "SAMBA_CI" not in os.environ, said
        pytest.skip(said)
