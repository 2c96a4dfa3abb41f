"""What an operator may set is written down, and nothing else is."""

import re

from samba_service.devstack.folder import REPOSITORY

READS = re.compile(r'env\.\w+\(\s*"(\w+)"|environ(?:\.get\(|\[)"(\w+)"')
NOT_FOR_OPERATORS = {"SAMBA_TEST_DATA", "PYTHONUNBUFFERED", "PYTEST_XDIST_WORKER"}


def test_every_setting_from_the_environment_is_in_env_example() -> None:
    files = [*REPOSITORY.glob("samba_service/**/*.py"), REPOSITORY / "tests" / "conftest.py"]
    text = "".join(file.read_text() for file in files)
    read = {first or second for first, second in READS.findall(text)} - NOT_FOR_OPERATORS
    example = (REPOSITORY / "deploy" / "env.example").read_text()
    documented = set(re.findall(r"^#?([A-Z_]+)=", example, re.MULTILINE))

    assert read == documented
